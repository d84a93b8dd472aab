import LuaRuntime
import Moonroute
import RoutePatterns

struct ScriptClasses {
  var animator: LuaClass?
  var decline: LuaClass?
  var handle: LuaClass?
  var hostValue: LuaClass?
  var hostTypes: [(type: HostType, made: LuaClass)] = []
  var location: LuaClass?
  var part: LuaClass?
  var placing: LuaClass?
  var placingCall: LuaClass?
  var registration: LuaClass?
  var rewrite: LuaClass?
  var route: LuaClass?
  var screen: LuaClass?
}

/// A screen held by a script: before it is on the stage, and while it is there.
final class ScriptScreen {
  /// The description, used while the screen is not on the stage.
  var description: Screen

  var id: Screen.ID { description.id }

  /// The screen for people: its content, and the location that opened it.
  var text: String { description.text }

  init(_ description: Screen) { self.description = description }
}

extension Screen {
  var text: String { "screen \(caption)" + (location.map { " \($0)" } ?? "") }
}

/// The screens that scripts hold, so that one screen is always one object.
struct ScriptScreens {
  private struct Held {
    weak var screen: ScriptScreen?
  }

  private var held: [Screen.ID: Held] = [:]
  private var sweepCount = 64

  /// The object of a screen: an object that scripts already hold, or a new one.
  mutating func object(for screen: Screen) -> ScriptScreen {
    if let known = held[screen.id]?.screen {
      known.description = screen
      return known
    }
    if held.count >= sweepCount {
      held = held.filter { $0.value.screen != nil }
      sweepCount = max(64, held.count * 2)
    }
    let object = ScriptScreen(screen)
    held[screen.id] = Held(screen: object)
    return object
  }

  /// Gives the object of a screen the identity of the screen that it replaces.
  mutating func rename(_ id: Screen.ID, to new: Screen.ID) {
    guard let entry = held.removeValue(forKey: id), let object = entry.screen else { return }
    object.description.identify(as: new)
    held[new] = entry
  }
}
