import LuaRuntime
import Moonroute
import RoutePatterns

/// The classes of the objects that scripts see.
struct ScriptClasses {
  var animator: LuaClass?
  var decline: LuaClass?
  var handle: LuaClass?
  var hostValue: LuaClass?
  var hostTypes: [(type: HostType, made: LuaClass)] = []
  var location: LuaClass?
  var placing: LuaClass?
  var placingCall: LuaClass?
  var registration: LuaClass?
  var rewrite: LuaClass?
  var route: LuaClass?
  var screen: LuaClass?
}

/// A screen as a script holds it: before it is on the stage, and while it is there.
final class ScriptScreen {
  /// The description, as long as the screen is not on the stage.
  var description: Screen

  /// The identity, the same on the stage.
  var id: Screen.ID { description.id }

  /// Wraps a description that has its identity.
  init(_ description: Screen) { self.description = description }
}
