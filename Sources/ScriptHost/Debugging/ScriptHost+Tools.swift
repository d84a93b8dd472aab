import Moonroute
import Synchronization

extension ScriptHost {
  /// The folder of the scripts as it was named, or `nil` for texts in memory.
  package var scriptFolder: String? { setup.source.watchedFolder }

  /// The source of the scripts, or `nil` for texts in memory, which never change.
  package var watchedSource: ScriptSource? { scriptFolder == nil ? nil : setup.source }

  /// Hands every line of the scripts' log to an observer, too.
  ///
  /// - Parameter observer: Called on the thread where the scripts run; it must not wait for them.
  /// - Returns: What keeps the observer.
  package func observeLog(_ observer: @escaping @Sendable (LogEntry) -> Void) -> LogObservation {
    LogObservation(logObservers, observer)
  }
}

/// The observers of the log of a host's scripts.
final class LogObservers: Sendable {
  private struct State {
    var observers: [UInt64: @Sendable (LogEntry) -> Void] = [:]
    var last: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Hands a line to all.
  func write(_ entry: LogEntry) {
    let observers = state.withLock { $0.observers }
    for (_, observer) in observers { observer(entry) }
  }

  fileprivate func add(_ observer: @escaping @Sendable (LogEntry) -> Void) -> UInt64 {
    state.withLock { state in
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
  }

  fileprivate func remove(_ number: UInt64) {
    _ = state.withLock { $0.observers.removeValue(forKey: number) }
  }
}

/// Keeps an observer of a log for as long as it is held.
package final class LogObservation: Sendable {
  private let observers: LogObservers
  private let number: UInt64

  fileprivate init(_ observers: LogObservers, _ observer: @escaping @Sendable (LogEntry) -> Void) {
    self.observers = observers
    number = observers.add(observer)
  }

  deinit { observers.remove(number) }
}
