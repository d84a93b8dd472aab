#if Inspector
import NIOCore
import Synchronization

final class ConnectionPool: Sendable {
  private struct Member {
    let channel: any Channel
    let number: Int
    /// Whether a request on this connection had the key.
    var hasShownKey = false
  }

  private struct State {
    var members: [ObjectIdentifier: Member] = [:]
    var last = 0
    var isClosed = false

    /// The oldest connection that has not sent the key.
    var oldestStranger: Member? {
      members.values.filter { !$0.hasShownKey }.min { $0.number < $1.number }
    }
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var count: Int { state.withLock { $0.members.count } }

  /// Admits a connection; a full pool first drops the oldest connection that has not sent the key.
  ///
  /// A client without the key therefore cannot lock out a client with the key.
  ///
  /// - Returns: Whether the connection was admitted.
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

  /// Marks a connection that has sent the key.
  func keep(_ channel: any Channel) {
    state.withLock { $0.members[ObjectIdentifier(channel)]?.hasShownKey = true }
  }

  func leave(_ channel: any Channel) {
    state.withLock { _ = $0.members.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Rejects all further connections, and returns the open ones.
  func close() -> [any Channel] {
    state.withLock { state in
      state.isClosed = true
      return state.members.values.map(\.channel)
    }
  }
}
#endif
