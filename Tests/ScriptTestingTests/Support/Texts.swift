import Synchronization

/// Texts that arrive one after the other.
final class Texts: Sendable {
  private let text = Mutex("")

  var all: String { text.withLock { $0 } }

  func add(_ more: String) { text.withLock { $0 += more } }
}
