import Testing

@testable import RoutePatterns

@Suite struct TypeTextTests {
  @Test(arguments: [
    ("int", "int", []), ("int?", "int", [TypeText.Suffix.optional]), ("a|b[]", "a|b", [.list]),
    ("int[]?", "int", [.list, .optional]), ("int{}[]", "int", [.map, .list]), ("", "", []),
    ("[]", "", [.list]), ("(a?)", "(a?)", []), ("?[]{}", "", [.optional, .list, .map]),
  ])
  func `a type is a word and its suffixes`(
    text: String,
    word: String,
    suffixes: [TypeText.Suffix]
  ) {
    #expect(TypeText(text).word == word)
    #expect(TypeText(text).suffixes == suffixes)
  }

  @Test(arguments: [
    ("string", ParameterType.text), ("int", .integer), ("a|b", .choice(["a", "b"])),
    ("|a", .choice(["a"])),
  ])
  func `a word is a type of templates`(word: String, type: ParameterType) throws {
    #expect(try TypeText(word).type(among: .builtIn) == type)
  }

  @Test(arguments: ["", "|", "|a|", "a b", "integer", "(a"])
  func `another word is refused`(word: String) {
    #expect(throws: PatternError.self) { try TypeText(word).type(among: .builtIn) }
  }
}
