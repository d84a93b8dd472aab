import LuaRuntime
import Moonroute

/// The rules and stores that the scripts of a generation register into.
final class RegistrationScope {
  enum Phase {
    /// `headless.lua` runs: functions of the host may be stubbed.
    case stubbing
    /// The scripts load: mistakes are collected, nothing can wait.
    case loading
    /// The rules are in force.
    case running
    /// Another generation is in force, or this one did not load; its background work has ended.
    case replaced
  }

  /// The number of the generation, counted from 1.
  let number: Int

  /// Exists whenever a script runs: a `LinkRouter` owns it and runs scripts on its executor.
  ///
  /// Its rules retain the generation.
  unowned let router: Router

  var phase = Phase.loading

  /// The events and resources of this generation, while its rules live.
  private(set) weak var stores: StoreScopes?

  private var building: RouterRules?

  init(number: Int, router: Router, rules: RouterRules) {
    self.number = number
    self.router = router
    building = rules
    stores = rules.stores
  }

  var rules: RouterRules { building ?? router.rules }

  var patternContext: PatternContext { PatternContext(rules) }

  /// The owner of new registrations: the screen that is building its view, or nil.
  var viewOwner: AnyObject? { phase == .running ? router.viewOwner : nil }

  /// Throws `denied` while a view is built: the call was probably meant as a function.
  func checkMove(_ call: String) throws(LuaError) {
    guard phase == .running, router.isBuildingView else { return }
    throw LuaError("denied", BodyWords.moves(call))
  }

  /// Throws `closed` if another generation is in force.
  func scopes() throws(RouterError) -> StoreScopes {
    guard phase != .replaced, let stores else {
      throw RouterError(RouterError.Code(rawValue: "closed"), LuaError.gone(number).message)
    }
    return stores
  }

  func beginLoading(into rules: RouterRules) {
    phase = .loading
    building = rules
    stores = rules.stores
  }

  func beginRunning() {
    phase = .running
    building = nil
  }

  /// Stops registering, and reverts the changes to resources.
  func endRunning() {
    phase = .replaced
    stores?.resources.takeBackChanges()
    building = nil
  }

  /// Releases unreferenced registrations.
  func sweep() {
    stores?.resources.sweep()
    stores?.events.sweep()
    router.sweepListeners()
    if phase != .replaced { rules.sweep() }
  }

  func raising<Answer>(
    _ body: () throws(RouterError) -> Answer
  ) throws(LuaError) -> Answer {
    do throws(RouterError) {
      return try body()
    } catch {
      throw LuaError.raisable(error)
    }
  }
}

extension LuaError {
  /// The error for using a value of another generation.
  static func gone(_ number: Int) -> LuaError {
    LuaError(
      .closed,
      "This belonged to generation \(number); the scripts have been loaded again since."
    )
  }

  /// Converts an error of the host for scripts: `{ code, message, file, line }`.
  static func raisable(_ error: any Error) -> LuaError {
    switch error {
    case let error as LuaError: error
    case let error as RouterError:
      LuaError(
        LuaErrorCode(rawValue: error.code.rawValue),
        error.message,
        position: error.site.map { LuaPosition(file: $0.file, line: $0.line) },
        cause: error.pattern
      )
    case let error as RouteProblems:
      error.problems.first.map(raisable) ?? LuaError(.scriptError, "\(error)")
    default: LuaError(.hostError, "\(error)")
    }
  }
}
