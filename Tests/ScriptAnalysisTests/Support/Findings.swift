import Moonroute
import ScriptHost

@testable import ScriptAnalysis

/// The findings of the rules in scripts that load.
func findings(
  _ files: [String: String],
  specs: [String: String] = [:]
) async throws -> [ScriptFinding] {
  let host = try ScriptHost(
    .texts(files),
    options: ScriptOptions(runsHeadless: true, loadsParts: true)
  )
  try await host.load()
  return await host.router.perform { application in
    ScriptReview(
      of: host,
      specs: specs.mapValues { Array($0.utf8) },
      reportsSpecs: true,
      in: application
    )
    .findings
  }
}

extension ScriptFinding {
  /// The line in the output of `check`.
  var line: String {
    let place = problem.site.map { "\($0):\(problem.column ?? 1)" } ?? "?"
    return "\(place): \(problem.severity.rawValue): \(problem.message) [\(problem.code.rawValue)]"
  }

  /// The rule and the place: `unknown_name main.lua:3:11`.
  var label: String {
    let place = problem.site.map { "\($0):\(problem.column ?? 0)" } ?? "?"
    return "\(problem.code.rawValue) \(place)"
  }
}
