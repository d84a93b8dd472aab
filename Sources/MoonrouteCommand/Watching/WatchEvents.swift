import Dispatch
import ScriptHost

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Something that a watching command reacts to.
enum WatchEvent: Sendable {
  /// Files may have changed.
  case changed(ScriptChange)
  /// Lines were typed.
  case typed([String])
  /// The command shall end.
  case end
}

/// Everything that a watching command reacts to, in the order in which it happens.
enum WatchEvents {
  /// The signals that end the command as it should.
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Joins changes, standard input and signals.
  static func stream(of watcher: ScriptWatcher) -> AsyncStream<WatchEvent> {
    let (stream, continuation) = AsyncStream.makeStream(of: WatchEvent.self)
    let tasks = [
      Task {
        for await change in watcher.changes { continuation.yield(.changed(change)) }
      },
      Task {
        var reader = LineReader()
        while true {
          let lines = await reader.batch(limit: 64)
          guard !lines.isEmpty else { return }
          continuation.yield(.typed(lines))
        }
      },
    ]
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield(.end) }
      source.resume()
      return source
    }
    let held = Held(sources: sources)
    continuation.onTermination = { _ in
      for task in tasks { task.cancel() }
      held.cancel()
    }
    return stream
  }

  /// Holds the sources of signals until the end.
  // Invariant: the sources are only cancelled, which may be done from any thread.
  private struct Held: @unchecked Sendable {
    let sources: [any DispatchSourceSignal]

    func cancel() {
      for source in sources { source.cancel() }
    }
  }
}
