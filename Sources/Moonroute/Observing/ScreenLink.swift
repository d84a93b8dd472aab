/// A turn in the life of a screen.
public enum ScreenTurn: String, Sendable, CaseIterable {
  /// People see it: nothing is pushed on it or presented over it, and its tab is selected.
  case appear
  /// They do not see it any more.
  case disappear
  /// It has left the stage for good.
  case close
}

/// The connection of a screen with the rest of the application, as long as it is on the stage.
final class ScreenLink {
  /// A listener to turns or messages.
  private struct LinkListener<Input> {
    let registration: Registration
    var isHearing: () -> Bool = { true }
    let notify: (Input) -> Void

    var isActive: Bool { registration.isActive && isHearing() }
  }

  /// The handle of the opener.
  let handle: OpenHandle

  private var turns: [ScreenTurn: [LinkListener<Screen>]] = [:]
  private var messages: [String: [LinkListener<Value>]] = [:]
  private var count = 0
  private var sweepCount = 64

  /// Connects a screen.
  init(_ screen: Screen.ID) { handle = OpenHandle(screen) }

  // A screen that goes with its router has no other end.
  deinit { handle.end(ScreenResult(.none, .removed)) }

  func end(_ result: ScreenResult) { handle.end(result) }

  /// Adds a listener to a turn.
  func add(
    _ turn: ScreenTurn,
    owner: AnyObject?,
    _ notify: @escaping (Screen) -> Void
  ) -> Registration {
    makeRoom()
    let registration = Registration(owner: owner)
    turns[turn, default: []].append(LinkListener(registration: registration, notify: notify))
    return registration
  }

  /// Adds a listener to a message.
  func add(
    message: String,
    owner: AnyObject?,
    while isHearing: @escaping () -> Bool,
    _ notify: @escaping (Value) -> Void
  ) -> Registration {
    makeRoom()
    let registration = Registration(owner: owner)
    messages[message, default: []]
      .append(LinkListener(registration: registration, isHearing: isHearing, notify: notify))
    return registration
  }

  /// Drops the listeners that have ended.
  ///
  /// Their objects may do anything at their end, so that waits until all is as it should be.
  func sweep() {
    let before = (turns, messages)
    turns = turns.compactMapValues(Self.active)
    messages = messages.compactMapValues(Self.active)
    count =
      turns.values.reduce(0) { $0 + $1.count } + messages.values.reduce(0) { $0 + $1.count }
    sweepCount = max(64, 2 * count)
    _ = before
  }

  private static func active<Input>(_ listeners: [LinkListener<Input>]) -> [LinkListener<Input>]? {
    let active = listeners.filter(\.isActive)
    return active.isEmpty ? nil : active
  }

  /// Counts one more, and lets go of others once that is worth the time.
  private func makeRoom() {
    if count >= sweepCount { sweep() }
    count += 1
  }

  /// Notifies of a turn.
  func take(_ turn: ScreenTurn, _ screen: Screen) {
    for listener in turns[turn] ?? [] where listener.isActive {
      listener.notify(screen)
    }
  }

  /// Notifies of a message.
  ///
  /// - Returns: How many were told; those that hear nothing any more are not.
  func deliver(_ name: String, _ value: Value, on home: (any Actor)?) -> Int {
    let listeners = (messages[name] ?? []).filter(\.isActive)
    for listener in listeners where listener.isActive { listener.notify(value) }
    return listeners.count + handle.deliver(name, value, on: home)
  }
}

/// A turn in the life of some screen.
public struct ScreenTurnEvent: Sendable {
  /// The turn.
  public let turn: ScreenTurn

  /// The screen, as it is or was last.
  public let screen: Screen
}
