import RoutePatterns
import Testing

@Suite struct LocationTests {
  /// A text and the location it is printed as.
  static let printed: [(String, String)] = [
    ("", "/"), ("a", "/a"), ("myapp:a", "myapp://a"), ("//x", "/x"), ("%", "/%25"),
    ("/", "/"), ("/user/7/?tab=posts#top", "/user/7?tab=posts#top"),
    ("SHOP://User/7", "shop://User/7"), ("shop:///x", "shop://x"), ("shop:", "shop://"),
    ("HTTPS://me@Example.COM:443/a", "https://example.com/a"),
    ("/a//b//", "/a//b//"), ("/.//x", "/.//x"), ("shop:////x", "shop:////x"),
    ("/a/%2e%2E/b/.", "/b"), ("/a%2Fb/c", "/a%2Fb/c"), ("/学校/a b", "/学校/a%20b"),
    ("?a=b+c&d&=e&", "/?a=b%20c&d&=e"),
  ]

  @Test(arguments: printed)
  func `a location is printed in one way, which comes back`(text: String, printed: String) throws {
    let location = try Location(parsing: text)
    #expect(location.description == printed)
    #expect(try Location(parsing: printed) == location)
  }
}
