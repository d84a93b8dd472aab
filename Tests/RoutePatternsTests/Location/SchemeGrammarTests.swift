import RoutePatterns
import Testing

/// Locations, patterns and rules use the same grammar for schemes.
@Suite struct SchemeGrammarTests {
  static let schemes: [(text: String, isScheme: Bool)] = [
    ("a", true), ("shop", true), ("Shop", true), ("Z9+-.", true), ("a.b-c+d", true),
    ("", false), ("1a", false), ("+a", false), (".a", false), ("-", false), ("a_b", false),
    ("a b", false), ("a%41", false), ("é", false), ("aé", false), ("a@", false), ("a[", false),
    ("a`", false), ("a{", false), ("a/", false), ("a\0", false),
  ]

  @Test(arguments: schemes.indices)
  func `a scheme is a letter, then letters, digits, plus, minus or dot`(index: Int) throws {
    let (text, isScheme) = Self.schemes[index]
    #expect(SchemeGrammar.isScheme(text.utf8) == isScheme)
    let location = try? Location(parsing: text + "://x")
    #expect((location?.scheme == text.lowercased()) == isScheme)
    let pattern = try? RoutePattern(text + "://x")
    #expect((pattern?.scheme == text.lowercased()) == isScheme)
    let made = try? Location(scheme: text, segments: ["x"])
    #expect((made != nil) == isScheme)
  }
}
