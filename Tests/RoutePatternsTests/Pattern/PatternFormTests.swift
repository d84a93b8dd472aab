import RoutePatterns
import Testing

/// Every form of a pattern, in the order of section 2 in the page on routing semantics.
@Suite struct PatternFormTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let pattern: String
    let location: String
    /// `nil` if the location does not match.
    let values: [String: ParameterValue]?

    init(
      _ rule: String,
      _ pattern: String,
      _ location: String,
      _ values: [String: ParameterValue]? = [:]
    ) {
      self.rule = rule
      self.pattern = pattern
      self.location = location
      self.values = values
    }

    var testDescription: String { "\(rule): \(pattern) and \(location)" }
  }

  private func check(_ case: Case) throws {
    let pattern = try RoutePattern(`case`.pattern)
    let location = try Location(parsing: `case`.location)
    #expect(pattern.match(location)?.params == `case`.values)
    let table = RouteTable([.init(pattern: pattern)])
    #expect(table.match(location)?.params == `case`.values)
  }

  @Test(arguments: [
    Case("any Unicode", "/学校/detail", "/学校/detail"),
    Case("any Unicode", "/学校/detail", "/%E5%AD%A6%E6%A0%A1/detail"),
    Case("canonical equivalence", "/caf\u{E9}", "/cafe\u{301}"),
    Case("canonical equivalence", "/cafe\u{301}", "/caf%C3%A9"),
    Case("case-sensitive", "/User", "/user", nil),
    Case("escapes are decoded after splitting", "/a%3Ab", "/a:b"),
    Case("escapes are decoded after splitting", "/a%2Fb", "/a%2Fb"),
    Case("escapes are decoded after splitting", "/a%2Fb", "/a/b", nil),
    Case("a malformed escape is text", "/100%", "/100%"),
    Case("a literal of more than 16 bytes", "/notifications-of-today", "/notifications-of-today"),
    Case(
      "a literal of more than 16 bytes",
      "/notifications-of-today",
      "/notifications-of-todax",
      nil
    ),
    Case("a literal of 9 to 16 bytes", "/organization", "/organizatiom", nil),
    Case("one trailing slash is ignored", "/a/", "/a"),
    Case("one trailing slash is ignored", "/a", "/a/"),
    Case("two slashes are the root", "//", "/"),
    Case("an empty segment at the end is kept", "/a//", "/a//"),
    Case("an empty segment is kept", "/a//b", "/a//b"),
    Case("an empty segment is kept", "/a//b", "/a/b", nil),
    Case("the leading slash may be omitted", "a/b", "/a/b"),
    Case("white space around is trimmed", "  /a  ", "/a"),
    Case("the root", "/", "/"),
    Case("the root", "/", ""),
    Case("the whole path", "/a", "/a/b", nil),
    Case("the whole path", "/a/b", "/a", nil),
  ])
  func `literal segments match themselves`(_ case: Case) throws { try check(`case`) }

  @Test(arguments: [
    Case("one segment, decoded", "/:id", "/a%20b", ["id": .text("a b")]),
    Case("a slash stays inside its value", "/:id/x", "/a%2Fb/x", ["id": .text("a/b")]),
    Case("non-empty", "/:id", "/", nil),
    Case("an empty segment matches no parameter", "/a/:id/b", "/a//b", nil),
    Case("names of Unicode letters", "/:名字", "/x", ["名字": .text("x")]),
    Case("names of letters, digits, _", "/:user_id2", "/x", ["user_id2": .text("x")]),
    Case("values keep their own form", "/:id", "/e\u{301}", ["id": .text("e\u{301}")]),
  ])
  func `a parameter is one segment`(_ case: Case) throws { try check(`case`) }

  @Test(arguments: [
    Case("int", "/:n<int>", "/-42", ["n": .int(-42)]),
    Case("int", "/:n<int>", "/007", ["n": .int(7)]),
    Case("int within 64 bits", "/:n<int>", "/9223372036854775807", ["n": .int(.max)]),
    Case("int within 64 bits", "/:n<int>", "/-9223372036854775808", ["n": .int(.min)]),
    Case("int within 64 bits", "/:n<int>", "/9223372036854775808", nil),
    Case("int", "/:n<int>", "/+1", nil),
    Case("int", "/:n<int>", "/-", nil),
    Case("int", "/:n<int>", "/1.0", nil),
    Case("number", "/:x<number>", "/-1.50", ["x": .double(-1.5)]),
    Case("number", "/:x<number>", "/3", ["x": .double(3)]),
    Case("number without exponent", "/:x<number>", "/1e3", nil),
    Case("number", "/:x<number>", "/1.", nil),
    Case("number", "/:x<number>", "/.5", nil),
    Case("bool", "/:b<bool>", "/true", ["b": .bool(true)]),
    Case("bool", "/:b<bool>", "/false", ["b": .bool(false)]),
    Case("bool", "/:b<bool>", "/True", nil),
    Case(
      "uuid, lower-cased",
      "/:u<uuid>",
      "/0188AB12-0000-4000-8000-00000000ABCD",
      ["u": .text("0188ab12-0000-4000-8000-00000000abcd")]
    ),
    Case("uuid", "/:u<uuid>", "/0188AB12-0000-4000-8000-00000000ABC", nil),
    Case("uuid", "/:u<uuid>", "/0188AB12-0000-4000-8000-00000000ABCG", nil),
    Case("date", "/:d<date>", "/2024-02-29", ["d": .text("2024-02-29")]),
    Case("date, validated", "/:d<date>", "/2023-02-29", nil),
    Case("date, validated", "/:d<date>", "/1900-02-29", nil),
    Case("date, validated", "/:d<date>", "/2024-04-31", nil),
    Case("date, validated", "/:d<date>", "/2024-13-01", nil),
    Case("date", "/:d<date>", "/24-01-01", nil),
    Case("hex", "/:h<hex>", "/dEadBeef", ["h": .text("dEadBeef")]),
    Case("hex", "/:h<hex>", "/xyz", nil),
    Case("slug", "/:s<slug>", "/a-post_1", ["s": .text("a-post_1")]),
    Case("slug", "/:s<slug>", "/a post", nil),
    Case("alpha", "/:a<alpha>", "/abcXYZ", ["a": .text("abcXYZ")]),
    Case("alpha is ASCII", "/:a<alpha>", "/é", nil),
  ])
  func `a typed parameter accepts only values of its type`(_ case: Case) throws {
    try check(`case`)
  }

  @Test(arguments: [
    Case("a regular expression", #"/:id(\d+)"#, "/42", ["id": .text("42")]),
    Case("over the whole value", #"/:id(\d+)"#, "/42a", nil),
    Case("classes and repetition", "/:c([A-Z]{3}[0-9]{2,})", "/ABC42", ["c": .text("ABC42")]),
    Case("groups and alternation", "/:c((ab|cd)+)", "/abcdab", ["c": .text("abcdab")]),
    Case("Unicode classes", "/:c([一-龥]+)", "/学校", ["c": .text("学校")]),
    Case("a slash inside a constraint", "/:c(a/b)", "/a%2Fb", ["c": .text("a/b")]),
    Case("never an empty value", "/:c(a*)", "/", nil),
    Case("one of a list", "/:lang<en|fr|zh>", "/fr", ["lang": .text("fr")]),
    Case("one of a list", "/:lang<en|fr|zh>", "/de", nil),
    Case("a list of any Unicode", "/:w<学校|caf\u{E9}>", "/cafe\u{301}", ["w": .text("cafe\u{301}")]),
  ])
  func `a constraint applies to the whole value`(_ case: Case) throws { try check(`case`) }

  @Test(arguments: [
    Case("literal text around", "/@:user", "/@ann", ["user": .text("ann")]),
    Case("literal text around", "/@:user", "/ann", nil),
    Case("literal text around", "/@:user", "/@", nil),
    Case("literal text around", "/:file.json", "/a.json.json", ["file": .text("a.json")]),
    Case(
      "as short as possible",
      "/:from-:to",
      "/a-b-c",
      ["from": .text("a"), "to": .text("b-c")]
    ),
    Case(
      "as short as possible",
      "/:a.:b.:c",
      "/1.2.3.4",
      [
        "a": .text("1"), "b": .text("2"), "c": .text("3.4"),
      ]
    ),
    Case("never empty", "/:from-:to", "/-b", nil),
    Case("never empty", "/:from-:to", "/--b", ["from": .text("-"), "to": .text("b")]),
    Case(
      "types inside a segment",
      #"/:n<int>-:m<int>"#,
      "/-1--2",
      [
        "n": .int(-1), "m": .int(-2),
      ]
    ),
    Case(
      "the whole segment is one automaton",
      "/:a(x+)x:b(x+)",
      "/xxxx",
      [
        "a": .text("x"), "b": .text("xx"),
      ]
    ),
    Case("date inside a segment", "/on-:d<date>", "/on-2023-02-29", nil),
    Case("date inside a segment", "/on-:d<date>", "/on-2000-02-29", ["d": .text("2000-02-29")]),
    Case("int inside a segment", "/n:i<int>", "/n9223372036854775808", nil),
    Case("int inside a segment", "/n:i<int>", "/n-9223372036854775808", ["i": .int(.min)]),
    Case(
      "canonical equivalence",
      "/caf\u{E9}-:x",
      "/cafe\u{301}-e\u{301}",
      ["x": .text("e\u{301}")]
    ),
  ])
  func `a segment can contain text and parameters`(_ case: Case) throws { try check(`case`) }

  @Test(arguments: [
    Case("taken if possible", "/u(/edit)", "/u/edit"),
    Case("taken if possible", "/u(/edit)", "/u"),
    Case("taken if possible", "/u(/edit)", "/u/other", nil),
    Case("nesting allowed", "/u(/:id(/:tab))", "/u/7", ["id": .text("7")]),
    Case("nesting allowed", "/u(/:id(/:tab))", "/u/7/x", ["id": .text("7"), "tab": .text("x")]),
    Case("left to right", "(/:a)(/:b)", "/1", ["a": .text("1")]),
    Case("left to right", "(/:a)(/:b)/:c", "/1/2", ["a": .text("1"), "c": .text("2")]),
    Case(
      "left to right",
      "/the(/foo/:a)(/bar/:b)",
      "/the/bar/2",
      ["b": .text("2")]
    ),
    Case("differs from a constraint", "/:id(/edit)", "/7/edit", ["id": .text("7")]),
    Case("a slash before it", "/(/a)", "/a"),
    Case("in front", "(/a)/b", "/b"),
  ])
  func `an optional part can be omitted`(_ case: Case) throws { try check(`case`) }

  @Test(arguments: [
    Case("* inside is one segment", "/*/b", "/a/b"),
    Case("* inside is one segment", "/*/b", "/b", nil),
    Case("* inside is one segment", "/*/b", "/a/a/b", nil),
    Case("*name is its text", "/*x/b", "/a/b", ["x": .text("a")]),
    Case("** is any number", "/**/b", "/b"),
    Case("** is any number", "/**/b", "/a/a/b"),
    Case("** is empty segments too", "/a/**x/b", "/a//b", ["x": .list([""])]),
    Case("as short as possible", "/**x/b/**y", "/a/b/b", ["x": .list(["a"]), "y": .list(["b"])]),
    Case("the decoded segments", "/f/**x", "/f/a%2Fb/c%20d", ["x": .list(["a/b", "c d"])]),
    Case("zero segments", "/f/**x", "/f", ["x": .list([])]),
    Case("* at the end means **", "/f/*", "/f/a/b"),
    Case("* at the end means **", "/f/*", "/f"),
    Case("*name at the end means **", "/f/*x", "/f/a/b", ["x": .list(["a", "b"])]),
    Case("the end with an optional part", "/f/*x(/b)", "/f/a/b", ["x": .text("a")]),
    Case("the end inside an optional part", "/f(/*x)", "/f/a/b", ["x": .list(["a", "b"])]),
  ])
  func `a catch-all takes the number of segments it allows`(_ case: Case) throws {
    try check(`case`)
  }

  @Test(arguments: [
    Case("bound to a scheme", "shop://user/:id", "shop://user/7", ["id": .text("7")]),
    Case("bound to a scheme", "shop://user/:id", "SHOP://user/7", ["id": .text("7")]),
    Case("bound to a scheme", "shop://user/:id", "/user/7", nil),
    Case("bound to a scheme", "shop://user/:id", "other://user/7", nil),
    Case("a host", "https://example.com/u/:id", "https://Example.com/u/7", ["id": .text("7")]),
    Case("a host", "https://example.com/u/:id", "https://example.org/u/7", nil),
    Case("a host", "https://example.com/u/:id", "http://example.com/u/7", nil),
    Case("a label may be *", "https://*.example.com/u", "https://eu.example.com/u"),
    Case("a label may be *", "https://*.example.com/u", "https://example.com/u", nil),
    Case("a label may be *", "https://*.example.com/u", "https://a.b.example.com/u", nil),
    Case(
      "a label may be :tenant",
      "https://:tenant.example.com/u/:id",
      "https://acme.example.com/u/7",
      ["tenant": .text("acme"), "id": .text("7")]
    ),
    Case("a web link without a host fits any", "/u", "https://example.com/u"),
  ])
  func `a pattern can have a scheme and a host`(_ case: Case) throws { try check(`case`) }

  @Test func `rest contains the last catch-all, named or not`() throws {
    let pattern = try RoutePattern("/a/**x/b/**")
    let match = try #require(pattern.match(try Location(parsing: "/a/1/2/b/3")))
    #expect(match.rest == ["3"])
    #expect(match.params == ["x": .list(["1", "2"])])
  }
}
