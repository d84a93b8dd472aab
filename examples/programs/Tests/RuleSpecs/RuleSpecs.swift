import Foundation
import ScriptHost
import ScriptTesting
import Testing

// The specs of rules as tests of a program. They may call its functions, or replace them.

private enum Rules {
  static let folder = Bundle.module.bundleURL.appending(path: "Rules")

  @Sendable static func offers(_ offers: inout HostOffers) {
    offers.function("price") { (_: String) in 100 }
    offers.function("is_open") { () in true }
  }
}

@Test(arguments: try await Specs.run(in: Rules.folder, offering: Rules.offers))
func `every spec of the rules holds`(result: SpecResult) {
  #expect(!result.hasFailed, "\(result.report)")
}

@Test func `a tag selects specs`() async throws {
  var selection = SpecSelection()
  selection.tags = ["quick"]
  let results = try await Specs.run(
    in: Rules.folder,
    selection: selection,
    offering: Rules.offers
  )
  #expect(results.filter(\.isTest).map(\.name) == ["greets by name #quick"])
}
