import LuaSyntax
package import Moonroute
package import ScriptHost

/// The findings of a review of the scripts and of the application that they loaded.
///
/// The loaded application supplies the names, so a name that a loop registers counts. The syntax
/// trees supply the places. The review never reports a name that is not written as a literal.
package struct ScriptReview: Sendable {
  /// The problems, sorted by file, line and column.
  package let findings: [ScriptFinding]

  /// The reviewed scripts by path.
  package let scripts: [String: AnalysedScript]

  /// Reviews a loaded application.
  ///
  /// Comments can suppress the `known` problems as well, and a module that only a spec requires
  /// counts as used. Without offers, the stubs of `headless.lua` supply the names.
  package init(
    of host: ScriptHost,
    beside known: [ScriptProblem] = [],
    specs: [String: [UInt8]],
    offers: OfferList? = nil,
    reportsSpecs: Bool,
    in application: isolated LinkRouter
  ) {
    self.init(
      of: host,
      beside: known,
      scripts: Self.scripts(host.scriptFiles(in: application), specs),
      offers: offers,
      reportsSpecs: reportsSpecs,
      in: application
    )
  }

  /// Reviews a loaded application after its scripts have been parsed.
  package init(
    of host: ScriptHost,
    beside known: [ScriptProblem],
    scripts: [AnalysedScript],
    offers: OfferList? = nil,
    reportsSpecs: Bool,
    in application: isolated LinkRouter
  ) {
    let loaded = LoadedApplication(
      scripts: scripts.sorted { $0.file < $1.file },
      entry: host.entryFile,
      globals: host.globals(offering: offers, in: application),
      session: host.sessionShape(in: application),
      offers: offers,
      in: application
    )
    Self.run(loaded, reportsSpecs: reportsSpecs)
    let files = host.scriptFiles(in: application)
    let compiled = loaded.scripts.filter { files[$0.file] != nil }
    let offered = Set(host.offeredViews).union(offers?.views ?? [])
    let looks = LookRules(application: loaded).problems(of: host.looks, offered: offered)
    self.init(
      findings: Self.sorted(loaded, beside: known + looks + OpenRedirects.problems(in: compiled)),
      of: loaded
    )
  }

  /// Reviews the syntax and the scopes of one script; without globals, it skips the rules about
  /// them.
  package init(only script: AnalysedScript, globals: ScriptGlobals = ScriptGlobals()) {
    let loaded = LoadedApplication(only: script, globals: globals)
    if loaded.canRead(script) { LuaRules(application: loaded).run(script) }
    let aboutGlobals: [CheckRule] = [
      .undefinedGlobal, .undefinedField, .notInSandbox, .globalWrite,
    ]
    let ids = Set(globals.fields.isEmpty ? aboutGlobals.map(\.id) : [])
    self.init(
      findings: Self.sorted(loaded, beside: []).filter { !ids.contains($0.problem.code.rawValue) },
      of: loaded
    )
  }

  /// Reviews scripts that do not load, only by their syntax trees and without the rules about
  /// routes.
  ///
  /// It skips the rules about routes and uses only the syntax trees.
  ///
  /// - Parameters:
  ///   - entry: The path of the file that runs first. The review follows its literal `require`
  ///     calls.
  ///   - known: The problems of loading.
  ///   - others: Scripts to review in any case, instead of the files with their paths.
  ///   - host: A host of other scripts that has loaded. It supplies the globals.
  ///   - application: That host's application.
  ///   - read: Reads a file by its path.
  /// - Complexity: O(*n*) for *n* bytes of ordinary scripts.
  package init(
    unloaded entry: String,
    beside known: [ScriptProblem],
    scripts others: [AnalysedScript],
    globalsOf host: ScriptHost,
    in application: isolated LinkRouter,
    reading read: (String) -> [UInt8]?
  ) {
    var scripts = Dictionary(others.map { ($0.file, $0) }) { first, _ in first }
    var seen: Set<String> = []
    var waiting = [entry]
    while let file = waiting.popLast() {
      guard seen.insert(file).inserted,
        let script = scripts[file]
          ?? read(file)
          .map({ AnalysedScript(file: file, text: $0, isSpec: AnalysedScript.isSpec(file)) })
      else { continue }
      scripts[file] = script
      for requirement in script.tree.requirements where !requirement.isMount {
        waiting += script.string(of: requirement.name).map(ApplicationModel.files(ofModule:)) ?? []
      }
    }
    let loaded = LoadedApplication(
      scripts: scripts.values.sorted { $0.file < $1.file },
      entry: entry,
      globals: host.globals(in: application),
      in: application
    )
    let rules = LuaRules(application: loaded)
    for script in loaded.scripts where loaded.canRead(script) { rules.run(script) }
    self.init(findings: Self.sorted(loaded, beside: known).omitting(reported: known), of: loaded)
  }

  private init(findings: [ScriptFinding], of loaded: LoadedApplication) {
    self.init(
      findings: findings,
      scripts: Dictionary(loaded.scripts.map { ($0.file, $0) }) { first, _ in first }
    )
  }

  init(findings: [ScriptFinding], scripts: [String: AnalysedScript]) {
    (self.findings, self.scripts) = (findings, scripts)
  }

  private static func scripts(
    _ files: [String: [UInt8]],
    _ specs: [String: [UInt8]]
  ) -> [AnalysedScript] {
    let scripts =
      files.map {
        AnalysedScript(file: $0.key, text: $0.value, isSpec: AnalysedScript.isSpec($0.key))
      }
      + specs.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) }
    return scripts.sorted { $0.file < $1.file }
  }

  /// The findings and the other problems without the suppressed ones, sorted by place.
  private static func sorted(
    _ loaded: LoadedApplication,
    beside others: [ScriptProblem]
  ) -> [ScriptFinding] {
    let others = others.filter { problem in
      guard let site = problem.site, let script = loaded.script(of: site.file) else { return true }
      return !script.suppressions.allows(problem.code.rawValue, line: site.line)
    }
    return (others.map { ScriptFinding($0) } + loaded.findings).sorted { $0.place < $1.place }
  }

  private static func run(_ loaded: LoadedApplication, reportsSpecs: Bool) {
    let names = NameRules(application: loaded)
    let decisions = DecisionRules(application: loaded)
    let reads = StateReadRules(application: loaded)
    let bodies = BodyRules(application: loaded)
    let links = LinkRules(application: loaded, names: names)
    let modules = ModuleRules(application: loaded)
    let specs = SpecRules(application: loaded)
    let stores = StoreRules(application: loaded)
    let parameters = ParameterUses(application: loaded)
    let texts = LuaRules(application: loaded)
    let offers = OfferRules(application: loaded)
    let session = SessionRules(application: loaded)
    links.runOnRoutes()
    modules.findDeadFiles()
    stores.run()
    session?.findSecrets()
    TextRules(application: loaded).run()
    if reportsSpecs { OpenedRoutes(application: loaded).run() }
    for script in loaded.scripts where reportsSpecs || !script.isSpec {
      guard loaded.canRead(script) else { continue }
      names.run(script)
      decisions.run(script)
      reads.run(script)
      bodies.run(script)
      links.run(script)
      modules.run(script)
      specs.run(script)
      stores.run(script)
      parameters.run(script)
      texts.run(script)
      offers?.run(script)
      session?.run(script)
    }
  }
}

extension [ScriptFinding] {
  /// The findings that loading has not reported.
  package func omitting(reported known: [ScriptProblem]) -> [ScriptFinding] {
    filter { finding in
      finding.endLine == nil
        || !known.contains { problem in
          problem.site == finding.problem.site
            && (problem.code == finding.problem.code
              || problem.code == .scriptError && finding.problem.severity == .error)
        }
    }
  }
}

extension LoadedApplication {
  /// Whether a script parses; reports the problem if it does not.
  fileprivate func canRead(_ script: AnalysedScript) -> Bool {
    // Lua accepts deeper nesting than the syntax tree.
    guard let problem = script.tree.problems.first(where: { $0.reason != .tooDeep }) else {
      return true
    }
    if case .tooLarge = problem.reason {
      report(.tooLarge, script.tree.message(of: problem) + ". Split it.", at: 0..<0, in: script)
    } else {
      report(problem, in: script)
    }
    return false
  }

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

extension ScriptHost {
  /// The globals, with the program's offers as the fields of `host` if they are known.
  func globals(
    offering offers: OfferList?,
    in application: isolated LinkRouter
  ) -> ScriptGlobals {
    var globals = globals(in: application)
    if let offers {
      globals.fields["host"] = Set(offers.functions.map(\.name) + offers.values.map(\.name))
        .union(HostOffers.ownNames)
    }
    return globals
  }
}
