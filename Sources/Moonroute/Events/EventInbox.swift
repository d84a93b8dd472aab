import Synchronization

/// The queue of events that were posted from any thread and not emitted yet.
final class EventInbox: Sendable {
  struct PostedEvent: Sendable {
    let key: String
    let extra: Value
    let params: LinkParams
  }

  private struct State {
    var events: [PostedEvent] = []
    var isBeingEmptied = false
  }

  static let limit = 100_000

  private let state = Mutex(State())

  init() {}

  /// Returns whether the inbox had room; wakes the router unless it is emptying the inbox.
  func add(_ event: PostedEvent, wake: () -> Void) -> Bool {
    let (isTaken, isFirst) = state.withLock { state in
      guard state.events.count < Self.limit else { return (false, false) }
      state.events.append(event)
      defer { state.isBeingEmptied = true }
      return (true, !state.isBeingEmptied)
    }
    if isFirst { wake() }
    return isTaken
  }

  func take(upTo count: Int) -> [PostedEvent] {
    state.withLock { state in
      let taken = Array(state.events.prefix(count))
      state.events.removeFirst(taken.count)
      return taken
    }
  }

  /// Whether the inbox is empty; if so, the next event will wake the router.
  func rest() -> Bool {
    state.withLock { state in
      guard state.events.isEmpty else { return false }
      state.isBeingEmptied = false
      return true
    }
  }
}
