import Synchronization

/// A place that belongs to one state, where a script host keeps the form it made of it.
package final class StateMemo: Sendable {
  private let content = Mutex<(any AnyObject & Sendable)?>(nil)

  /// Makes an empty place.
  package init() {}

  /// What is kept, or `nil` at first.
  package var value: (any AnyObject & Sendable)? {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
