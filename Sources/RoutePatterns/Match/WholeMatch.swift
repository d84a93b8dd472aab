/// A match of a location with a long path, or of a pattern that is needed to find its values.
struct WholeMatch {
  private let storage: LocationStorage
  private let notes: MatchNotes
  private let entry: RouteTable.Entry

  init(_ storage: LocationStorage, _ notes: MatchNotes, _ entry: RouteTable.Entry) {
    self.storage = storage
    self.notes = notes
    self.entry = entry
  }

  /// Gives access to the path.
  func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[notes.key.bounds])) }
  }

  /// All captures of a pattern whose values have no fixed places.
  var captures: [RouteCapture] {
    let count = entry.pattern.form.slots.count
    if let captures = notes.captures.first(count) { return captures }
    let all = withPath { path in
      PatternMatcher.match(
        entry.pattern.form,
        path,
        separator: notes.separator,
        isCaseSensitive: entry.isCaseSensitive
      )
    }
    return all ?? Array(repeating: .absent, count: count)
  }

  /// The names of the parameters of the host.
  var hostNames: [String] { entry.host?.parameters.map(\.name) ?? [] }

  /// The text of a parameter of the host.
  func hostText(of name: String) -> String? {
    guard let host = entry.host, let index = hostNames.firstIndex(of: name) else { return nil }
    return storage.withBytes { bytes in
      let text = UnsafeBufferPointer(rebasing: bytes[notes.host.bounds])
      return String(decoding: text[host.captures(in: text)[index].range], as: UTF8.self)
    }
  }
}
