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
    self.init(
      of: host,
      beside: known,
      scripts: Self.scripts(host.scriptFiles(in: application), specs),
      offers: offers,
      reportsSpecs: reportsSpecs,
      in: application
    )
  }

  /// Looks at a loaded application whose texts were read before.
  ///
  /// - Parameters:
  ///   - host: The host; it has loaded.
  ///   - known: The problems that are known already: comments allow them, too.
  ///   - scripts: The scripts that were loaded, and the specs.
  ///   - offers: What the program offers. Default: not known; stubs of `headless.lua` tell names.
  ///   - reportsSpecs: Whether problems of specs are found, too. They are never run.
  ///   - application: The host's own.
  /// - Complexity: O(*n*) for *n* bytes of ordinary scripts.
  package init(
    of host: ScriptHost,
    beside known: [ScriptProblem],
    scripts: [AnalysedScript],
    offers: OfferList? = nil,
    reportsSpecs: Bool,
    in application: isolated Application
  ) {
    let loaded = LoadedApplication(
      scripts: scripts.sorted { $0.file < $1.file },
      entry: host.entryFile,
      globals: host.globals(offering: offers, in: application),
      offers: offers,
      in: application
    )
    Self.run(loaded, reportsSpecs: reportsSpecs)
    let files = host.scriptFiles(in: application)
    let compiled = loaded.scripts.filter { files[$0.file] != nil }
    findings = Self.sorted(loaded, beside: known + OpenRedirects.problems(in: compiled))
  }

  /// Looks at one text by itself: its syntax and its scopes.
  ///
  /// - Parameters:
  ///   - script: The text.
  ///   - globals: The globals of the scripts; when there are none, they are not looked at.
  package init(only script: AnalysedScript, globals: ScriptGlobals = ScriptGlobals()) {
    let loaded = LoadedApplication(only: script, globals: globals)
    if loaded.canRead(script) { LuaRules(application: loaded).run(script) }
    let aboutGlobals: [CheckRule] = [
      .undefinedGlobal, .undefinedField, .notInSandbox, .globalWrite,
    ]
    let ids = Set(globals.fields.isEmpty ? aboutGlobals.map(\.id) : [])
    findings = Self.sorted(loaded, beside: []).filter { !ids.contains($0.problem.code.rawValue) }
  }

  /// Looks at texts that do not load: the trees alone speak, so that what is about routes is left out.
  ///
  /// - Parameters:
  ///   - entry: The path of the file that runs first; those that it requires by name are read, too.
  ///   - known: The problems of loading.
  ///   - host: A host of other scripts that has loaded: it tells what scripts have.
  ///   - application: That host's own.
  ///   - read: Reads a file by its path.
  /// - Complexity: O(*n*) for *n* bytes of ordinary scripts.
  package init(
    unloaded entry: String,
    beside known: [ScriptProblem],
    globalsOf host: ScriptHost,
    in application: isolated Application,
    reading read: (String) -> [UInt8]?
  ) {
    var files: [String: [UInt8]] = [:]
    var scripts: [AnalysedScript] = []
    var waiting = [entry]
    while let file = waiting.popLast() {
      guard files[file] == nil, let text = read(file) else { continue }
      let script = AnalysedScript(file: file, text: text, isSpec: Self.isSpec(file))
      files[file] = text
      scripts.append(script)
      for requirement in script.tree.requirements where !requirement.isMount {
        waiting += script.string(of: requirement.name).map(ApplicationModel.files(ofModule:)) ?? []
      }
    }
    let loaded = LoadedApplication(
      scripts: scripts.sorted { $0.file < $1.file },
      entry: entry,
      globals: host.globals(in: application),
      in: application
    )
    let rules = LuaRules(application: loaded)
    for script in loaded.scripts where loaded.canRead(script) { rules.run(script) }
    findings = Self.sorted(loaded, beside: known).omitting(reported: known)
  }

  private static func scripts(
    _ files: [String: [UInt8]],
    _ specs: [String: [UInt8]]
  ) -> [AnalysedScript] {
    let scripts =
      files.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: isSpec($0.key)) }
      + specs.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) }
    return scripts.sorted { $0.file < $1.file }
  }

  /// The findings and other problems, those that comments allow left out, by their places.
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

  /// Whether a file holds specs, or helps them.
  package static func isSpec(_ file: String) -> Bool {
    file.hasSuffix("_spec.lua") || file.hasPrefix("spec/") || file.contains("/spec/")
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
    links.runOnRoutes()
    modules.findDeadFiles()
    stores.run()
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
    }
  }
}

extension [ScriptFinding] {
  /// The findings without those of the texts in lines of which loading has told.
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
  /// Whether a script parses; else that is noted.
  fileprivate func canRead(_ script: AnalysedScript) -> Bool {
    // Lua itself takes more levels than trees have.
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

extension ScriptHost {
  /// The globals; those of `host` are what the program offers, if that is known.
  func globals(
    offering offers: OfferList?,
    in application: isolated Application
  ) -> ScriptGlobals {
    var globals = globals(in: application)
    if let offers {
      globals.fields["host"] = Set(offers.functions.map(\.name) + offers.values.map(\.name))
        .union(["call", "stub"])
    }
    return globals
  }
}
