/// A turn in the life of a screen.
public enum ScreenTurn: String, Sendable, CaseIterable {
  /// People see it: nothing is pushed on it or presented over it, and its tab is selected.
  case appear
  /// They do not see it any more.
  case disappear
  /// It has left the stage for good.
  case close
}

/// What connects a screen with the rest of the application, as long as it is on the stage.
final class ScreenLink {
  /// Somebody who is told.
  private struct Listener<Input> {
    let registration: Registration
    var isHearing: () -> Bool = { true }
    let notify: (Input) -> Void

    var isActive: Bool { registration.isActive && isHearing() }
  }

  /// What whoever opened the screen holds.
  let handle: OpenHandle

  private var turns: [ScreenTurn: [Listener<Screen>]] = [:]
  private var messages: [String: [Listener<Value>]] = [:]

  /// Connects a screen.
  init(_ screen: Screen.ID) { handle = OpenHandle(screen) }

  /// Adds somebody who is told of a turn.
  func add(
    _ turn: ScreenTurn,
    owner: AnyObject?,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration {
    let registration = Registration(owner: owner)
    turns[turn, default: []].append(Listener(registration: registration, notify: notify))
    return registration
  }

  /// Adds somebody who is told of a message.
  func add(
    message: String,
    owner: AnyObject?,
    while isHearing: @escaping () -> Bool,
    _ notify: @escaping (Value) -> Void
  ) -> Registration {
    let registration = Registration(owner: owner)
    messages[message, default: []]
      .append(Listener(registration: registration, isHearing: isHearing, notify: notify))
    return registration
  }

  /// Tells of a turn.
  func take(_ turn: ScreenTurn, _ screen: Screen) {
    for listener in turns[turn] ?? [] where listener.isActive {
      listener.notify(screen)
    }
  }

  /// Tells of a message.
  ///
  /// - Returns: How many were told; those that hear nothing any more are not.
  func deliver(_ name: String, _ value: Value) -> Int {
    let listeners = (messages[name] ?? []).filter(\.isActive)
    for listener in listeners where listener.isActive { listener.notify(value) }
    return listeners.count + handle.deliver(name, value)
  }
}
