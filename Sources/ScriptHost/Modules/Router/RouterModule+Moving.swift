import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  /// The calls that move on the stage without opening a location.
  func addMoving(to module: inout ModuleTable) throws(LuaError) {
    try addGoingBack(to: &module)
    try addTabs(to: &module)
    try module.add(
      "can_go_back",
      "() → boolean",
      "Returns whether going back is possible."
    ) { _ in
      [.boolean(bridge.scope.router.canGoBack)]
    }
  }

  private func addGoingBack(to module: inout ModuleTable) throws(LuaError) {
    try addMove(to: &module, "back", "(n) → boolean, reason?", "Goes back, one step by default.") {
      call in
      let count = call.isAbsent(0) ? 1 : try call.integer(0)
      guard count > 0 else {
        throw call.argumentError(
          0,
          "a number of steps of at least 1 expected"
        )
      }
      return { await $0.back(Int(clamping: count)) }
    }
    try addMove(
      to: &module,
      "pop_to",
      "(name) → boolean, reason?",
      "Goes back to the topmost screen of a route."
    ) { call in
      let name = try call.string(0)
      return { await $0.pop(to: name) }
    }
    try addMove(
      to: &module,
      "pop_to_root",
      "() → boolean, reason?",
      "Goes back to the root of the top's stack."
    ) { _ in { await $0.popToRoot() } }
    try addMove(
      to: &module,
      "dismiss",
      "(value) → boolean, reason?",
      "Dismisses the presented screen, with a result for its opener."
    ) { call in
      let result = try bridge.result(call[0], .dismissed)
      return { await $0.dismiss(with: result) }
    }
    try addMove(
      to: &module,
      "close",
      "(value) → boolean, reason?",
      "Closes the top, pushed or presented, with a result for its opener."
    ) { call in
      let result = try bridge.result(call[0], .closed)
      return { await $0.close(nil, with: result) }
    }
  }

  private func addTabs(to module: inout ModuleTable) throws(LuaError) {
    try addMove(
      to: &module,
      "select",
      "(tab) → boolean, reason?",
      "Selects a tab by its name or its number and keeps its stack."
    ) { call in
      let tab = try Self.tab(call)
      return { await $0.select(tab: tab) }
    }
    try addMove(
      to: &module,
      "reset",
      "(target) → boolean, reason?",
      "Pops a tab to its root, selected or not; with a location, empties the stage and opens the location."
    ) { call in
      if let text = try startLocation(call) {
        return { MoveResult(await $0.reset(to: text)) }
      }
      let tab = try Self.tab(call)
      return { await $0.reset(tab: tab) }
    }
  }

  /// Adds a call that returns `true`, or `false` and the reason.
  private func addMove(
    to module: inout ModuleTable,
    _ name: String,
    _ signature: String,
    _ summary: String,
    _ read: @escaping (LuaCall) throws -> (Router) async -> MoveResult
  ) throws(LuaError) {
    try module.addSuspending(name, signature, summary) { call in
      try bridge.scope.checkMove("router.\(name)")
      let move = try read(call)
      return { await move(bridge.scope.router).lua }
    }
  }

  /// The location for a fresh start, or `nil` if the argument is a tab.
  private func startLocation(_ call: LuaCall) throws(LuaError) -> String? {
    if let location = call[0].object?.location { return location.description }
    guard case .string(let text) = call[0], StoreKey.isLocation(text) else { return nil }
    return text
  }

  private static func tab(_ call: LuaCall) throws(LuaError) -> TabKey {
    switch call[0] {
    case .string, .bytes: return .name(try call.string(0))
    default:
      guard let number = call[0].integer else {
        throw call.typeError(0, expected: "the name or the number of a tab")
      }
      return .position(Int(clamping: number))
    }
  }
}

extension MoveResult {
  fileprivate init(_ outcome: Outcome) {
    self = outcome.isSuccess ? .done(nil) : .refused(outcome.failure)
  }

  var lua: [LuaValue] { error.map { [.boolean(false), .string($0.message)] } ?? [.boolean(true)] }
}
