import RoutePatterns
import Testing

/// The rows "parser", "never a trap", "relative", "dot segments", "empty segments", "decoding".
@Suite struct LocationParserTests {
  static let parts: [LocationCase<[String]>] = [
    .init("/user/7", ["user", "7"], "RFC 3986 generic syntax"),
    .init("shop://user/7?tab=posts#top", ["user", "7"], "query and fragment are not the path"),
    .init("/a b/学校|x", ["a b", "学校|x"], "what should have been encoded is accepted"),
    .init(" \t\r\n/a \u{3000}\u{A0}", ["a"], "white space around the text is trimmed"),
    .init("\u{2028}/a", ["a"], "white space of any alphabet is trimmed"),
    .init("/ a /b", [" a ", "b"], "white space inside is kept"),
    .init("a+b-c.d9:x", ["x"], "a scheme may hold + - . and digits"),
    .init("9a:x", ["9a:x"], "a scheme begins with a letter"),
    .init("a_b:x", ["a_b:x"], "a scheme holds no underscore"),
    .init(":x", [":x"], "a scheme is not empty"),
    .init("/a:b", ["a:b"], "a scheme comes before any slash"),
    .init("/a@b:1", ["a@b:1"], "a path may hold @ and :"),
  ]

  @Test(arguments: parts)
  func `the generic syntax is parsed leniently`(row: LocationCase<[String]>) throws {
    #expect(try row.location().segments == row.expected)
  }

  static let odd: [LocationCase<String>] = [
    .init("", "/", "the empty text means /"),
    .init("   ", "/", "white space alone means /"),
    .init("a", "/a", "a name is a path"),
    .init("myapp:a", "myapp:a", "a scheme without slashes"),
    .init("myapp:", "myapp://", "a scheme alone is its root"),
    .init("//x", "/x", "two slashes begin a path"),
    .init("//", "/", "two slashes alone are the root"),
    .init("///x", "/x", "nothing between two slashes and the path"),
    .init("%", "/%25", "a percent sign alone is text"),
    .init("\0", "/%00", "NUL is text"),
    .init("?", "/", "an empty query is none"),
    .init("#", "/#", "an empty fragment is one"),
    .init(":", "/:", "a colon is text"),
    .init("://", "/://", "no scheme, and an empty segment"),
    .init("http:", "http:/", "a web link without a host"),
    .init("http://", "http:/", "a web link with an empty host"),
    .init("http://@:", "http:/", "a web link with empty everything"),
  ]

  @Test(arguments: odd)
  func `an odd text is a location and never a crash`(row: LocationCase<String>) throws {
    #expect(try row.location().description == row.expected)
  }

  static let relative: [LocationCase<String>] = [
    .init("a/b", "/a/b", "a/b means /a/b, whatever the current location is"),
    .init("", "/", "the empty text means /"),
    .init("/x", "/x", "a path has no scheme of its own"),
    .init("./x", "shop://user/x", "beside the last segment"),
    .init("../x", "shop://x", "a step up"),
    .init("../../../x", "shop://x", "never above the root"),
    .init("%2e/x", "shop://user/x", "also %2e"),
    .init(".%2E/x", "shop://x", "also mixed"),
    .init(".", "shop://user", "the segment above"),
    .init("..", "shop://", "two above"),
    .init("./x?b=2#c", "shop://user/x?b=2#c", "query and fragment are its own"),
    .init(".x/y", "/.x/y", "a dot is not a dot segment"),
    .init(".../y", "/.../y", "three dots are none"),
    .init("?b=2", "shop://user/7?b=2", "another query of the same path"),
    .init("#c", "shop://user/7?a=1#c", "another fragment of the same path and query"),
  ]

  @Test(arguments: relative)
  func `dots resolve against the current location`(row: LocationCase<String>) throws {
    let base = try Location(parsing: "shop://user/7?a=1#b")
    #expect(try row.location(relativeTo: base).description == row.expected)
  }

  static let baseless: [LocationCase<String>] = [
    .init("./x", "/x", "beside nothing"),
    .init("../x", "/x", "never above the root"),
    .init("?a=1", "/?a=1", "a query of the root"),
    .init("#a", "/#a", "a fragment of the root"),
  ]

  @Test(arguments: baseless)
  func `without a current location dots resolve against the root`(
    row: LocationCase<String>
  ) throws {
    #expect(try row.location().description == row.expected)
  }

  @Test func `a relative location keeps host and port`() throws {
    let base = try Location(parsing: "https://example.com:8443/a/b?c")
    let location = try Location(parsing: "../x", relativeTo: base)
    #expect(location.description == "https://example.com:8443/x")
  }

  static let dots: [LocationCase<[String]>] = [
    .init("/a/./b", ["a", "b"], ". goes"),
    .init("/a/../b", ["b"], ".. takes the one before along"),
    .init("/a/%2e/b/%2E%2e/c", ["a", "c"], "also %2e"),
    .init("/a/.%2e/b", ["b"], "also mixed"),
    .init("/../../a", ["a"], "never above the root"),
    .init("/a/b/..", ["a"], "at the end"),
    .init("/a/.", ["a"], "at the end"),
    .init("/a/%252e%252e", ["a", "%2e%2e"], "decoded once, this is text"),
    .init("/..a/.b/c..", ["..a", ".b", "c.."], "dots beside text are text"),
    .init("shop://user/../x", ["x"], "an authority that is a segment is one like the others"),
    .init("shop://../x", ["x"], "an authority may be dots itself"),
    .init("https://example.com/../x", ["x"], "a host is not above the root"),
    .init("/a%2Fb/../c", ["c"], "a segment with a slash goes as a whole"),
  ]

  @Test(arguments: dots)
  func `dot segments are removed`(row: LocationCase<[String]>) throws {
    #expect(try row.location().segments == row.expected)
  }

  static let empty: [LocationCase<[String]>] = [
    .init("/a/", ["a"], "one trailing slash is ignored"),
    .init("/a//", ["a", ""], "but only one"),
    .init("/a//b", ["a", "", "b"], "any other empty segment is kept"),
    .init("/a/./", ["a"], "a trailing slash after a dot"),
    .init("/a//..", ["a"], "an empty segment is one that .. takes along"),
    .init("/.//a", ["", "a"], "an empty segment at the front"),
    .init("shop://user/", ["user"], "after an authority"),
    .init("shop:////a", ["", "a"], "after an empty authority"),
    .init("https://example.com//a", ["", "a"], "after a host"),
    .init("https://example.com//", [], "two slashes are the root with a trailing slash"),
    .init("/.///", ["", ""], "two empty segments and a trailing slash"),
  ]

  @Test(arguments: empty)
  func `empty segments are kept except for one trailing slash`(
    row: LocationCase<[String]>
  ) throws {
    #expect(try row.location().segments == row.expected)
  }

  static let escaped: [LocationCase<[String]>] = [
    .init("/%E5%AD%A6/%c3%a9", ["学", "é"], "decoded"),
    .init("/a%2Fb/c", ["a/b", "c"], "after splitting: %2F stays inside its segment"),
    .init("/a%2fb%2F", ["a/b/"], "a slash at the end of a segment is no trailing slash"),
    .init("/a%3Fb%23c", ["a?b#c"], "marks stay inside their segment"),
    .init("/%2525", ["%25"], "exactly once"),
    .init("/100%/%zz/%4/%4g", ["100%", "%zz", "%4", "%4g"], "a malformed escape is text"),
    .init("/%%41", ["%A"], "a malformed escape before one"),
    .init("/a+b", ["a+b"], "a plus in a path is a plus"),
    .init("/%00", ["\0"], "NUL is text"),
    .init("shop://a%2Fb/c", ["a/b", "c"], "in an authority that is a segment"),
  ]

  @Test(arguments: escaped)
  func `escapes are decoded exactly once`(row: LocationCase<[String]>) throws {
    #expect(try row.location().segments == row.expected)
  }

  @Test func `an escape can complete unescaped bytes`() throws {
    let location = try Location(parsing: [0x2F, 0xE5] + Array("%AD%A6".utf8))
    #expect(location.segments == ["学"])
  }
}
