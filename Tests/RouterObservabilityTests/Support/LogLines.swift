#if Observability
import Logging
import Synchronization

/// The recorded lines of a logger.
final class LogLines: Sendable {
  struct Line {
    let level: Logger.Level
    let message: String
    let metadata: [String: String]
  }

  private let kept = Mutex<[Line]>([])

  var all: [Line] { kept.withLock { $0 } }

  /// A logger that records its lines here.
  func logger(
    _ level: Logger.Level = .info,
    metadataProvider: Logger.MetadataProvider? = nil
  ) -> Logger {
    var logger = Logger(label: "test") { _ in Handler(lines: self) }
    logger.handler.metadataProvider = metadataProvider
    logger.logLevel = level
    return logger
  }

  private struct Handler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let all = (metadataProvider?.get() ?? [:]).merging(event.metadata ?? [:]) { $1 }
      lines.kept.withLock {
        $0.append(
          Line(
            level: event.level,
            message: "\(event.message)",
            metadata: all.mapValues { "\($0)" }
          )
        )
      }
    }
  }
}
#endif
