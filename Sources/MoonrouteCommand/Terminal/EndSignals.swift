import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that end a watching command cleanly. The second one ends it immediately.
// Invariant: the sources are only cancelled, which any thread may do.
struct EndSignals: @unchecked Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// The status of an interrupted process.
  static let interrupted: Int32 = 130

  private final class Seen: Sendable {
    let count = Atomic(0)
  }

  private let sources: [any DispatchSourceSignal]

  /// Calls `interrupt` first for Ctrl-C; if it cancelled something, the command does not end.
  init(
    interrupting interrupt: @escaping @Sendable () -> Bool = { false },
    _ notify: @escaping @Sendable () -> Void
  ) {
    let seen = Seen()
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        if number == SIGINT, interrupt() { return }
        if seen.count.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
          TerminalMode.restore()
          _exit(Self.interrupted)
        }
        notify()
      }
      source.resume()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }

  /// Restores the default action of the signals, once no command handles them.
  static func endAtOnce() {
    for number in numbers { signal(number, SIG_DFL) }
  }
}
