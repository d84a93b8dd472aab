import LuaRuntime
import Moonroute

/// The module `stage`, for reading the screens on the stage.
///
/// `tostring(stage)` draws it.
struct StageModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  let handlers: ScriptHandlers
  unowned let library: LibraryFunctions

  /// The object; its functions are called with a dot.
  func object() throws(LuaError) -> LuaValue {
    let offered = try stageFunctions()
    library.stage = offered
    bridge.classes.placing = try functions.state.makeClass(
      PlacingModule(bridge: bridge, handlers: handlers, library: library).stage()
    )
    var definition = LuaClassDefinition<Stage>(
      "stage",
      fieldNames: offered.fields.compactMap(\.key.string)
    )
    definition.get = { _, field in
      // A bare `nil` here would be Lua's value, that is, an existing field.
      offered[field].isNil ? .none : .some(offered[field])
    }
    definition.describe = { $0.tree.description }
    let type = try functions.state.makeClass(definition)
    return .object(LuaObject(bridge.scope.router.stage, type: type))
  }

  private func stageFunctions() throws(LuaError) -> LuaTable {
    let stage = bridge.scope.router.stage
    var module = ModuleTable("stage", in: functions)
    try module.add("top", "() → screen?", "Returns the visible screen.") {
      _ in
      [stage.top.map { bridge.lua($0) } ?? .nil]
    }
    try module.add("root", "() → screen?", "Returns the screen at the root of the window.") {
      _ in
      [stage.root.map { bridge.lua($0) } ?? .nil]
    }
    try module.add(
      "depth",
      "() → integer",
      "Returns the number of screens in the stack of the top."
    ) { _ in
      [.integer(Int64(stage.depth))]
    }
    try module.add("find", "(name) → screen?", "Finds a screen by the name of its route.") {
      call in
      [stage.find(try call.string(0)).map { bridge.lua($0) } ?? .nil]
    }
    try module.add("screens", "() → list", "Lists every screen in the order of the drawing.") {
      _ in
      [.table(LuaTable(stage.screens.map { bridge.lua($0) }))]
    }
    try module.add("transitions", "() → list", "Lists the last changes, oldest first.") { _ in
      [.table(LuaTable(stage.transitions.map(Self.lua)))]
    }
    try addSaving(to: &module)
    return LuaTable(fields: module.fields)
  }

  private func addSaving(to module: inout ModuleTable) throws(LuaError) {
    try module.add("save", "() → table", "Returns the stage as plain data.") {
      _ in
      [try bridge.lua(bridge.scope.router.stage.restorationState)]
    }
    try module.addSuspending(
      "swipe_back",
      "() → boolean, reason?",
      "Goes one step back like a person: leave guards run, screens leave as dismissed."
    ) { _ in
      try bridge.scope.checkMove("stage.swipe_back")
      return { await bridge.scope.router.swipeBack().lua }
    }
    try module.addSuspending(
      "restore",
      "(saved) → list",
      "Restores a saved stage; returns the locations that could not be shown."
    ) { call in
      try bridge.scope.checkMove("stage.restore")
      let saved = bridge.value(.table(try call.table(0)))
      var options = OpenOptions()
      options.makeLifetimeToken = bridge.memory.chargeState()
      return {
        let leftOut = try await bridge.scope.router.restore(saved, options)
        return [.table(LuaTable(leftOut.map { .string($0) }))]
      }
    }
  }

  private static func lua(_ transition: StageTransition) -> LuaValue {
    var table = LuaTable()
    table["effect"] = .string(transition.effect)
    table["screen"] = transition.screen.map { .integer(Int64(clamping: $0.rawValue)) } ?? .nil
    table["removed"] = .table(
      LuaTable(transition.removed.map { .integer(Int64(clamping: $0.rawValue)) })
    )
    table["animated"] = .boolean(transition.isAnimated)
    table["number"] = .integer(Int64(clamping: transition.number))
    table["start"] = .number(transition.start / .seconds(1))
    table["seconds"] = .number(transition.duration / .seconds(1))
    table["cancelled"] = .boolean(transition.isCancelled)
    return .table(table)
  }
}
