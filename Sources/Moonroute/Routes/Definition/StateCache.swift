import Synchronization

/// A cache in a state for a script host's representation of it.
struct StateCache: ~Copyable, Sendable {
  private let content = Mutex<(any StateCacheContent)?>(nil)

  deinit { content.withLock { $0?.release() } }

  /// The cached representation, initially `nil`.
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

/// A script host's representation of a state.
package protocol StateCacheContent: AnyObject, Sendable {
  /// Called after the state was deallocated, from any thread.
  func release()
}
