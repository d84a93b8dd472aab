import Testing

@testable import RoutePatterns

@Suite struct QueryNamesTests {
  @Test(arguments: [
    ("utm_*", "utm_source", true), ("utm_*", "utm_", true), ("utm_*", "utm", false),
    ("gclid", "gclid", true), ("gclid", "GCLID", false), ("gclid", "gclid2", false),
    ("*id", "gclid", true), ("*id", "id", true), ("*id", "idx", false),
    ("a*b*c", "axxbyyc", true), ("a*b*c", "abc", true), ("a*b*c", "axxcyyb", false),
    ("*", "", true), ("", "", true), ("", "a", false), ("a**", "a", true),
    ("é*", "e\u{301}x", false),
    ("*ab", "aab", true), ("*aab*", "aaaab", true),
  ])
  func `a star matches any text`(_ text: String, _ name: String, _ fits: Bool) {
    #expect(QueryNames([text]).contains(name) == fits)
    #expect(QueryNames(["other", text]).contains(name) == fits)
  }

  @Test func `many stars do not take exponential time`() {
    let names = QueryNames([String(repeating: "*a", count: 200) + "b"])
    #expect(!names.contains(String(repeating: "a", count: 4_000)))
  }
}
