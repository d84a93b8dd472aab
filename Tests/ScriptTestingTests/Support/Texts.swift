import Synchronization

<<<<<<< HEAD
/// Texts that arrive one after the other.
=======
/// Collects texts in order.
>>>>>>> e94abd91 (tests: plainer comments after a second reading of all suites)
final class Texts: Sendable {
  private let text = Mutex("")

  var all: String { text.withLock { $0 } }

  func add(_ more: String) { text.withLock { $0 += more } }
}
