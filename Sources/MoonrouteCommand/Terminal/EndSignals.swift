import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that end a watching command as it should; the second one ends it at once, whatever it
/// does.
// Invariant: the sources are only cancelled, which may be done from any thread.
struct EndSignals: @unchecked Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  /// The status of a process that is interrupted.
  static let interrupted: Int32 = 130

  private final class Seen: Sendable {
    let count = Atomic(0)
  }

  private let sources: [any DispatchSourceSignal]

  /// Hears the signals from now on, which do not end the process any more.
  ///
  /// - Parameters:
  ///   - interrupt: Asked about Ctrl-C first: whether it has ended something else than the command.
  ///     Default: no.
  ///   - notify: Called when the command shall end.
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

  /// Hears them no more.
  func cancel() {
    for source in sources { source.cancel() }
  }

  /// Lets the signals end the process at once again, once none are heard.
  static func endAtOnce() {
    for number in numbers { signal(number, SIG_DFL) }
  }
}
