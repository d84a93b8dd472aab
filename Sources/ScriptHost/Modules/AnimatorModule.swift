import LuaRuntime
import Moonroute

/// `animator`: values that are animators as they are, and take options when called.
struct AnimatorModule {
  unowned let generation: Generation

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    guard let type = generation.classes.animator else { return .nil }
    var module = ModuleTable("animator", in: generation)
    for (name, kind) in AnimatorKind.all {
      module.add(name, .object(LuaObject(kind.plain, type: type)))
    }
    return module.value
  }

  /// The class of animators.
  func animator() -> LuaClassDefinition<Animator> {
    var definition = LuaClassDefinition<Animator>("animator", fieldNames: ["name"])
    definition.get = { animator, field in field == "name" ? .string(animator.name) : nil }
    definition.describe = { "animator.\($0.name)" }
    definition.call = { [unowned generation] call in
      guard let animator = call[0].object?.payload as? Animator,
        let kind = AnimatorKind.all[animator.name], let type = generation.classes.animator
      else { throw call.typeError(0, expected: "animator") }
      // A direct call makes the optimiser warn that the animator's weak reference leads nowhere.
      let custom = AnimatorReader(generation: generation).custom
      if kind.effect == .custom {
        guard let made = call[1].function.map(custom) else {
          throw Generation.raisable(AnimatorReader.lacksFunction)
        }
        return .values([.object(LuaObject(made, type: type))])
      }
      do throws(RouterError) {
        let made = try AnimatorReader(generation: generation)
          .animator(kind, options: call.isAbsent(1) ? LuaTable() : options(call))
        return .values([.object(LuaObject(made, type: type))])
      } catch {
        throw Generation.raisable(error)
      }
    }
    return definition
  }

  /// The options of a call.
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
