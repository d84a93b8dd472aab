@testable import RoutePatterns

extension Location {
  /// Returns a broken invariant of a parsed location, or `nil`.
  func problem(rules: LocationRules) -> String? {
    if let problem = keyProblem { return problem }
    let printed = description
    guard let again = try? Location(parsing: printed, rules: rules) else {
      return "'\(printed)' is refused"
    }
    if again != self || again.hashValue != hashValue { return "'\(printed)' is not equal" }
    if NaiveLocation(again) != NaiveLocation(self) { return "'\(printed)' has other bytes" }
    if again.description != printed { return "'\(printed)' becomes '\(again)'" }
    if Location(path)?.segments != segments { return "the path '\(path)' is not the same" }
    return nil
  }

  /// A broken invariant of the location's look-up form, or `nil`.
  private var keyProblem: String? {
    let joined = Array(segments.map { Array($0.utf8) }.joined(separator: [separator]))
    if pathKey != [UInt8(ascii: "/")] + joined { return "the key is not the segments: \(pathKey)" }
    let holdsSlash = segments.contains { $0.utf8.contains(UInt8(ascii: "/")) }
    if separator != (holdsSlash ? 0xFF : UInt8(ascii: "/")) { return "separator \(separator)" }
    if isASCII != pathKey.allSatisfy({ $0 < 0x80 }) { return "isASCII is \(isASCII)" }
    if segments == [""] { return "the root has an empty segment" }
    return nil
  }
}

extension NaiveLocation {
  /// Converts a real location to bytes.
  init(_ location: Location) {
    scheme = location.scheme
    host = location.host
    port = location.port
    segments = location.segments.map { Array($0.utf8) }
    items = location.query.map { [Array($0.name.utf8), Array($0.value.utf8)] }
    fragment = location.fragment.map { Array($0.utf8) }
  }
}

extension NaiveLocation.Problem {
  /// Converts a real error.
  init(_ error: LocationError) {
    place = error.utf8Offset ?? -1
    word =
      switch error.reason {
      case .tooLong: "long"
      case .tooManySegments: "segments"
      case .tooManyQueryItems: "items"
      case .notUTF8: "UTF-8"
      case .badHost: "host"
      case .badLabel: "label"
      case .badPort: "port"
      case .badScheme, .unexpectedHost, .unprintableSegment, .unexpectedFragment: "parts"
      }
  }
}
