import LuaRuntime
import Moonroute

/// The rules and stores that the scripts of a generation register into: while these are being
/// built, or once they are in force.
final class RegistrationScope {
  /// A phase in the life of a generation.
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

  /// The router.
  ///
  /// It exists whenever a script runs: scripts run only on the application's executor, and the
  /// application owns the router. The router's rules retain the generation.
  unowned let router: Router

  var phase = Phase.loading

  /// The events and resources of this generation, while its rules live.
  private(set) weak var stores: StoreScopes?

  private var building: RouterRules?

  /// Registers into rules that are being built.
  init(number: Int, router: Router, rules: RouterRules) {
    self.number = number
    self.router = router
    building = rules
    stores = rules.stores
  }

  /// The target of registrations: the rules being built, or the rules in force.
  var rules: RouterRules { building ?? router.rules }

  var patternContext: PatternContext { PatternContext(rules) }

  /// The owner of new registrations: the screen that is building its view, or nil.
  var viewOwner: AnyObject? { phase == .running ? router.viewOwner : nil }

  /// Rejects a call that moves the stage while a view is built, usually written in place of a
  /// function.
  ///
  /// - Throws: `denied`.
  func checkMove(_ call: String) throws(LuaError) {
    guard phase == .running, router.isBuildingView else { return }
    throw LuaError("denied", BodyWords.moves(call))
  }

  /// The events and resources of this generation.
  ///
  /// - Throws: `closed` if another generation is in force.
  func scopes() throws(RouterError) -> StoreScopes {
    guard phase != .replaced, let stores else {
      throw RouterError(RouterError.Code(rawValue: "closed"), LuaError.gone(number).message)
    }
    return stores
  }

  /// Registers into other rules from now on.
  func beginLoading(into rules: RouterRules) {
    phase = .loading
    building = rules
    stores = rules.stores
  }

  /// Registers into the rules in force from now on.
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

  /// Runs a function that throws router errors, and converts its error for scripts.
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
      error.all.first.map(raisable) ?? LuaError(.scriptError, "\(error)")
    default: LuaError(.hostError, "\(error)")
    }
  }
}
