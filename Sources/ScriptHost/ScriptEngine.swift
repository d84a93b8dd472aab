import LuaRuntime
import Moonroute
import ScriptLibrary

/// The scripts of one application: one generation at a time.
final class ScriptEngine {
  private let router: Router

  /// Holds the engine.
  private unowned let application: Application

  /// The program's own rules, to which every generation adds its own.
  let programRules: RouterRules

  /// The generation in force, or `nil` before the first load.
  private(set) var generation: Generation?

  private var lastNumber = 0

  private init(router: Router, application: Application) {
    self.router = router
    self.application = application
    programRules = router.rules.copy()
  }

  /// The engine of an application, made when first asked for.
  static func of(_ application: isolated Application) -> ScriptEngine {
    if let engine = application.attachment as? ScriptEngine { return engine }
    let engine = ScriptEngine(router: application.router, application: application)
    application.attachment = engine
    return engine
  }

  /// Loads everything beside what runs, and takes the router over to it or changes nothing.
  ///
  /// - Returns: Warnings.
  /// - Throws: Every problem found.
  func load(_ setup: ScriptSetup) throws(ScriptProblems) -> [ScriptProblem] {
    lastNumber += 1
    let rules = programRules.copy()
    let fresh: Generation
    do {
      fresh = try Generation(
        number: lastNumber,
        setup: setup,
        application: application,
        router: router,
        rules: rules
      )
      if let generation { try fresh.takeSession(of: generation) }
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: ScriptTexts(setup.source)))
    }
    GenerationLoader(generation: fresh).run()
    let problems = fresh.problems.sorted
    guard !problems.contains(where: { $0.severity == .error }) else {
      fresh.endRunning()
      throw ScriptProblems(problems)
    }
    for (name, view) in setup.offers.views { router.register(view: name, view) }
    fresh.beginRunning()
    router.adopt(rules)
    generation?.endRunning()
    generation = fresh
    return problems
  }

  /// Runs what a timer is for, unless it was cancelled or its generation is gone.
  func fire(timer number: UInt64, of generationNumber: Int) async {
    guard let generation, generation.number == generationNumber else { return }
    await generation.timers.fire(number, in: generation)
  }

  /// Lets a function that nobody waits for run to its end.
  func finish(_ number: UInt64, of generationNumber: Int) async {
    guard let generation, generation.number == generationNumber,
      let rest = generation.timers.takeUnfinished(number)
    else { return }
    do { try await rest() } catch { generation.log(error) }
  }

  /// Runs a line of Lua; it may wait.
  func evaluate(_ source: String) async throws(ScriptProblems) -> [String] {
    guard let generation else {
      throw ScriptProblems(
        ScriptProblem(.scriptError, "No scripts are loaded yet. Load them first.")
      )
    }
    generation.sources.add(source, as: "(eval)")
    do {
      return try await generation.evaluate(source).map(\.display)
    } catch {
      throw ScriptProblems(ScriptProblem(error, in: generation.sources))
    }
  }
}
