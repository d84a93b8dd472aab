import RoutePatterns
import Testing

/// The row "round trip", and the printing of locations.
@Suite struct LocationRoundTripTests {
  static let printed: [LocationCase<String>] = [
    .init("/user/7/?tab=posts#top", "/user/7?tab=posts#top", "canonical"),
    .init("SHOP://User/7", "shop://User/7", "an authority that is a segment"),
    .init("SHOP:/User/7", "shop://User/7", "a path"),
    .init("SHOP:User/7", "shop:User/7", "neither"),
    .init("mailto:a@b.c?subject=Hi", "mailto:a@b.c?subject=Hi", "no authority"),
    .init("tel:+1", "tel:+1", "no authority"),
    .init("mailto:", "mailto://", "nothing at all"),
    .init("mailto:./x", "mailto:x", "dots without an authority"),
    .init("mailto:.//x", "mailto:////x", "an empty segment without an authority"),
    .init("mailto:a%2Fb/c", "mailto:a%2Fb/c", "marks without an authority"),
    .init("http:a/b", "http:a/b", "no host"),
    .init("shop://a@b:c/d@e:f", "shop://a%40b%3Ac/d@e:f", "@ and : where a host would be"),
    .init("shop:////x", "shop:////x", "an empty segment in front"),
    .init("/.//x", "/.//x", "not an authority"),
    .init("https:/.//x", "https:/.//x", "not a host"),
    .init("shop://x//", "shop://x//", "an empty segment at the end"),
    .init("/学校/é", "/学校/é", "other alphabets stay readable"),
    .init("/a b|\"<>\\^`{}[]", "/a%20b%7C%22%3C%3E%5C%5E%60%7B%7D%5B%5D", "escaped in a path"),
    .init("/-._~!$&'()*+,;=:@", "/-._~!$&'()*+,;=:@", "not escaped in a path"),
    .init("/%25/%2F/%3f/%23", "/%25/%2F/%3F/%23", "marks are escaped"),
    .init("/a\u{3000}b\u{A0}c%E2%80%A8", "/a%E3%80%80b%C2%A0c%E2%80%A8", "white space is escaped"),
    .init("/\0\u{7F}\u{1B}", "/%00%7F%1B", "control characters are escaped"),
    .init("/?a b=c d&e=+&f=%2B%26%3D", "/?a%20b=c%20d&e=%20&f=%2B%26=", "a query"),
    .init("/?k=&=v&=", "/?k&=v&=", "empty names and values"),
    .init("/?q=/?:@!$'()*,;&%2F", "/?q=/?:@!$'()*,;&/", "not escaped in a query"),
    .init("/#a b#c/?", "/#a%20b%23c/?", "a fragment"),
    .init("https://EX%C3%84MPLE.com:8080", "https://exämple.com:8080/", "a host"),
    .init("https://a%40b%3Ac%2Fd/", "https://a%40b%3Ac%2Fd/", "marks in a host"),
    .init("https://[FE80::1%251]/", "https://[fe80::1%251]/", "an address"),
    .init("https://[0:0::1]:8443/", "https://[::1]:8443/", "an address with a port"),
    .init("https://XN--4CA.example./", "https://ä.example/", "a host in its letters"),
  ]

  @Test(arguments: printed)
  func `a location has one printed form, which round-trips`(row: LocationCase<String>) throws {
    let location = try row.location()
    #expect(location.description == row.expected)
    #expect(try Location(parsing: location.description) == location)
  }

  @Test(arguments: ["/", "/a%2Fb/c", "/.//a", "shop://a:b/c", "https://h/a//", "/?a#b"])
  func `the path consists of the segments`(text: String) throws {
    let location = try Location(parsing: text)
    #expect(try Location(parsing: location.path).segments == location.segments)
  }

  @Test func `parts round-trip through the location`() throws {
    let segments = ["a/b", "学 校", "%2F", "c?d#e&f=g", ":@", "..."]
    let query: LocationQuery = ["k": "1", "k": "a+b &=", "": "x", "空": ""]
    for (scheme, host) in [(nil, nil), ("Shop", nil), ("https", "Example.com:8080")] {
      let location = try Location(
        scheme: scheme,
        host: host,
        segments: segments,
        query: query,
        fragment: "# ?"
      )
      let again = try Location(parsing: location.description)
      #expect(again == location)
      #expect(again.scheme == scheme?.lowercased())
      #expect(again.segments == segments)
      #expect(again.query == query)
      #expect(again.fragment == "# ?")
    }
  }

  @Test func `no parts give the root`() throws {
    #expect(try Location(segments: []).description == "/")
    #expect(try Location(scheme: "shop", segments: []).description == "shop://")
    #expect(try Location(scheme: "https", host: "h", segments: []).description == "https://h/")
  }

  @Test(arguments: ["", ".", ".."])
  func `a segment that would not round-trip is refused`(segment: String) {
    #expect(throws: LocationError(.unprintableSegment(segment: segment, index: 1))) {
      try Location(segments: ["a", segment, "b"])
    }
  }

  @Test(arguments: ["", "9a", "a_b", "ä", "a:b", "a/b", "+a"])
  func `a scheme that would not round-trip is refused`(scheme: String) {
    #expect(throws: LocationError(.badScheme(scheme: scheme))) {
      try Location(scheme: scheme, segments: ["a"])
    }
  }

  @Test func `a host that has no position is refused`() {
    #expect(throws: LocationError(.unexpectedHost(host: "h", scheme: "shop"))) {
      try Location(scheme: "Shop", host: "h", segments: ["a"])
    }
    #expect(throws: LocationError(.unexpectedHost(host: "h", scheme: nil))) {
      try Location(host: "h", segments: ["a"])
    }
  }

  @Test func `a fragment that would not round-trip is refused`() {
    var rules = LocationRules.standard
    rules["app"].fragment = .path
    #expect(throws: LocationError(.unexpectedFragment(fragment: "f", scheme: "app"))) {
      try Location(scheme: "app", segments: ["a"], fragment: "f", rules: rules)
    }
  }

  @Test func `a location without an authority equals the one with slashes before the path`() throws
  {
    let mail = try Location(parsing: "mailto:a@b.c")
    #expect(mail == (try Location(parsing: "mailto://a@b.c")))
    #expect(mail.segments == ["a@b.c"])
    #expect(mail.path == "/a@b.c")
    #expect(try mail.with(query: ["subject": "Hi"]).description == "mailto:a@b.c?subject=Hi")
  }
}
