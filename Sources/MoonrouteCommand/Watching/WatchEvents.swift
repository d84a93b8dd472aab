import ScriptHost

/// Something that a watching command reacts to.
enum WatchEvent: Sendable {
  /// Files may have changed.
  case changed(ScriptChange)
  /// Lines were typed.
  case typed([String])
}

/// Everything that a watching command reacts to, in the order in which it happens.
enum WatchEvents {
  /// Joins changes and standard input.
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
    continuation.onTermination = { _ in
      for task in tasks { task.cancel() }
    }
    return stream
  }
}
