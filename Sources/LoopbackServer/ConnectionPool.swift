#if Inspector
import NIOCore
import Synchronization

/// The connections of a server that are open.
final class ConnectionPool: Sendable {
  private struct Member {
    let channel: any Channel
    /// The place in the order in which connections came.
    let number: Int
    /// Whether a request on it had the key.
    var hasShownKey = false
  }

  private struct State {
    var members: [ObjectIdentifier: Member] = [:]
    var last = 0
    var isClosed = false

    /// The oldest connection that has not shown the key.
    var oldestStranger: Member? {
      members.values.filter { !$0.hasShownKey }.min { $0.number < $1.number }
    }
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The number of connections.
  var count: Int { state.withLock { $0.members.count } }

  /// Lets a connection in; in a full pool, instead of the oldest one that has not shown the key.
  ///
  /// A client without the key therefore cannot lock out one that has it.
  ///
  /// - Returns: Whether there is room for it.
  func enter(_ channel: any Channel) -> Bool {
    let (hasRoom, leaving) = state.withLock { state -> (Bool, (any Channel)?) in
      guard !state.isClosed else { return (false, nil) }
      var leaving: (any Channel)?
      if state.members.count >= limit {
        guard let stranger = state.oldestStranger else { return (false, nil) }
        leaving = stranger.channel
        state.members.removeValue(forKey: ObjectIdentifier(stranger.channel))
      }
      state.last += 1
      state.members[ObjectIdentifier(channel)] = Member(channel: channel, number: state.last)
      return (true, leaving)
    }
    leaving?.close(promise: nil)
    return hasRoom
  }

  /// Keeps a connection that has shown the key.
  func keep(_ channel: any Channel) {
    state.withLock { $0.members[ObjectIdentifier(channel)]?.hasShownKey = true }
  }

  /// Forgets a connection.
  func leave(_ channel: any Channel) {
    state.withLock { _ = $0.members.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Lets nothing in any more.
  ///
  /// - Returns: The connections that are open.
  func close() -> [any Channel] {
    state.withLock { state in
      state.isClosed = true
      return state.members.values.map(\.channel)
    }
  }
}
#endif
