import LuaRuntime
import Moonroute
import RoutePatterns

struct ClassMaker {
  unowned let generation: Generation

  func makeAll() throws(LuaError) {
    let state = generation.state
    var classes = ScriptClasses()
    classes.decline = try state.makeClass(LuaClassDefinition<Void>("decline"))
    classes.rewrite = try state.makeClass(LuaClassDefinition<Rewrite>("rewrite"))
    classes.hostValue = try state.makeClass(hostValue())
    for type in generation.setup.offers.types {
      classes.hostTypes.append((type, try state.makeClass(hostType(type))))
    }
    var part = LuaClassDefinition<PartLoading>("part")
    part.close = { loading, _ in loading.end() }
    classes.part = try state.makeClass(part)
    let cancel = cancel()
    classes.registration = try state.makeClass(registration("registration", cancel))
    classes.route = try state.makeClass(route(cancel))
    classes.location = try state.makeClass(generation.locationModule.location())
    classes.screen = try state.makeClass(generation.screenModule.screen())
    classes.handle = try state.makeClass(generation.handleModule.handle())
    classes.placingCall = try state.makeClass(generation.placingModule.call())
    classes.animator = try state.makeClass(generation.animatorModule.animator())
    generation.bridge.classes = classes
  }

  private func hostValue() -> LuaClassDefinition<Value.ObjectReference> {
    var definition = LuaClassDefinition<Value.ObjectReference>("host value")
    definition.describe = { $0.kind }
    definition.equals = { $0 == $1 }
    return definition
  }

  private func hostType(_ type: HostType) -> LuaClassDefinition<Value.ObjectReference> {
    let bridge = generation.bridge
    let methods = type.methods.sorted { $0.key < $1.key }
      .map { name, body in
        generation.functions.method(type.name, name, "(...) → value", "A method of the program.") {
          [unowned bridge] call in
          guard let reference = call[0].object?.payload as? Value.ObjectReference else {
            throw call.typeError(0, expected: type.name)
          }
          do {
            let arguments = call.arguments.dropFirst().map { bridge.value($0) }
            return [try bridge.lua(try body(reference.object, arguments))]
          } catch {
            throw LuaError.raisable(error)
          }
        }
      }
    var definition = LuaClassDefinition<Value.ObjectReference>(type.name, methods: methods)
    definition.describe = { _ in type.name }
    definition.equals = { $0 == $1 }
    return definition
  }

  private func registration(
    _ name: String,
    _ cancel: LuaMethod
  ) -> LuaClassDefinition<ScriptRegistration> {
    var definition = LuaClassDefinition<ScriptRegistration>(name, methods: [cancel])
    definition.describe = { _ in name }
    definition.equals = { $0 === $1 }
    let parts = generation.registrar.mounts.parts
    // Lua closes its last objects after the generation.
    definition.close = { [weak parts] registration, _ in
      if parts?.canCancel(registration) ?? true { registration.cancel() }
    }
    return definition
  }

  private func cancel() -> LuaMethod {
    let parts = generation.registrar.mounts.parts
    return generation.functions.method(
      "registration",
      "cancel",
      "()",
      "Cancels the registration; further calls do nothing."
    ) { [weak parts] call in
      guard let registration = call[0].object?.payload as? ScriptRegistration else { return [] }
      if let parts, !parts.canCancel(registration) { try parts.refuse("registration:cancel") }
      registration.cancel()
      return []
    }
  }

  private func route(_ cancel: LuaMethod) -> LuaClassDefinition<ScriptRegistration> {
    var definition = registration("route", cancel)
    definition.fieldNames = ["name", "pattern"]
    definition.get = { route, field in
      switch field {
      case "name": LuaValue(optional: route.name)
      case "pattern": .string(route.pattern)
      default: nil
      }
    }
    definition.describe = { "route \($0.name ?? $0.pattern)" }
    return definition
  }
}
