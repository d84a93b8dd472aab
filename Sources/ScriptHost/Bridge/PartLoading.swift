import LuaRuntime
import Moonroute

/// The parts of `router.lazy` that a generation is loading.
final class LateParts {
  /// The part whose module is running, or `nil`.
  var loading: PartLoading?

  /// The part that the last call needed while a script was running.
  var needed: (loading: PartLoading, late: LateRoutes)?

  /// Notes the registration of a call, so that it ends if the part fails.
  func note(_ values: [LuaValue]) {
    guard let loading, let registration = values.first?.object?.payload as? ScriptRegistration
    else { return }
    loading.registrations.append(registration)
  }

  /// Refuses a call while a module is running: it would change the rules, or run on after the
  /// module has failed.
  func refuse(_ call: String) throws(LuaError) {
    guard loading == nil else { throw LuaError.partRule(call) }
  }

  /// Whether a registration may be cancelled: while a module is running, only one of its own.
  func canCancel(_ registration: ScriptRegistration) -> Bool {
    loading.map { $0.registrations.contains { $0 === registration } } ?? true
  }
}

/// One attempt to load a part of `router.lazy`.
///
/// Its module runs between ``begin()`` and ``end()``. The routes count from ``add(_:)`` on.
final class PartLoading {
  let part: LateRoutes.Part

  /// The registrations of the module, such as listeners of events.
  var registrations: [ScriptRegistration] = []

  /// Whether the end announces the part, because no code of the host runs after it.
  var announcesAtEnd = false

  private unowned let parts: LateParts
  private unowned let scope: RegistrationScope
  private let addRoutes: (LuaTable, LuaCall) throws -> Void
  private var outer: PartLoading?
  private var start = Duration.zero
  private var time = Duration.zero

  /// `addRoutes` adds the routes of a list, either all or none.
  init(
    _ part: LateRoutes.Part,
    among parts: LateParts,
    of scope: RegistrationScope,
    addRoutes: @escaping (LuaTable, LuaCall) throws -> Void
  ) {
    self.part = part
    self.parts = parts
    self.scope = scope
    self.addRoutes = addRoutes
  }

  func begin() {
    part.state = .loading
    (outer, parts.loading) = (parts.loading, self)
    start = scope.router.clock.elapsed()
  }

  /// Adds the routes of the module, the second argument.
  func add(_ call: LuaCall) throws {
    guard case .table(let list) = call[1] else {
      throw LuaError(
        .badArgument,
        "The module '\(part.module)' must return a list of definitions, or a function that returns"
          + " one, not a \(call[1].typeName)."
      )
    }
    try addRoutes(list, call)
    part.state = .loaded
  }

  /// Cancels the registrations of the module, unless its routes were added.
  func end() {
    parts.loading = outer
    guard part.state == .loaded else {
      for registration in registrations { registration.cancel() }
      part.state = .waiting
      return
    }
    time = scope.router.clock.elapsed() - start
    if announcesAtEnd { announce() }
  }

  /// Reports the loaded part to the observers of the router.
  func announce() {
    guard part.state == .loaded, scope.phase == .running else { return }
    scope.rules.directory.settle()
    scope.router.noteLoaded(part, in: time)
  }
}

extension LuaError {
  /// The error for a call of a late module that changes the rules.
  static func partRule(_ call: String) -> LuaError {
    LuaError(
      "denied",
      "A module of router.lazy cannot call \(call): the rules would depend on which parts are loaded."
        + " Return the routes from the module, and move this call to main.lua."
    )
  }

  /// The error for a part that is needed while a script runs, if the call cannot be repeated.
  static func latePart(_ pattern: String) -> LuaError {
    LuaError(
      .latePart,
      "The routes of '\(pattern)' are not loaded yet, and this call cannot load them. Call"
        + " router.can_open with one of their locations first."
    )
  }
}

extension LuaErrorCode {
  static let latePart: LuaErrorCode = "late_part"
}
