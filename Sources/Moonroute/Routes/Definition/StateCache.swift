import Synchronization

/// A place that belongs to one state, where a script host keeps the form it made of it.
struct StateCache: ~Copyable, Sendable {
  private let content = Mutex<(any StateCacheContent)?>(nil)

  deinit { content.withLock { $0?.release() } }

  /// The form that is kept, or `nil` at first.
  var value: (any StateCacheContent)? {
    get { content.withLock { $0 } }
    nonmutating set {
      content.withLock { content in
        content?.release()
        content = newValue
      }
    }
  }
}

/// A form of a state that a script host keeps.
package protocol StateCacheContent: AnyObject, Sendable {
  /// Takes the content back: the state has gone. May be called from any thread.
  func release()
}
