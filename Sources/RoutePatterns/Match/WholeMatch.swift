/// What a match keeps of a location with a long path, or of a pattern that it needs again.
struct WholeMatch: Sendable {
  private let storage: LocationStorage
  private let key: LocationRange
  private let host: LocationRange
  private let hostPattern: HostPattern?
  private let pattern: RoutePattern
  private let inlineCaptures: InlineCaptures
  private let isCaseSensitive: Bool
  let separator: UInt8

  init(
    _ location: Location,
    _ pattern: RoutePattern,
    host: HostPattern?,
    isCaseSensitive: Bool,
    captures: InlineCaptures
  ) {
    storage = location.storage.copied()
    key = location.layout.key
    self.host = location.layout.host
    separator = location.layout.separator
    hostPattern = host
    self.pattern = pattern
    self.isCaseSensitive = isCaseSensitive
    inlineCaptures = captures
  }

  /// Gives access to the path.
  func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[key.bounds])) }
  }

  /// All captures of a pattern whose values have no fixed places.
  var captures: [RouteCapture] {
    let count = pattern.form.slots.count
    if let captures = inlineCaptures.first(count) { return captures }
    let all = withPath { path in
      PatternMatcher.match(
        pattern.form,
        path,
        separator: separator,
        isCaseSensitive: isCaseSensitive
      )
    }
    return all ?? Array(repeating: .absent, count: count)
  }

  /// The names of the parameters of the host.
  var hostNames: [String] { hostPattern?.parameters.map(\.name) ?? [] }

  /// The text of a parameter of the host.
  func hostText(of name: String) -> String? {
    guard let hostPattern, let index = hostNames.firstIndex(of: name) else { return nil }
    return storage.withBytes { bytes in
      let host = UnsafeBufferPointer(rebasing: bytes[host.bounds])
      return String(decoding: host[hostPattern.captures(in: host)[index].range], as: UTF8.self)
    }
  }
}
