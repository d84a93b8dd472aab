import LuaSyntax
package import Moonroute
package import ScriptHost

/// Everything that the texts and the loaded application tell of mistakes.
///
/// Names are asked of the loaded application, so that those made in loops count; the trees tell the
/// places. A name that is not written out is never reported.
package struct ScriptReview {
  /// The problems, by file, line and column.
  package let findings: [ScriptFinding]

  /// Looks at a loaded application.
  ///
  /// - Parameters:
  ///   - host: The host; it has loaded.
  ///   - known: The problems that are known already: comments allow them, too.
  ///   - specs: The texts of specs, by path: they may need what nothing else does.
  ///   - offers: What the program offers. Default: not known; stubs of `headless.lua` tell names.
  ///   - reportsSpecs: Whether problems of specs are found, too. They are never run.
  ///   - application: The host's own.
  /// - Complexity: O(*n*) for *n* bytes of ordinary scripts.
  package init(
    of host: ScriptHost,
    beside known: [ScriptProblem] = [],
    specs: [String: [UInt8]],
    offers: OfferList? = nil,
    reportsSpecs: Bool,
    in application: isolated Application
  ) {
    let files = host.scriptFiles(in: application)
    let scripts =
      files.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: Self.isSpec($0.key)) }
      + specs.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) }
    let loaded = LoadedApplication(
      scripts: scripts.sorted { $0.file < $1.file },
      entry: host.entryFile,
      globals: Self.globals(of: host, offers, in: application),
      offers: offers,
      in: application
    )
    Self.run(loaded, reportsSpecs: reportsSpecs)
    let byFile = Dictionary(scripts.map { ($0.file, $0.allowances) }) { first, _ in first }
    let others = (known + OpenRedirects.problems(in: files))
      .filter { problem in
        guard let site = problem.site, let allowances = byFile[site.file] else { return true }
        return !allowances.allows(problem.code.rawValue, line: site.line)
      }
    findings = (others.map { ScriptFinding($0) } + loaded.findings)
      .sorted { $0.place < $1.place }
  }

  /// The globals; those of `host` are what the program offers, if that is known.
  private static func globals(
    of host: ScriptHost,
    _ offers: OfferList?,
    in application: isolated Application
  ) -> [String: Set<String>] {
    var globals = host.globalNames(in: application)
    if let offers {
      globals["host"] = Set(offers.functions.map(\.name) + offers.values.map(\.name))
        .union(["call", "stub"])
    }
    return globals
  }

  private static func isSpec(_ file: String) -> Bool {
    file.hasSuffix("_spec.lua") || file.hasPrefix("spec/") || file.contains("/spec/")
  }

  private static func run(_ loaded: LoadedApplication, reportsSpecs: Bool) {
    let names = NameRules(application: loaded)
    let decisions = DecisionRules(application: loaded)
    let links = LinkRules(application: loaded)
    let modules = ModuleRules(application: loaded)
    let specs = SpecRules(application: loaded)
    let globals = GlobalRules(application: loaded)
    let variables = VariableRules(application: loaded)
    let flow = FlowRules(application: loaded)
    let values = ValueRules(application: loaded)
    let offers = OfferRules(application: loaded)
    links.runOnRoutes()
    modules.findDeadFiles()
    for script in loaded.scripts where reportsSpecs || !script.isSpec {
      if let problem = script.tree.problems.first {
        // Lua itself takes more levels than trees have.
        if problem.reason == .tooDeep { continue }
        loaded.report(problem, in: script)
        continue
      }
      names.run(script)
      decisions.run(script)
      links.run(script)
      modules.run(script)
      specs.run(script)
      globals.run(script)
      variables.run(script)
      flow.run(script)
      values.run(script)
      offers?.run(script)
    }
  }
}

extension LoadedApplication {
  /// Notes that a script does not parse.
  fileprivate func report(_ problem: LuaSyntaxProblem, in script: AnalysedScript) {
    let hint = script.tree.hint(for: problem)
    report(
      .syntaxError,
      script.tree.message(of: problem) + ". The script does not parse."
        + (hint.isEmpty ? "" : " " + hint),
      at: problem.start..<problem.end,
      in: script
    )
  }
}
