import RoutePatterns
import Testing

/// The rows "query" and "fragment".
@Suite struct LocationQueryTests {
  static let queries: [LocationCase<LocationQuery>] = [
    .init("/?a=1&b=2", ["a": "1", "b": "2"], "names and values in order"),
    .init("/?a=1&a=2", ["a": "1", "a": "2"], "a name may occur twice"),
    .init("/?k", ["k": ""], "without = present and empty"),
    .init("/?k=", ["k": ""], "the same as with ="),
    .init("/?=v", ["": "v"], "an empty name"),
    .init("/?=", ["": ""], "an empty name with an empty value"),
    .init("/?a=b=c", ["a": "b=c"], "the first = splits"),
    .init("/?&a&&b&", ["a": "", "b": ""], "nothing between two & is no item"),
    .init("/?a+b=c+d", ["a b": "c d"], "a plus is a space"),
    .init("/?a%2Bb=%2B", ["a+b": "+"], "%2B stays a plus"),
    .init("/?a%26b=%3D%23", ["a&b": "=#"], "decoded after splitting"),
    .init("/?a=%2541", ["a": "%41"], "decoded once"),
    .init("/?a=%&b=%zz", ["a": "%", "b": "%zz"], "a malformed escape is text"),
    .init("/?a=/b?c", ["a": "/b?c"], "slashes and question marks are text"),
    .init("/?名=学校", ["名": "学校"], "any alphabet"),
    .init("/?a;b=1", ["a;b": "1"], "a semicolon is text"),
  ]

  @Test(arguments: queries)
  func `a query is items in order`(row: LocationCase<LocationQuery>) throws {
    #expect(try row.location().query == row.expected)
  }

  @Test(arguments: ["/?k=1&x&k=2&k=3", "/?k=1&x&k=2&%6b=3"])
  func `the last value counts, and all are available`(text: String) throws {
    let query = try Location(parsing: text).query
    #expect(query.last("k") == "3")
    #expect(query.all("k") == ["1", "2", "3"])
    #expect(query.last("x") == "")
    #expect(query.last("y") == nil)
    #expect(query.all("y").isEmpty)
    #expect(query.names == ["k", "x"])
    #expect(query.map(\.value) == ["1", "", "2", "3"])
    #expect(query.count == 4)
  }

  @Test func `names are compared by canonical equivalence`() throws {
    let query = try Location(parsing: "/?cafe\u{301}=1&\u{212A}=2").query
    #expect(query.last("caf\u{E9}") == "1")
    #expect(query.last("K") == "2")
    #expect(query.last("k") == nil)
  }

  @Test func `plus as space can be turned off`() throws {
    var rules = LocationRules.standard
    rules.plusAsSpace = false
    let query = try Location(parsing: "/?a+b=c+d%20e%2Bf", rules: rules).query
    #expect(query == ["a+b": "c+d e+f"])
  }

  static let overlays: [LocationCase<String>] = [
    .init("/p?a=1&b=2", "/p?a=9&b=2&c=3", "replaces where the item stood, new names at the end"),
    .init("/p?b=2", "/p?b=2&a=9&c=3", "keeps the others"),
    .init("/p?a=1&b=2&a=3", "/p?a=9&b=2&c=3", "replaces every item of the name"),
    .init("/p", "/p?a=9&c=3", "adds to nothing"),
    .init("shop://p/q?a#f", "shop://p/q?a=9&c=3#f", "keeps the rest of the location"),
    .init("https://h:1/p", "https://h:1/p?a=9&c=3", "keeps host and port"),
  ]

  @Test(arguments: overlays)
  func `new items replace those of the same name`(row: LocationCase<String>) throws {
    let location = try row.location().with(query: ["a": "9", "c": "3"])
    #expect(location.description == row.expected)
    #expect(try Location(parsing: row.expected) == location)
  }

  static let texts: [LocationCase<String?>] = [
    .init("/a", nil, "absent"),
    .init("/a#", "", "empty"),
    .init("/a#top", "top", "text"),
    .init("/a#%E5%AD%A6+1", "学+1", "decoded, a plus is a plus"),
    .init("/a#b#c?d/e", "b#c?d/e", "the rest of the text"),
    .init("/a#%", "%", "a malformed escape is text"),
    .init("https://h#top", "top", "right after a host"),
  ]

  @Test(arguments: texts)
  func `a fragment is text`(row: LocationCase<String?>) throws {
    #expect(try row.location().fragment == row.expected)
  }

  static let paths: [LocationCase<String>] = [
    .init("app://x/y#/view/7?a=1", "app://view/7?a=1", "replaces authority and path"),
    .init("app://x?a=1&b=2#/v?a=3", "app://v?a=1&b=2&a=3", "both queries merge, its own last"),
    .init("app://x#view", "app://view", "a name is a path"),
    .init("app://x#", "app://x", "an empty fragment replaces nothing"),
    .init("app://x#?a=1", "app://x?a=1", "a query alone adds to the query"),
    .init("app://x#/a/../%2e/b/", "app://b", "dots and a trailing slash go"),
    .init("app://x#/a%2Fb%3Fc", "app://a%2Fb%3Fc", "decoded after splitting"),
    .init("app://x#/a?b=c+d", "app://a?b=c%20d", "a plus in its query is a space"),
    .init("app://x#/a#b", "app://a%23b", "another # is text"),
    .init("app://%ff/%ff#/a", "app://a", "what is replaced is not looked at"),
    .init("web://host/p#/a", "web:/a", "replaces a host"),
    .init("own://host/p#/a", "own://host/a", "a host stays where hosts are listed"),
    .init("own://other/p#/a", "own://other/a", "so that others are kept out"),
  ]

  @Test(arguments: paths)
  func `a fragment can be a path`(row: LocationCase<String>) throws {
    var rules = LocationRules.standard
    rules["app"].fragment = .path
    rules["web"] = LocationSchemeRules(authority: .host([]), fragment: .path)
    let host = try #require(HostRule("host"))
    rules["own"] = LocationSchemeRules(authority: .host([host]), fragment: .path)
    let location = try row.location(rules: rules)
    #expect(location.description == row.expected)
    #expect(location.fragment == nil)
  }

  static let additions: [LocationCase<String>] = [
    .init("app://x/y#a=1&b=2", "app://x/y?a=1&b=2", "adds to the query"),
    .init("app://x?a=1#a=2", "app://x?a=1&a=2", "after the items that were there"),
    .init("app://x#top", "app://x?top", "a word is a name without a value"),
    .init("app://x#a=b+c%2B", "app://x?a=b%20c%2B", "a plus is a space"),
    .init("app://x#", "app://x", "an empty fragment adds nothing"),
  ]

  @Test(arguments: additions)
  func `a fragment can be a query`(row: LocationCase<String>) throws {
    var rules = LocationRules.standard
    rules["app"].fragment = .query
    let location = try row.location(rules: rules)
    #expect(location.description == row.expected)
    #expect(location.fragment == nil)
  }
}
