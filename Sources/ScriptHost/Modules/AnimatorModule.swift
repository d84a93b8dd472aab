import LuaRuntime
import Moonroute

/// `animator`: each field is an animator, and takes options when called.
struct AnimatorModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  let handlers: ScriptHandlers

  /// The animators by name; an unknown name is a mistake, not `nil`.
  private final class Animators {
    let all: [String: LuaValue]

    init(_ all: [String: LuaValue]) { self.all = all }
  }

  func object() throws(LuaError) -> LuaValue {
    guard let type = bridge.classes.animator else { return .nil }
    let animators = AnimatorKind.all.mapValues { kind -> LuaValue in
      .object(LuaObject(kind.plain, type: type))
    }
    var definition = LuaClassDefinition<Animators>(
      "animator",
      fieldNames: animators.keys.sorted()
    )
    definition.get = { $0.all[$1] }
    let module = try functions.state.makeClass(definition)
    return .object(LuaObject(Animators(animators), type: module))
  }

  func animator() -> LuaClassDefinition<Animator> {
    var definition = LuaClassDefinition<Animator>("animator", fieldNames: ["name"])
    definition.get = { animator, field in field == "name" ? .string(animator.name) : nil }
    definition.describe = { "animator.\($0.name)" }
    definition.call = { call in
      guard let animator = call[0].object?.payload as? Animator,
        let kind = AnimatorKind.all[animator.name], let type = bridge.classes.animator
      else { throw call.typeError(0, expected: "animator") }
      // With a direct call, the optimiser warns that the weak reference of the animator is always
      // nil.
      let custom = AnimatorReader(handlers: handlers).custom
      if kind.effect == .custom {
        guard let made = call[1].function.map(custom) else {
          throw LuaError.raisable(AnimatorReader.lacksFunction)
        }
        return .values([.object(LuaObject(made, type: type))])
      }
      do throws(RouterError) {
        let made = try AnimatorReader(handlers: handlers)
          .animator(kind, options: call.isAbsent(1) ? LuaTable() : options(call))
        let bytes = LuaObject.smallBytes + made.options.hostBytes
        return .values([.object(LuaObject(made, type: type, bytes: bytes))])
      } catch {
        throw LuaError.raisable(error)
      }
    }
    return definition
  }

  private func options(_ call: LuaCall) throws(RouterError) -> LuaTable {
    guard case .table(let table) = call[1] else {
      throw RouterError(
        .wrongType,
        "An animator takes a table of options, not a \(call[1].typeName)."
      )
    }
    return table
  }
}
