package import Moonroute
import Synchronization

/// A call of a function of the program by a script.
package struct HostCall: Sendable {
  /// The name after `host.`.
  package let name: String

  /// The arguments; values that are not plain data are text, such as `function`.
  package let arguments: [Value]

  /// The results, in the same form as the arguments; `nil` if the call failed.
  package let answers: [Value]?

  package let error: String?

  /// The line of the calling script.
  package let site: SourceSite?

  /// The open and its step that made the call, if any.
  package let place: OpenPlace?
}

/// The observers of an activity of a host's scripts, such as their log.
final class ScriptObservers<News: Sendable>: Sendable {
  private struct State {
    var observers: [UInt64: @Sendable (News) -> Void] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())
  private let count = Atomic(0)

  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  func tell(_ news: News) {
    let observers = state.withLock { $0.observers }
    for (_, observer) in observers { observer(news) }
  }

  fileprivate func add(_ observer: @escaping @Sendable (News) -> Void) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      count.store(state.observers.count, ordering: .relaxed)
      return state.last
    }
  }

  fileprivate func remove(_ number: UInt64) {
    let removed = state.withLock { state in
      defer { count.store(state.observers.count, ordering: .relaxed) }
      return state.observers.removeValue(forKey: number)
    }
    withExtendedLifetime(removed) {}
  }
}

package typealias LogObservation = ScriptObservation<LogEntry>

/// Keeps an observer for as long as it is held.
package final class ScriptObservation<News: Sendable>: Sendable {
  private let observers: ScriptObservers<News>
  private let number: UInt64

  init(_ observers: ScriptObservers<News>, _ observer: @escaping @Sendable (News) -> Void) {
    self.observers = observers
    number = observers.add(observer)
  }

  deinit { observers.remove(number) }
}
