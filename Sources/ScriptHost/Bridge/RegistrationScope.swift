import LuaRuntime
import Moonroute

/// The rules and stores that the scripts of a generation register into: those being built, or those
/// in force.
final class RegistrationScope {
  /// A phase in the life of a generation.
  enum Phase {
    /// `headless.lua` runs: functions of the host may be stubbed.
    case stubbing
    /// The scripts load: mistakes are collected, nothing can wait.
    case loading
    /// The rules are in force.
    case running
    /// Another generation is in force, or this one did not load; what began with it ends with it.
    case replaced
  }

  /// The number of the generation, counted from 1.
  let number: Int

  /// The router.
  ///
  /// It is there whenever a script runs: scripts run on the application's executor only, whose
  /// owner holds the router. The router's rules hold the generation.
  unowned let router: Router

  /// The phase that the generation is in.
  var phase = Phase.loading

  /// The events and resources of this generation, as long as its rules live.
  private(set) weak var stores: StoreScopes?

  private var building: RouterRules?

  /// Registers into rules that are being built.
  init(number: Int, router: Router, rules: RouterRules) {
    self.number = number
    self.router = router
    building = rules
    stores = rules.stores
  }

  /// The rules that registrations go to: those being built, or those in force.
  var rules: RouterRules { building ?? router.rules }

  /// The rules for reading patterns and locations.
  var patternContext: PatternContext { PatternContext(rules) }

  /// The owner of what a script registers now: the screen whose view runs, or nothing.
  var viewOwner: AnyObject? { phase == .running ? router.viewOwner : nil }

  /// Refuses a call that moves the stage while a view is built, mostly one in the place of a function.
  ///
  /// - Throws: `denied`.
  func checkMove(_ call: String) throws(LuaError) {
    guard phase == .running, router.isBuildingView else { return }
    throw LuaError("denied", BodyWords.moves(call))
  }

  /// The events and resources of this generation.
  ///
  /// - Throws: `closed` when another generation is in force.
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

  /// Registers nothing any more, and takes back what the resources were changed to.
  func endRunning() {
    phase = .replaced
    stores?.resources.takeBackChanges()
    building = nil
  }

  /// Releases registrations that nothing refers to.
  func sweep() {
    stores?.resources.sweep()
    stores?.events.sweep()
    router.sweepListeners()
    if phase != .replaced { rules.sweep() }
  }

  /// Runs what fails as the router does, and lets it fail as scripts see it.
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
  /// The error for using a value that belonged to another generation.
  static func gone(_ number: Int) -> LuaError {
    LuaError(
      .closed,
      "This belonged to generation \(number); the scripts have been loaded again since."
    )
  }

  /// An error of the host as scripts see it: `{ code, message, file, line }`.
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
