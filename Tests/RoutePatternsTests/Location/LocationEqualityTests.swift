import RoutePatterns
import Testing

/// The row "comparing text", and the equality of locations.
@Suite struct LocationEqualityTests {
  static let equal: [LocationCase<String>] = [
    .init("/a", "a", "a leading slash"),
    .init("/a", "/a/", "a trailing slash"),
    .init("/a", "//a", "two leading slashes"),
    .init("/a", "/b/../%61", "dots and escapes"),
    .init("shop://a", "SHOP:/a", "case and form of a scheme"),
    .init("https://h/a", "HTTPS://u@H:443/a", "case of a host, user and own port"),
    .init("https://h", "https://h/", "no path"),
    .init("/caf\u{E9}", "/cafe\u{301}", "canonical equivalence in a path"),
    .init("/caf\u{E9}%2F", "/cafe\u{301}%2F", "canonical equivalence beside a slash"),
    .init("/K", "/\u{212A}", "canonical equivalence with ASCII"),
    .init("/?caf\u{E9}=\u{E9}", "/?cafe\u{301}=e\u{301}", "canonical equivalence in a query"),
    .init("/#\u{E9}", "/#e\u{301}", "canonical equivalence in a fragment"),
    .init("https://\u{E9}/", "https://e\u{301}/", "canonical equivalence in a host"),
    .init("/?a=1&b", "/?&a=1&&b=&", "the form of a query"),
    .init("/?a=b c", "/?a=b+c", "a plus in a query"),
  ]

  @Test(arguments: equal)
  func `the same location can be written differently`(row: LocationCase<String>) throws {
    let location = try row.location()
    let other = try Location(parsing: row.expected)
    #expect(location == other)
    #expect(location.hashValue == other.hashValue)
    #expect(location.query.hashValue == other.query.hashValue)
  }

  static let different: [LocationCase<String>] = [
    .init("/a", "/A", "case in a path"),
    .init("/a", "shop:/a", "a scheme"),
    .init("/a", "/a#", "an empty fragment"),
    .init("/a#b", "/a#c", "a fragment"),
    .init("/a?b=1", "/a?b=2", "a value"),
    .init("/a?b=1&c=2", "/a?c=2&b=1", "the order of items"),
    .init("/a/b", "/a%2Fb", "a slash inside a segment"),
    .init("/a%2Fb/c", "/a/b%2Fc", "which segment holds a slash"),
    .init("/a%2F/\u{FFFD}b", "/a%2F\u{FFFD}/b", "where a segment ends"),
    .init("https://h/a", "https://g/a", "a host"),
    .init("https://h/a", "https://h:1/a", "a port"),
    .init("https://h/a", "https:/a", "no host"),
    .init("/a", "/a//", "an empty segment"),
    .init("/a", "/a%20", "white space"),
  ]

  @Test(arguments: different)
  func `a different location is not equal`(row: LocationCase<String>) throws {
    #expect(try row.location() != Location(parsing: row.expected))
  }

  @Test func `values keep their own form`() throws {
    let location = try Location(parsing: "/cafe%CC%81?a=e\u{301}#e\u{301}")
    #expect(Array(location.segments[0].utf8) == Array("cafe\u{301}".utf8))
    #expect(location.query.last("a").map { Array($0.utf8) } == Array("e\u{301}".utf8))
    #expect(location.description.utf8.elementsEqual("/cafe\u{301}?a=e\u{301}#e\u{301}".utf8))
  }
}
