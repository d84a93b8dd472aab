import Moonroute
import Rehearsal
import ScriptHost
import ScriptTesting

/// Does the steps of a journey in an application, as the calls of a script would.
enum WanderAct {
  /// The end of a step, beside what the log and the opens tell.
  struct Result: Sendable {
    var isDone = true
    var findings: [RuleFinding] = []
  }

  /// Does a step; what the log and the opens tell of it is not in the result.
  static func perform(
    _ step: JourneyStep,
    _ rehearsal: Rehearsal,
    in application: isolated Application
  ) async -> Result {
    let (host, router) = (rehearsal.host, application.router)
    switch step {
    case .open(let location):
      _ = await router.open(location)
      return Result()
    case .openBoth(let first, let second):
      return await open(first, second, rehearsal, in: application)
    case .tap(let text, let place):
      let move = await router.perform(.tap(text, on: screen(place, in: application)))
      return result(of: move, tapping: text, in: application)
    case .fill(let field, let text, let place):
      let fields = [field: Value.text(text)]
      let move = await router.perform(.fill(fields, on: screen(place, in: application)))
      return Result(isDone: move.isDone)
    case .back: return Result(isDone: await router.back().isDone)
    case .swipe: return Result(isDone: await router.swipeBack().isDone)
    case .dismiss: return Result(isDone: await router.dismiss().isDone)
    case .select(let tab): return Result(isDone: await router.select(tab).isDone)
    case .reselect(let tab): return Result(isDone: await router.reset(tab).isDone)
    case .wait(let seconds):
      await rehearsal.time.clock.advance(by: .seconds(seconds))
      return Result()
    case .become(let name):
      let count = try? await host.become(name, in: application)
      return Result(isDone: count != nil)
    case .recheck:
      await router.recheck()
      return Result()
    case .reload: return await reload(host)
    case .restore: return await restore(in: application)
    case .restart: return Result()
    }
  }

  private static func screen(
    _ place: Int?,
    in application: isolated Application
  ) -> Screen.ID? {
    guard let place else { return nil }
    let screens = application.stage.screens
    return screens.indices.contains(place) ? screens[place].id : .unplaced
  }

  private static func open(
    _ first: String,
    _ second: String,
    _ rehearsal: Rehearsal,
    in application: isolated Application
  ) async -> Result {
    let task = Task(executorPreference: rehearsal.time.executor) {
      _ = await rehearsal.application.perform { await $0.router.open(first) }
    }
    // The first one goes on until it waits.
    await rehearsal.time.clock.advance(by: .zero)
    _ = await application.router.open(second)
    await task.value
    return Result()
  }

  /// A button whose function erred; what is no button any more was not tapped.
  private static func result(
    of move: Move,
    tapping text: String,
    in application: isolated Application
  ) -> Result {
    guard let error = move.error else { return Result() }
    guard let finding = RuleFinding(tapping: text, error, on: application.stage.top) else {
      return Result(isDone: false)
    }
    return Result(findings: [finding])
  }

  private static func reload(_ host: ScriptHost) async -> Result {
    do throws(ScriptProblems) {
      _ = try await host.loadAgain()
      return Result()
    } catch {
      let finding = RuleFinding(
        .problem,
        code: error.all.first?.code.rawValue,
        about: "reload",
        "the scripts do not load again: \(error.all.first?.message ?? "\(error)")",
        at: error.all.first?.site
      )
      return Result(findings: [finding])
    }
  }

  /// Restores what is on the stage, and compares it with what was.
  private static func restore(in application: isolated Application) async -> Result {
    let router = application.router
    let refused = await router.refusedScreens()
    let (saved, before) = (router.stage.saved, router.stage.screens)
    guard let leftOut = try? await router.restore(saved) else { return Result(isDone: false) }
    // Screens that guards refuse are left out, as is right.
    guard refused.isEmpty, router.stage.saved != saved else { return Result() }
    let missing = before.first { $0.location?.description == leftOut.first } ?? before.last
    let words = leftOut.first.map { "'\($0)' is missing" } ?? "it looks otherwise"
    return Result(findings: [
      RuleFinding(
        .restore,
        about: missing?.label ?? "",
        "the stage that was saved is not the one that is restored: \(words)",
        at: missing?.state?.route.site
      )
    ])
  }
}

extension RuleFinding {
  /// A button whose function erred; `nil` where there is no such button.
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
