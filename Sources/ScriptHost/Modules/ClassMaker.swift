import LuaRuntime
import Moonroute
import RoutePatterns

/// Makes the classes of the objects that scripts see.
struct ClassMaker {
  unowned let generation: Generation

  /// Makes all of them.
  func makeAll() throws(LuaError) {
    let state = generation.state
    generation.classes.decline = try state.makeClass(LuaClassDefinition<Void>("decline"))
    generation.classes.rewrite = try state.makeClass(LuaClassDefinition<Rewrite>("rewrite"))
    generation.classes.hostValue = try state.makeClass(hostValue())
    for type in generation.setup.offers.types {
      generation.classes.hostTypes.append((type, try state.makeClass(hostType(type))))
    }
    let cancel = cancel()
    generation.classes.registration = try state.makeClass(registration("registration", cancel))
    generation.classes.route = try state.makeClass(route(cancel))
    generation.classes.location = try state.makeClass(
      LocationModule(generation: generation).location()
    )
    generation.classes.screen = try state.makeClass(ScreenModule(generation: generation).screen())
    generation.classes.handle = try state.makeClass(HandleModule(generation: generation).handle())
    generation.classes.placingCall = try state.makeClass(
      PlacingModule(generation: generation).call()
    )
    generation.classes.animator = try state.makeClass(
      AnimatorModule(generation: generation).animator()
    )
  }

  private func hostValue() -> LuaClassDefinition<Reference> {
    var definition = LuaClassDefinition<Reference>("host value")
    definition.describe = { $0.kind }
    definition.equals = { $0 == $1 }
    return definition
  }

  /// The class of a type that the program offers.
  private func hostType(_ type: HostType) -> LuaClassDefinition<Reference> {
    let methods = type.methods.sorted { $0.key < $1.key }
      .map { name, body in
        generation.method(type.name, name, "(...) → value", "A method of the program.") {
          [unowned generation] call in
          guard let reference = call[0].object?.payload as? Reference else {
            throw call.typeError(0, expected: type.name)
          }
          do {
            let arguments = call.arguments.dropFirst().map { generation.value($0) }
            return [try generation.lua(try body(reference.object, arguments))]
          } catch {
            throw Generation.raisable(error)
          }
        }
      }
    var definition = LuaClassDefinition<Reference>(type.name, methods: methods)
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
    definition.close = { $0.cancel() }
    return definition
  }

  /// The method that routes and other registrations have in common.
  private func cancel() -> LuaMethod {
    generation.method(
      "registration",
      "cancel",
      "()",
      "Takes the registration back; more calls do nothing."
    ) { call in
      (call[0].object?.payload as? ScriptRegistration)?.cancel()
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

extension Generation {
  /// A registered route as scripts see it.
  func lua(route: ScriptRegistration) -> LuaValue {
    classes.route.map { .object(LuaObject(route, type: $0)) } ?? .nil
  }

  /// Anything else registered as scripts see it.
  func lua(_ registration: ScriptRegistration) -> LuaValue {
    classes.registration.map { .object(LuaObject(registration, type: $0)) } ?? .nil
  }
}
