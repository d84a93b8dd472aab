#if Inspector
import NIOCore
import Synchronization

/// The connections of a server that are open.
final class Crowd: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of connections.
  var count: Int { state.withLock { $0.channels.count } }

  /// Lets a connection in.
  ///
  /// - Returns: Whether there is room for it.
  func enter(_ channel: any Channel) -> Bool {
    state.withLock { state in
      guard !state.isClosed, state.channels.count < limit else { return false }
      state.channels[ObjectIdentifier(channel)] = channel
      return true
    }
  }

  /// Forgets a connection.
  func leave(_ channel: any Channel) {
    state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Lets nothing in any more.
  ///
  /// - Returns: The connections that are open.
  func close() -> [any Channel] {
    state.withLock { state in
      state.isClosed = true
      return Array(state.channels.values)
    }
  }
}
#endif
