import RoutePatterns
import Testing

/// The exact messages of all location errors.
@Suite struct LocationErrorTests {
  static let words: [(LocationError.Reason, Int?, String)] = [
    (
      .tooLong(text: "/aaa", byteCount: 4, limit: 3), 3,
      "'/aaa' is 4 bytes long, but the limit is 3. Shorten it."
    ),
    (
      .tooManySegments(text: "/a/b", limit: 1, utf8Offset: 3), 3,
      "'/a/b' has more than 1 segments, from byte 3 on. Shorten its path."
    ),
    (
      .tooManyQueryItems(text: "/?a&b", limit: 1, utf8Offset: 4), 4,
      "'/?a&b' has more than 1 query items, from byte 4 on. Shorten its query."
    ),
    (
      .notUTF8(text: "/%ff", utf8Offset: 1), 1,
      "'/%ff' is not valid UTF-8 at byte 1. Encode text as UTF-8 before escaping it."
    ),
    (
      .badHost(text: "http://[", utf8Offset: 7), 7,
      "'http://[' has an invalid host at byte 7. Write '[address]' or a name."
    ),
    (
      .badLabel(text: "http://xn--9/", label: "xn--9", utf8Offset: 7), 7,
      "'http://xn--9/' has the host label 'xn--9', which is not a name, after byte 7. "
        + "Write its letters, or 'xn--' and their Punycode."
    ),
    (
      .badPort(text: "http://h:x", utf8Offset: 9), 9,
      "'http://h:x' has an invalid port at byte 9. "
        + "Write a number up to 65535 or remove it."
    ),
    (
      .badScheme(scheme: "9a"), nil,
      "'9a' is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    ),
    (
      .unexpectedHost(host: "h", scheme: "shop"), nil,
      "'h' cannot be the host of a 'shop' location. Write it as the first segment."
    ),
    (
      .unexpectedHost(host: "h", scheme: nil), nil,
      "'h' cannot be a host without a scheme. Add 'https'."
    ),
    (
      .unprintableSegment(segment: "..", index: 1), nil,
      "'..' as segment 2 would be lost in a link. Remove empty, '.' and '..' segments."
    ),
    (
      .unexpectedFragment(fragment: "top", scheme: "app"), nil,
      "'top' cannot be a fragment: 'app' reads fragments as part of the link. "
        + "Put it in the path or the query."
    ),
    (
      .notUTF8(text: "/a\nb\0", utf8Offset: 9), 9,
      "'/a\\u{A}b\\u{0}' is not valid UTF-8 at byte 9. Encode text as UTF-8 before escaping it."
    ),
    (
      .badPort(text: String(repeating: "é", count: 65), utf8Offset: 0), 0,
      "'\(String(repeating: "é", count: 64))…' has an invalid port at byte 0. "
        + "Write a number up to 65535 or remove it."
    ),
  ]

  @Test(arguments: words)
  func `a problem contains the place, the error and a remedy`(
    reason: LocationError.Reason,
    offset: Int?,
    words: String
  ) {
    let error = LocationError(reason)
    #expect(error.description == words)
    #expect(error.utf8Offset == offset)
  }
}
