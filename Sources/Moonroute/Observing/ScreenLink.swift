/// A lifecycle event of a screen.
public enum ScreenTurn: String, Sendable, CaseIterable {
  /// The screen becomes visible: nothing is pushed on it or presented over it, and its tab is
  /// selected.
  case appear
  /// The screen is no longer visible.
  case disappear
  /// The screen has left the stage for good.
  case close
}

/// The connection between a screen on the stage and the rest of the router.
final class ScreenLink {
  private struct LinkListener<Input> {
    let registration: Registration
    var isHearing: () -> Bool = { true }
    let notify: (Input) -> Void

    var isActive: Bool { registration.isActive && isHearing() }
  }

  let handle: OpenHandle

  private var turns: [ScreenTurn: [LinkListener<Screen>]] = [:]
  private var messages: [String: [LinkListener<Value>]] = [:]
  private var count = 0
  private var sweepCount = 64

  init(_ screen: Screen.ID) { handle = OpenHandle(screen) }

  // If the router is deallocated, this is the only end of the screen.
  deinit { handle.end(ScreenResult(.null, .removed)) }

  func end(_ result: ScreenResult) { handle.end(result) }

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

  /// The deinitializers of ended listeners may run arbitrary code, so they run after the lists are
  /// complete.
  func sweep() {
    let before = (turns, messages)
    turns = turns.compactMapValues(Self.active)
    messages = messages.compactMapValues(Self.active)
    count =
      turns.values.reduce(0) { $0 + $1.count } + messages.values.reduce(0) { $0 + $1.count }
    sweepCount = max(64, 2 * count)
    withExtendedLifetime(before) {}
  }

  private static func active<Input>(_ listeners: [LinkListener<Input>]) -> [LinkListener<Input>]? {
    let active = listeners.filter(\.isActive)
    return active.isEmpty ? nil : active
  }

  /// Counts a new listener, and removes ended ones once there are enough of them.
  private func makeRoom() {
    if count >= sweepCount { sweep() }
    count += 1
  }

  func take(_ turn: ScreenTurn, _ screen: Screen) {
    for listener in turns[turn] ?? [] where listener.isActive {
      listener.notify(screen)
    }
  }

  func deliver(_ name: String, _ value: Value, on home: (any Actor)?) -> Int {
    let listeners = (messages[name] ?? []).filter(\.isActive)
    for listener in listeners where listener.isActive { listener.notify(value) }
    return listeners.count + handle.deliver(name, value, on: home)
  }
}

/// A lifecycle event of a screen.
package struct ScreenTurnEvent: Sendable {
  /// The kind of event.
  package let turn: ScreenTurn

  /// The screen in its current or last state.
  package let screen: Screen
}
