import Testing

@testable import LinkFiles

struct AppleFileTests {
  private static func decision(
    _ text: String,
    _ link: String,
    apps: [String] = []
  ) -> LinkDecision {
    AppleMatcher(AppleLinkFile(reading: Array(text.utf8)), apps: apps)
      .decision(about: WebLink(link))
  }

  private static func file(_ components: String, more: String = "", top: String = "") -> String {
    """
    { "applinks": { "details": [{ "appIDs": ["ABCDE12345.com.example.app"],
      "components": \(components)\(more) }]\(top) } }
    """
  }

  /// The example in Apple's documentation of `applinks`.
  static let documented = file(
    """
    [{ "#": "no_universal_links", "exclude": true, "comment": "x" }, { "/": "/buy/*" },
    { "/": "/help/website/*", "exclude": true },
    { "/": "/help/*", "?": { "articleNumber": "????" } }]
    """
  )

  @Test(arguments: [
    ("https://example.com/buy/1", true), ("https://example.com/buy/1#no_universal_links", false),
    ("https://example.com/buy/", true), ("https://example.com/help/website/x", false),
    ("https://example.com/help/x?articleNumber=1234", true),
    ("https://example.com/help/x?articleNumber=123", false),
    ("https://example.com/help/x?a=1&articleNumber=1234", true),
    ("https://example.com/help/website/x?articleNumber=1234", false),
    ("https://example.com/help/x", false), ("https://example.com/", false),
    ("https://example.com/Buy/1", false), ("shop://buy/1", false),
    ("https://example.com/help/x?articleNumber=1234&articleNumber=1", false),
  ])
  func `Apple's documented example is decided as documented`(link: String, opens: Bool) {
    #expect(Self.decision(Self.documented, link).answer == (opens ? .opens : .stays))
  }

  /// The examples of Apple's talk about variables, case and escapes.
  @Test(arguments: [
    (#"[{ "/": "/sourdough/?*", "caseSensitive": false }]"#, "/SOURDOUGH/a", true),
    (#"[{ "/": "/sourdough/?*" }]"#, "/SOURDOUGH/a", false),
    (#"[{ "/": "/哈哈/?*", "percentEncoded": false }]"#, "/%E5%93%88%E5%93%88/a", true),
    (#"[{ "/": "/a%20b", "percentEncoded": false }]"#, "/a%20b", false),
    (#"[{ "/": "/$(lang)_$(region)/$(food)/" }]"#, "/en_CA/sushi/", true),
    (#"[{ "/": "/$(lang)_$(region)/$(food)/" }]"#, "/en_CA/soup/", false),
    (#"[{ "?": "a=*" }]"#, "/x?a=1&b=2", true), (#"[{ "?": "?*" }]"#, "/x", false),
    (#"[{ "?": { "a": "?*" } }]"#, "/x", false), (##"[{ "#": "?*" }]"##, "/x#y", true),
    (#"[{}]"#, "/x", true), (#"[]"#, "/x", false),
  ])
  func `variables, case and escapes decide as documented`(
    components: String,
    path: String,
    opens: Bool
  ) {
    let top = #", "substitutionVariables": { "food": ["burrito", "sushi"] }"#
    let decision = Self.decision(Self.file(components, top: top), "https://h\(path)")
    #expect(decision.answer == (opens ? .opens : .stays), "\(decision)")
  }

  @Test(arguments: [
    (#"[{ "/": "/a%20b" }]"#, "/a b", LinkDecision.Answer.opens),
    (#"[{ "/": "/a?b" }]"#, "/a%20b", .unclear), (#"[{ "/": "/ab" }]"#, "/%61b", .unclear),
    (#"[{ "/": "/a?*" }]"#, "/a%20b", .opens), (#"[{ "?": { "b": "*" } }]"#, "/a", .unclear),
    (#"[{ "?": { "b": "*" } }]"#, "/a?b", .opens),
    (#"[{ "?": { "b": "*" } }, { "/": "/a" }]"#, "/a", .opens),
  ])
  func `an answer is unclear only where the sources disagree`(
    components: String,
    path: String,
    answer: LinkDecision.Answer
  ) {
    #expect(Self.decision(Self.file(components), "https://h\(path)").answer == answer)
  }

  @Test func `defaults apply from the component up to the file`() {
    let text = Self.file(
      #"[{ "/": "/A", "caseSensitive": true }, { "/": "/B" }]"#,
      more: #", "defaults": { "caseSensitive": false }"#,
      top: #", "defaults": { "caseSensitive": true }"#
    )
    #expect(Self.decision(text, "https://h/a").answer == .stays)
    #expect(Self.decision(text, "https://h/b").answer == .opens)
  }

  @Test func `the older forms of a file are read`() {
    let paths = """
      { "applinks": { "apps": [], "details": [{ "appID": "ABCDE12345.com.example.app",
        "paths": ["NOT /buy/old/*", "/buy/*"] }] } }
      """
    #expect(Self.decision(paths, "https://h/buy/1").component?.place == "paths[1]")
    #expect(Self.decision(paths, "https://h/buy/old/1").answer == .stays)
    let keyed = """
      { "applinks": { "details": { "ABCDE12345.com.example.app": { "paths": ["*"] } } } }
      """
    #expect(Self.decision(keyed, "https://h/x").answer == .opens)
  }

  @Test func `each app decides by its own components`() {
    let text = """
      { "applinks": { "details": [
        { "appIDs": ["ABCDE12345.a"], "components": [{ "/": "/x", "exclude": true }] },
        { "appIDs": ["ABCDE12345.b"], "components": [{ "/": "/*" }] }] } }
      """
    let both = Self.decision(text, "https://h/x")
    #expect(both.answer == .opens)
    #expect(both.component?.place == "details[1].components[0]")
    #expect(Self.decision(text, "https://h/x", apps: ["ABCDE12345.a"]).answer == .stays)
    let other = Self.decision(text, "https://h/x", apps: ["ABCDE12345.c"])
    #expect(other == .stays("the file does not name the app"))
  }

  @Test(arguments: [
    (
      "{", "f: invalid JSON: expected a name in quotes at byte 2. Devices ignore the file.",
      "the file is invalid"
    ),
    ("{}", "f: 'applinks' is missing or is not an object.", "the file does not name the app"),
    (
      #"{ "applinks": {} }"#, "f: 'applinks.details' is missing or is not a list.",
      "the file does not name the app"
    ),
    (
      #"{ "applinks": { "details": [{ "components": [] }] } }"#,
      "f: 'appIDs' is missing or is not a list of app IDs.", "no component matches"
    ),
    (
      #"{ "applinks": { "details": [{ "appID": "a" }] } }"#,
      "f: 'components' is missing or is not a list.", "no component matches"
    ),
    (
      file(#"[3]"#), "f: 'components[0]' is missing or is not an object.", "no component matches"
    ),
    (
      file(#"[{ "/": 3 }]"#), #"f: 'components[0]["/"]' is missing or is not a text."#,
      "no component matches"
    ),
    (
      file(#"[{ "?": 3 }]"#), #"f: 'components[0]["?"]' is missing or is not a text or an object."#,
      "no component matches"
    ),
    (
      file(#"[{ "?": { "a": true } }]"#),
      #"f: 'components[0]["?"].a' is missing or is not a text."#, "no component matches"
    ),
    (
      file(#"[{ "/": "/a", "exclude": 1 }]"#),
      "f: 'components[0].exclude' is missing or is not true or false.", "no component matches"
    ),
    (
      file(#"[{ "/": "/$(food)" }]"#),
      "f: components[0] uses the variable 'food', which the file does not define.",
      "no component matches"
    ),
    (
      file("[]", top: #", "substitutionVariables": { "a": ["$(b)"] }"#),
      "f: the variable 'a' has the value '$(b)'. Values cannot contain variables.",
      "no component matches"
    ),
    (
      file("[]", top: #", "substitutionVariables": { "a": "b" }"#),
      "f: 'substitutionVariables.a' is missing or is not a list of texts.", "no component matches"
    ),
    (
      "\u{FEFF}" + file("[]"),
      "f: it begins with a byte order mark. Save it as UTF-8 without one.", "no component matches"
    ),
    (
      file(#"[{ "/": "/*", "comment": "\#(String(repeating: "x", count: 131_072))" }]"#),
      "f: 131197 bytes are more than the 131072 that devices read. They ignore the file.",
      "the file is too large"
    ),
    (
      String(repeating: "[", count: 100_000),
      "f: invalid JSON: expected at most 64 levels of lists and objects at byte 65. Devices ignore "
        + "the file.",
      "the file is invalid"
    ),
  ])
  func `a broken file is explained`(text: String, problem: String, reason: String) {
    let file = AppleLinkFile(reading: Array(text.utf8), name: "f")
    #expect(file.problems.map(\.description).first == problem)
    let decision = AppleMatcher(file, apps: []).decision(about: WebLink("https://h/b"))
    #expect(decision == .stays(reason))
  }
}
