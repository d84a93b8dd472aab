import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

/// Performs the steps of a journey in an application, like script calls.
enum WanderAct {
  /// The result of a step, without log entries and outcomes.
  struct Result: Sendable {
    var isDone = true
    var findings: [RuleFinding] = []
    /// The outcome of an open.
    var outcome: Outcome?
  }

  static func perform(
    _ step: WanderStep,
    _ rehearsal: Rehearsal,
    in application: isolated LinkRouter
  ) async -> Result {
    guard let earlier = step.earlier else {
      let result = await perform(step.act, rehearsal, in: application)
      guard result.isDone, !step.answers.isEmpty else { return result }
      return await replace(step.answers, rehearsal.host, in: application)
    }
    let task = Task(executorPreference: rehearsal.time.executor) {
      _ = await rehearsal.application.perform { await $0.router.open(earlier) }
    }
    // The first open runs until it waits.
    await rehearsal.time.clock.advance(by: .zero)
    let result = await perform(step.act, rehearsal, in: application)
    await task.value
    return result
  }

  /// Replaces functions of the program, then runs the guards again.
  private static func replace(
    _ answers: [String: Value],
    _ host: ScriptHost,
    in application: isolated LinkRouter
  ) async -> Result {
    for (name, value) in answers {
      guard (try? host.replace(name, with: value, in: application)) != nil else {
        return Result(isDone: false)
      }
    }
    await application.router.revalidate()
    return Result()
  }

  private static func perform(
    _ act: Act,
    _ rehearsal: Rehearsal,
    in application: isolated LinkRouter
  ) async -> Result {
    if act == .restore { return await restore(rehearsal, in: application) }
    do {
      let ending = try await rehearsal.perform(act, in: application)
      if case .opened(let outcome) = ending { return Result(outcome: outcome) }
      guard case .moved(let move) = ending else { return Result() }
      guard case .person(.tap(let text, _, _), _) = act else { return Result(isDone: move.isDone) }
      return result(of: move, tapping: text, in: application)
    } catch let problems as ScriptProblems {
      return Result(findings: [RuleFinding(reloading: problems)])
    } catch {
      return Result(isDone: false)
    }
  }

  /// A button that no longer exists counts as not tapped.
  private static func result(
    of move: MoveResult,
    tapping text: String,
    in application: isolated LinkRouter
  ) -> Result {
    guard let error = move.error else { return Result() }
    guard let finding = RuleFinding(tapping: text, error, on: application.stage.top) else {
      return Result(isDone: false)
    }
    return Result(findings: [finding])
  }

  /// Restores the stage and compares it with the saved one.
  private static func restore(
    _ rehearsal: Rehearsal,
    in application: isolated LinkRouter
  ) async -> Result {
    let router = application.router
    let refused = await router.refusedScreens()
    let (saved, before) = (router.stage.restorationState, router.stage.screens)
    guard case .restored(let leftOut)? = try? await rehearsal.perform(.restore, in: application)
    else { return Result(isDone: false) }
    // Restoring correctly omits screens that guards refuse.
    guard refused.isEmpty, router.stage.restorationState != saved else { return Result() }
    let missing = before.first { $0.location?.description == leftOut.first } ?? before.last
    let words = leftOut.first.map { "'\($0)' is missing" } ?? "its content differs"
    return Result(findings: [
      RuleFinding(
        .restore,
        about: missing?.label ?? "",
        "the restored stage is not the saved one: \(words)",
        at: missing?.state?.route.site
      )
    ])
  }
}

extension RuleFinding {
  /// A finding for scripts that do not reload.
  fileprivate init(reloading problems: ScriptProblems) {
    let first = problems.problems.first
    self.init(
      .problem,
      code: first?.code.rawValue,
      about: "reload",
      "the scripts do not load again: \(first?.message ?? "\(problems)")",
      at: first?.site
    )
  }

  /// A finding for a tap with a failed function; `nil` if the button does not exist.
  fileprivate init?(tapping text: String, _ error: RouterError, on screen: Screen?) {
    guard error.code != .unknownName || error.site != nil, error.code != .animationFailed else {
      return nil
    }
    self.init(
      .problem,
      code: error.code.rawValue,
      about: "\(screen?.label ?? "")/\(text)",
      "tapping '\(text)' on '\(screen?.label ?? "")' fails: \(error.message)",
      at: error.site
    )
  }
}
