import LuaRuntime
import Moonroute

final class PlacingCall {
  let placing: CustomPlacing
  let name: String

  init(_ placing: CustomPlacing, _ name: String) {
    self.placing = placing
    self.name = name
  }
}

/// `stage.set_root`, `stage.push`, `stage.present` and `stage.show` inside `animator.custom`.
struct PlacingModule {
  unowned let bridge: LuaBridge
  let handlers: ScriptHandlers
  unowned let library: LibraryFunctions

  static let calls = [
    "present": "present", "push": "push", "set_root": "root", "show": "show",
    "show_detail": "show_detail",
  ]

  func stage() -> LuaClassDefinition<ScriptPlacing> {
    var definition = LuaClassDefinition<ScriptPlacing>(
      "stage",
      fieldNames: Self.calls.keys.sorted()
        + library.stage.fields.compactMap(\.key.string)
    )
    definition.get = { stage, field in
      if Self.calls[field] != nil, let type = bridge.classes.placingCall {
        return .object(LuaObject(PlacingCall(stage.placing, field), type: type))
      }
      let function = library.stage[field]
      return function.isNil ? .none : .some(function)
    }
    definition.describe = { $0.placing.tree.description }
    return definition
  }

  func call() -> LuaClassDefinition<PlacingCall> {
    var definition = LuaClassDefinition<PlacingCall>("placing")
    definition.call = { call in
      guard let placing = call[0].object?.payload as? PlacingCall,
        let kind = AnimatorKind.all[Self.calls[placing.name] ?? ""]
      else { throw call.typeError(0, expected: "stage") }
      guard let screen = call[1].object?.payload as? ScriptScreen else {
        throw LuaError(.badArgument, "stage.\(placing.name) takes the screen to place.")
      }
      guard screen.id == placing.placing.screen.id else {
        throw LuaError(
          .badArgument,
          "stage.\(placing.name) places the screen of this open only, which is the third argument"
            + " of the function."
        )
      }
      guard !placing.placing.isOver else {
        throw LuaError(
          .badArgument,
          "stage.\(placing.name) was called too late: the function has returned. Call it inside"
            + " the function."
        )
      }
      guard call.isAbsent(2) || call[2].table != nil else {
        throw LuaError(
          .badArgument,
          "stage.\(placing.name) takes a table of options, not a \(call[2].typeName)."
        )
      }
      do throws(RouterError) {
        let options = call[2].table ?? LuaTable()
        placing.placing.place(
          by: try AnimatorReader(handlers: handlers).animator(kind, options: options)
        )
      } catch {
        throw LuaError.raisable(error)
      }
      return .values([])
    }
    return definition
  }
}
