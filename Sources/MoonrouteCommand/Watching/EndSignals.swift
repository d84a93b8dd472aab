import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The signals that end a watching command as it should.
// Invariant: the sources are only cancelled, which may be done from any thread.
struct EndSignals: @unchecked Sendable {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]

  /// Hears the signals from now on, which do not end the process any more.
  init(_ notify: @escaping @Sendable () -> Void) {
    sources = Self.numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: notify)
      source.resume()
      return source
    }
  }

  /// Hears them no more.
  func cancel() {
    for source in sources { source.cancel() }
  }
}
