import Testing

@testable import LinkFiles

struct PatternTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let text: String
    let matches: Bool
    var isCaseSensitive = true

    init(_ pattern: String, _ text: String, _ matches: Bool, isCaseSensitive: Bool = true) {
      (self.pattern, self.text, self.matches) = (pattern, text, matches)
      self.isCaseSensitive = isCaseSensitive
    }

    var testDescription: String { "\(pattern) \(text) \(matches)" }
  }

  static let variables = SubstitutionVariables([
    "food": ["burrito", "sushi", "p*a"], "empty": [], "none": [""],
  ])

  static let apple = [
    Case("/buy/*", "/buy/", true), Case("/buy/*", "/buy", false), Case("/buy/*", "/buy/a/b", true),
    Case("*", "", true), Case("", "", true), Case("", "/", false), Case("?", "", false),
    Case("/?*", "/", false), Case("/?*", "/a/b", true), Case("????", "1234", true),
    Case("????", "123", false), Case("/a/?*/b", "/a/x/y/b", true),
    Case("/?*.json", "/a.b.json", true),
    Case("/*a*b*c", "/xxaxxbxxc", true), Case("/*a*b*c", "/xxaxxcxxb", false),
    Case("/Buy", "/buy", false), Case("/Buy", "/bUY", true, isCaseSensitive: false),
    Case("/é?", "/éé", true), Case("/?", "/é", true), Case("/??", "/é", false),
    Case("/$(food)/", "/sushi/", true), Case("/$(food)/", "/pizza/", true),
    Case("/$(food)/", "/soup/", false), Case("/$(empty)", "/", false),
    Case("/$(none)x", "/x", true),
    Case("/$(lang)_$(region)/", "/de_DE/", true), Case("/$(lang)_$(region)/", "/de_UK/", false),
    Case("/$(lang)_$(region)/", "/DE_de/", false),
    Case("/$(lang)_$(region)/", "/DE_de/", true, isCaseSensitive: false),
    Case("/$(digit)$(digit)", "/12", true), Case("/$(digit)$(digit)", "/1a", false),
    Case("/$(upper)$(lower)", "/Aa", true), Case("/$(upper)", "/a", false),
    Case("/$(upper)", "/a", true, isCaseSensitive: false), Case("/$(xdigit)", "/f", true),
    Case("/$(alnum)", "/-", false), Case("/$(alpha)", "/é", false),
    Case("/$(unknown)", "/x", false),
    Case("/$(open", "/$(open", true), Case("/$x", "/$x", true),
  ]

  @Test(arguments: apple)
  func `a pattern of Apple's file matches the whole text`(row: Case) {
    let pattern = ApplePattern(row.pattern, Self.variables, isCaseSensitive: row.isCaseSensitive)
    let text = row.isCaseSensitive ? row.text : row.text.lowercased()
    #expect(pattern.matches(Array(text.utf8)) == row.matches)
    // The automaton of patterns with variables agrees.
    let program = PatternProgram(pattern.tokens)
    #expect(program.matches(Array(text.utf8)) == row.matches)
  }

  static let android = [
    Case("/buy/*", "/buy/", true), Case("/buy/*", "/buy/a/b", true), Case("/buy/*", "/buy", false),
    Case("*", "/", true), Case("foo", "foo", true), Case("foo", "foob", false),
    Case("foo*bar", "fooxbar", true), Case("foo*bar", "foobxbar", false), Case("*bar", "bar", true),
    Case("*bar", "babar", false), Case("fo?b*r", "fooboor", true), Case("foo?", "foo", false),
    Case("/a/?*/b", "/a/x/b", true), Case("/a/?*/b", "/a/x/y/b", false),
    Case("/a/?*/b", "/a//b", false), Case("/?*.json", "/a.json", true),
    Case("/?*.json", "/a.b.json", false), Case("/?*", "/", false), Case("/?*", "/a/b", true),
    Case("/*?", "/", false), Case("/*?", "/ab", true), Case("/**/x", "/a/x", true),
    Case("/é?", "/éé", true), Case("/[a-z]", "/[a-z]", true), Case("/Buy", "/buy", false),
  ]

  @Test(arguments: android)
  func `a pattern of Android's file never goes back`(row: Case) {
    #expect(AndroidPattern(row.pattern).matches(Array(row.text.utf8)) == row.matches)
  }

  @Test func `a hostile pattern is compared in reasonable time`() {
    let many = String(repeating: "*a", count: 500)
    let text = Array(String(repeating: "a", count: 20_000).utf8)
    let apple = ApplePattern(many + "b", SubstitutionVariables(), isCaseSensitive: true)
    #expect(!apple.matches(text))
    let values = (0..<500).map { "\($0)*" }
    let variable = ApplePattern(
      "$(v)$(v)$(v)!",
      SubstitutionVariables(["v": values]),
      isCaseSensitive: true
    )
    #expect(!variable.matches(Array(String(repeating: "1", count: 500).utf8)))
    #expect(!AndroidPattern(many + "b").matches(text))
  }

  @Test(arguments: [
    ("https://User:x@Shop.Example.com:8443/a%20b?x=1#y", "https", "Shop.Example.com", "/a%20b"),
    ("https://shop.example.com", "https", "shop.example.com", "/"),
    ("HTTPS://h?x", "https", "h", "/"), ("https://h/ü ä", "https", "h", "/%C3%BC%20%C3%A4"),
    ("https://[::1]:80/a", "https", "[::1]", "/a"), ("/a?b", "https", "base.example", "/a"),
  ])
  func `a link is split as a browser sends it`(
    text: String,
    scheme: String,
    host: String,
    path: String
  ) {
    let link = WebLink(text, base: "base.example")
    #expect(link.scheme == scheme)
    #expect(link.host == host)
    #expect(link.path == path)
  }

  @Test(arguments: ["mailto:a@b.c", "", "shop", "//h/a", "https:/a", "a/b://c", "https://", "#"])
  func `other texts are not web links`(text: String) {
    #expect(!WebLink(text, base: "base.example").isWeb)
  }
}
