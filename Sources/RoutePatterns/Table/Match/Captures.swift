/// A match of a location with a long path, or of a pattern that must search for its values.
struct Captures {
  private let storage: LocationStorage
  private let compact: CompactCaptures
  private let entry: RouteTable.Entry

  init(_ storage: LocationStorage, _ compact: CompactCaptures, _ entry: RouteTable.Entry) {
    self.storage = storage
    self.compact = compact
    self.entry = entry
  }

  func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[compact.key.bounds])) }
  }

  /// Reads all captures of a pattern without fixed positions for its values.
  func withCaptures(_ body: (UnsafeBufferPointer<RouteCapture>) -> Void) {
    let count = entry.pattern.shape.slots.count
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: InlineCaptures.capacity) {
      if compact.captures.write(count, to: $0) {
        body(UnsafeBufferPointer(rebasing: $0[..<count]))
      } else {
        foundAgain.withUnsafeBufferPointer(body)
      }
    }
  }

  private var foundAgain: [RouteCapture] {
    // The original look-up had a budget; this repeats a search that was within it.
    var budget = MatchBudget(limit: .max)
    let all = withPath { path in
      PatternMatcher.match(
        entry.pattern.shape,
        path,
        separator: compact.separator,
        isCaseSensitive: entry.isCaseSensitive,
        &budget
      )
    }
    return all ?? Array(repeating: .absent, count: entry.pattern.shape.slots.count)
  }

  var hostNames: [String] { entry.host?.parameters.map(\.name) ?? [] }

  func hostText(of name: String) -> String? {
    guard let host = entry.host, let index = hostNames.firstIndex(of: name) else { return nil }
    return storage.withBytes { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[compact.host.bounds])
      return String(decoding: text[host.captures(in: text)[index].range], as: UTF8.self)
    }
  }
}
