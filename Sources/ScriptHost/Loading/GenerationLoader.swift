import LuaRuntime
import Moonroute

/// Runs the scripts of a generation and collects all mistakes in them.
struct GenerationLoader {
  /// The file that replaces the program.
  static let headless = "headless.lua"

  /// The computing time of each file while it loads, unless a decision may take longer; required
  /// files have their own, and all scripts together have twice as much.
  private static let fileTime = Duration.seconds(1)

  let generation: Generation

  /// The modules that were mounted while the previous scripts ran.
  var mounts: [ModuleMounts.Late] = []

  /// The patterns of the late parts that the previous scripts had loaded.
  var parts: Set<String> = []

  func run() { Self.loading(in: generation.state) { runAll() } }

  /// Runs scripts with the computing time of loading.
  static func loading<Failure>(
    in state: LuaState,
    _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    guard !state.limits.hasAllLibraries else { return try body() }
    let time = max(fileTime, state.limits.computingTime)
    try state.loading(within: time * 2, each: time, body)
  }

  /// Whether no program is present, so that `headless.lua`, personas and invariants are read.
  private var isHeadless: Bool {
    generation.setup.runsHeadless && generation.sources.entry == "main.lua"
  }

  private func runAll() {
    guard isHeadless else { return runScripts() }
    generation.keep.noteLoading { runScripts() }
  }

  private func runScripts() {
    let entry = generation.sources.entry
    if let problem = generation.sources.folderProblem {
      generation.registrar.problems.add(ScriptProblem(.badSource, problem))
      return
    }
    guard generation.sources.has(entry) else {
      generation.registrar.problems.add(
        ScriptProblem(
          .missingFile,
          "There is no \(entry). An application is a folder with main.lua, or one .lua file."
            + folderHint
        )
      )
      return
    }
    // Scripts get the same random numbers at every load, so that a failure can be reproduced.
    if let seed = generation.library.seedRandom {
      _ = attempt { () throws(LuaError) in _ = try generation.state.call(seed, [.integer(0)]) }
    }
    if isHeadless {
      generation.scope.phase = .stubbing
      _ = run(Self.headless)
    }
    generation.scope.phase = .loading
    if run(entry) {
      mountAgain()
      loadParts()
      generation.keep.declarations.endLoading()
      for error in generation.stubs.replies.checkLoaded() {
        generation.registrar.problems.add(
          ScriptProblem(error, at: error.site, in: generation.sources)
        )
      }
      if isHeadless {
        read(Personas.file) { () throws(LuaError) in try readPersonas() }
        read(Invariants.file) { () throws(LuaError) in try readInvariants() }
        _ = attempt { () throws(LuaError) in try generation.resumePersona() }
      }
      generation.registrar.attachDeferredGuards()
      generation.registrar.checkInitial()
    }
    for warning in generation.scope.rules.warnings { add(warning) }
    if generation.registrar.problems.hasErrors { parseTheRest() }
  }

  /// Reads a file that only returns data: it registers nothing.
  private func read(_ file: String, _ body: () throws(LuaError) -> Void) {
    generation.registrar.readFile = file
    defer { generation.registrar.readFile = nil }
    _ = attempt(body)
  }

  private func readPersonas() throws(LuaError) {
    guard let chunk = try compile(Personas.file) else { return }
    var reader = PersonaReader(
      state: generation.state,
      texts: generation.sources,
      declarations: generation.keep.declarations
    )
    let answer: LuaValue
    do throws(LuaError) {
      answer = try generation.state.call(chunk).first ?? .nil
    } catch {
      var error = error
      // The table that the file returns has no line of its own.
      error.position = error.position ?? LuaPosition(file: Personas.file, line: 1)
      throw error
    }
    generation.stubs.personas.all = try reader.read(answer)
    for problem in reader.problems { generation.registrar.problems.add(problem) }
  }

  private func readInvariants() throws(LuaError) {
    guard let chunk = try compile(Invariants.file) else { return }
    try addInvariant()
    let outcome: Result<[LuaValue], LuaError>
    do throws(LuaError) {
      outcome = .success(try generation.state.call(chunk))
    } catch {
      outcome = .failure(error)
    }
    try removeInvariant()
    _ = try outcome.get()
  }

  private func mountAgain() {
    for mount in mounts {
      let module = generation.routerModule
      let scoped = mount.key.scheme.map(module.bound) ?? module
      _ = attempt { () throws(LuaError) in try scoped.mountAgain(mount) }
    }
  }

  /// The number of late parts that may compute for too long before the others are left out.
  private static let endlessParts = 3

  /// Loads the late parts that the previous scripts had loaded, or all for a tool.
  private func loadParts() {
    let rules = generation.scope.rules
    var endless = 0
    for late in rules.late {
      for part in late.parts
      where generation.setup.loadsParts || parts.contains(late.pattern(of: part).text) {
        do throws(RouterError) {
          try rules.load(part, of: late)
        } catch {
          generation.registrar.problems.add(
            ScriptProblem(error, at: late.site, in: generation.sources)
          )
          // Each part has its own time. Endless ones would add up.
          if error.code == .timeout { endless += 1 }
          guard endless < Self.endlessParts else { return }
        }
      }
    }
  }

  /// The first subfolder that contains the missing entry, as a hint.
  private var folderHint: String {
    let entry = "/" + generation.sources.entry
    guard let path = generation.sources.paths.first(where: { $0.hasSuffix(entry) }) else {
      return ""
    }
    return " Did you mean the folder '\(path.dropLast(entry.count))' in it?"
  }

  /// Runs a file, if it exists; returns whether it ran without an error.
  private func run(_ path: String) -> Bool {
    attempt { () throws(LuaError) in
      guard let chunk = try compile(path) else { return }
      _ = try generation.state.call(chunk)
    }
  }

  /// Finds the syntax errors of files that did not run because another one failed.
  private func parseTheRest() {
    for path in generation.sources.paths {
      _ = attempt { () throws(LuaError) in _ = try compile(path) }
    }
  }

  private func compile(_ path: String) throws(LuaError) -> LuaFunction? {
    try generation.sources.chunk(of: path, in: generation.state, generation.environment)
  }

  /// Records code that loads but is probably a mistake.
  private func add(_ warning: RouterError) {
    guard let site = warning.site, generation.sources[site.file] != nil else { return }
    generation.registrar.problems.add(
      ScriptProblem(
        warning.code,
        warning.message,
        at: site,
        severity: .warning,
        in: generation.sources
      )
    )
  }

  private func attempt(_ body: () throws(LuaError) -> Void) -> Bool {
    do throws(LuaError) {
      try body()
      return true
    } catch {
      generation.registrar.problems.add(
        ScriptProblem(error, hint: generation.functions.hint(for: error), in: generation.sources)
      )
      return false
    }
  }
}

extension ScriptSource {
  /// The files of a folder that run if they exist, although no script requires them.
  package static let startFiles = [
    "main.lua", GenerationLoader.headless, Personas.file, Invariants.file,
  ]
}
