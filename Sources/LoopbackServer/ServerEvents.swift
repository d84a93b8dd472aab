#if Inspector
import Synchronization

/// A stream of server-sent events to one client; events wait until the client is ready for them.
package final class ServerEvents: Sendable {
  package struct Event: Sendable {
    /// The type, except `open`, `error` and `message`, which browsers reserve.
    package let type: String
    package let data: String
    /// The id for resuming the stream, if any.
    package let id: String?
  }

  private struct State {
    var waiting: [Event] = []
    var isClosed = false
    var wake: (@Sendable () -> Void)?
    var taken: (@Sendable () -> Void)?
    var whenClosed: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var waitingCount: Int { state.withLock { $0.waiting.count } }

  package var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Sends an event; a closed stream drops it.
  package func send(_ type: String, _ data: String, id: String? = nil) {
    let wake = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isClosed else { return nil }
      state.waiting.append(Event(type: type, data: data, id: id))
      return state.wake
    }
    wake?()
  }

  package func close() {
    let calls = state.withLock { state -> [@Sendable () -> Void] in
      guard !state.isClosed else { return [] }
      defer { (state.isClosed, state.wake, state.whenClosed) = (true, nil, []) }
      return state.whenClosed + [state.wake].compactMap(\.self)
    }
    for call in calls { call() }
  }

  /// Calls a function when the stream is closed, or immediately if it already is.
  package func whenClosed(_ call: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.whenClosed.append(call) }
      return state.isClosed
    }
    if isClosed { call() }
  }

  package func take() -> [Event] {
    let (events, taken) = state.withLock { state in
      defer { (state.waiting, state.taken) = ([], nil) }
      return (state.waiting, state.taken)
    }
    taken?()
    return events
  }

  /// Calls a function once when no events are pending, or immediately if none are.
  package func whenTaken(_ call: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      let isTaken = state.waiting.isEmpty || state.isClosed
      if !isTaken { state.taken = call }
      return isTaken
    }
    if isTaken { call() }
  }

  /// Sets the function to call when events are pending or the stream is closed.
  package func whenReady(_ wake: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      if !state.isClosed { state.wake = wake }
      return state.isClosed || !state.waiting.isEmpty
    }
    if isReady { wake() }
  }
}
#endif
