import Logging

/// Prints each line of a log with its metadata, apart from the time that an open took.
struct LineHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var all = metadata
    for more in [metadataProvider?.get(), event.metadata] { all.merge(more ?? [:]) { $1 } }
    all["microseconds"] = nil
    let texts = all.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
    print("\(event.level) \(event.message):", texts.joined(separator: " "))
  }
}
