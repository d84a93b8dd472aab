import Moonroute
import ScriptHost

@testable import ScriptAnalysis

/// The model of an application that loads.
func model(
  _ files: [String: String],
  offering: (inout HostOffers) -> Void = { _ in }
) async throws -> ApplicationModel {
  let host = try ScriptHost(
    .texts(files),
    options: ScriptOptions(runsHeadless: true, loadsParts: true),
    offering: offering
  )
  try await host.load()
  return await host.router.perform { ApplicationModel(of: host, in: $0) }
}

/// A text without the cursor mark, and the position of the mark.
func cursor(in text: String) -> (text: [UInt8], offset: Int) {
  let parts = text.split(separator: "‸", maxSplits: 1, omittingEmptySubsequences: false)
  return (Array(parts.joined().utf8), parts[0].utf8.count)
}
