import Moonroute
package import ScriptHost

extension ScriptReview {
  /// Reviews scripts that do not load, from loading and from their syntax trees.
  ///
  /// - Parameters:
  ///   - host: The host of the scripts. Their texts are read again.
  ///   - problems: The problems of loading.
  ///   - others: Scripts to review in any case, instead of the files with their paths: specs, and
  ///     texts that are not saved. Default: none.
  package init(
    ofUnloaded host: ScriptHost,
    beside problems: [ScriptProblem],
    scripts others: [AnalysedScript] = []
  ) async {
    // A host without scripts supplies the globals that the scripts would have.
    guard
      let empty = try? HeadlessScripts(.texts(["main.lua": ""]))
        .silentHost(in: LinkRouter(isolation: nil)),
      (try? await empty.load()) != nil
    else {
      self.init(findings: problems.map { ScriptFinding($0) }, scripts: [:])
      return
    }
    self = await empty.router.perform { application in
      ScriptReview(
        unloaded: host.entryFile,
        beside: problems,
        scripts: others,
        globalsOf: empty,
        in: application,
        reading: { host.scriptText(of: $0) }
      )
    }
  }
}
