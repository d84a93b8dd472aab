import RoutePatterns
import TextTools

/// Locations: the text printed for a parsed location parses to the same location.
struct LocationSubject: ByteSubject {
  static let name = "location"

  let pieces = [
    "/", "/", "//", ".", "..", "%2e", "%2E.", "/./", "/../", "%2F", "%2f", "%5C", "%", "%4", "%zz",
    "%25", "%41", "%ff", "%E5%AD%A6", "%E5%AD", "学", "e\u{301}", "\u{212A}", "İ", "😀", "a", "User",
    "7", "?", "?", "#", "#/", "&", "=", "+", "%2B", "%20", "%26", "%3D", " ", "\u{3000}", "\u{A0}",
    "\t", "\r\n", "\0", ":", "@", "[", "]", "[::1]", ":443", ":99999", "example.com", "|", "\\",
    "\"",
    "<", "k=v", "tab=posts", "http://", "HTTPS://", "https:", "shop://", "Shop:", "1a:", "%00",
    "%0A",
    "route_fallback_url=", "route_no_animation", "\u{202E}", "%E2%80%AE", ";", "'", "~", "%7E",
  ]

  let frames = [
    "/a/b", "/a?k=v", "?tab=posts&sort=new&tab=all", "shop://user/7?a=1#top", "#part",
    "https://example.com:443/a/b?back=home#c",
  ]

  /// Parameter values that change their meaning when printed without escaping.
  private static let values = [
    "a", "7", "+", "%2B", "%26", "%3D", "%25", "%23", "%2F", "%3F", "%20", "%00", "%0A", "%7E",
    "%C3%A9",
    "%22", "%3A", "%40", "%5C", "%2E", ".", "学",
  ]

  func makeWhole(_ random: inout SeededGenerator) -> String? {
    var text = random.pick(["", "", "shop://user", "https://example.com:443"])
    for _ in 0..<random.number(1...4) { text += "/" + Self.value(&random) }
    if random.chance(70) {
      text +=
        "?"
        + (0..<random.number(1...4))
        .map { _ in
          Self.value(&random) + "=" + Self.value(&random)
        }
        .joined(separator: "&")
    }
    return random.chance(30) ? text + "#" + Self.value(&random) : text
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    (0..<random.number(1...3)).map { _ in random.pick(values) }.joined()
  }

  func problem(of bytes: [UInt8]) -> String? {
    let base = Location("shop://user/7?a=1#b")
    for base in [nil, base] {
      guard let location = try? Location(parsing: bytes, relativeTo: base) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      if text.utf8.elementsEqual(bytes), Location(parsed: text, base) != location {
        return "twice: text and bytes differ"
      }
      if let problem = Self.printing(location) { return problem }
    }
    return nil
  }

  /// The problem with printing a location.
  static func printing(_ location: Location) -> String? {
    let printed = location.description
    guard let again = Location(printed) else { return "printed: '\(printed)' is refused" }
    guard again == location, again.hashValue == location.hashValue else {
      return "printed: '\(printed)' is another location"
    }
    if !again.segments.elementsEqual(location.segments, by: { $0.utf8.elementsEqual($1.utf8) }) {
      return "printed: '\(printed)' has other segments"
    }
    if again.description != printed { return "printed: '\(printed)' prints as '\(again)'" }
    let query = location.query.map { [$0.name, $0.value] }
    if again.query.map({ [$0.name, $0.value] }) != query { return "printed: another query" }
    if again.fragment != location.fragment || again.host != location.host {
      return "printed: another fragment or host"
    }
    let harmful = printed.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    return harmful ? "printed: with a control character" : nil
  }
}

extension Location {
  /// Parses a text, or returns `nil`.
  fileprivate init?(parsed text: String, _ base: Location?) {
    guard let location = try? Location(parsing: text, relativeTo: base) else { return nil }
    self = location
  }
}

/// Patterns: the text printed for a parsed pattern parses to the same pattern, and a pattern
/// matches the locations it makes.
struct PatternSubject: ByteSubject {
  static let name = "pattern"

  let pieces = [
    "/", "/a", "/b", ":id", ":x", ":y", ":z", "<int>", "<number>", "<uuid>", "<a|b>", "(", ")",
    "(/",
    "(/:n)", "*", "**", "**rest", "+", "?", "/:a<[a-z]+>", "<\\d+>", "([A-Z]{2})", "-", ".", "@",
    "%",
    "%2F", "https://", "shop://", "*.example.com", ":h.example.com", "学", "é", " ", "\\", "\0", "<",
    ">", "<nothing>", "((((", "))))", "(x", ":", "::", ":1", "/..", "/.", "//",
  ]

  let frames = [
    "/user/:id<int>/edit", "/a(/b/:x)(/c)", "/:from-:to", "shop://:id/**rest", "/:id([a-z]+\\d*)",
  ]

  func problem(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let pattern = try? RoutePattern(text) else { return nil }
    guard let again = try? RoutePattern(pattern.text) else {
      return "printed: '\(pattern.text)' is refused"
    }
    if again != pattern || again.parameterNames != pattern.parameterNames {
      return "printed: '\(pattern.text)' is another pattern"
    }
    var parameters: [String: ParameterValue] = [:]
    for parameter in pattern.parameters { parameters[parameter.name] = .text("7") }
    for path in ["/a/7", "/a/b/7/7", "/7", "/", "/a-7.7", "/A%2F7//b"] {
      guard let location = Location(path) else { continue }
      let one = pattern.match(location).map { "\($0.params.map { "\($0)" })" }
      let other = again.match(location).map { "\($0.params.map { "\($0)" })" }
      if one != other { return "match: '\(path)' of '\(text)' differs" }
    }
    guard let segments = try? pattern.path(parameters: parameters),
      let host = try? pattern.host(parameters: parameters),
      let made = try? Location(scheme: pattern.scheme, host: host, segments: segments)
    else { return nil }
    guard let match = pattern.match(made) else {
      return "made: '\(made)' does not fit '\(text)'"
    }
    let differs = pattern.parameters.contains { parameter in
      match.params[parameter.name].map { "\($0)" }?.contains("7") == false
    }
    return differs ? "made: '\(made)' has other parameters" : LocationSubject.printing(made)
  }
}

/// Constraints: grouping does not change their meaning.
struct ConstraintSubject: ByteSubject {
  static let name = "constraint"

  let pieces = [
    "a", "b", "7", ".", "*", "+", "?", "{2}", "{2,}", "{1,3}", "{,", "{64}", "{4096}", "|", "(",
    "(?:",
    ")", "[", "]", "[a-z]", "[^a]", "[\\d-x]", "\\d", "\\w", "\\s", "\\D", "\\b", "\\", "^", "$",
    "(a|b)",
    "((((((((", "))))))))", "é", "学", "😀", "-", "[a-\\x]",
  ]

  private static let values = [
    "", "a", "b", "ab", "aab", "7", "77", "é", "学", "a b", String(repeating: "a", count: 3_000),
    "-",
  ]

  func problem(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let constraint = try? Constraint(text) else { return nil }
    let forms = ["(?:\(text))", "(\(text))", "\(text)|\(text)"]
    for form in forms {
      // The grouped form may have too many states or groups.
      guard let other = try? Constraint(form) else { continue }
      for value in Self.values where constraint.fits(value) != other.fits(value) {
        return "grouped: '\(text)' and '\(form)' differ on '\(value.prefix(20))'"
      }
    }
    return nil
  }
}
