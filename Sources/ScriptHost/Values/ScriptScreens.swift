import Moonroute

/// The screens that scripts hold, so that one screen is always one object.
struct ScriptScreens {
  private struct Held {
    weak var screen: ScriptScreen?
  }

  private var held: [Screen.ID: Held] = [:]
  private var sweepCount = 64

  /// The object of a screen: the one that scripts hold already, or a new one.
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

  /// Gives the object of a screen the identity of the one whose place it takes.
  mutating func rename(_ id: Screen.ID, to new: Screen.ID) {
    guard let entry = held.removeValue(forKey: id), let object = entry.screen else { return }
    object.description.identify(as: new)
    held[new] = entry
  }
}
