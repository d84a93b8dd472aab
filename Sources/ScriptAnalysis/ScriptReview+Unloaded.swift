import Moonroute
package import ScriptHost

extension ScriptReview {
  /// The findings of scripts that do not load, from loading and from their syntax trees.
  package static func findings(
    ofUnloaded host: ScriptHost,
    beside problems: [ScriptProblem]
  ) async -> [ScriptFinding] {
    // A host without scripts supplies the globals that the scripts would have.
    guard
      let empty = try? HeadlessScripts(.files(["main.lua": ""])).silentHost(in: Application()),
      (try? await empty.load()) != nil
    else { return problems.map { ScriptFinding($0) } }
    return await empty.application.perform { application in
      ScriptReview(
        unloaded: host.entryFile,
        beside: problems,
        globalsOf: empty,
        in: application,
        reading: { host.scriptText(of: $0) }
      )
      .findings
    }
  }
}
