import RoutePatterns
import Testing

@Suite struct ConstraintTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let expression: String
    let fitting: [String]
    let others: [String]

    init(_ expression: String, _ fitting: [String], not others: [String]) {
      self.expression = expression
      self.fitting = fitting
      self.others = others
    }

    var testDescription: String { expression }
  }

  @Test(arguments: [
    Case("abc", ["abc"], not: ["ab", "abcd", "ABC"]),
    Case("a|bc|", ["a", "bc", ""], not: ["b", "abc"]),
    Case("a*", ["", "a", "aaaa"], not: ["b", "ab"]),
    Case("(?:ab)+", ["ab", "abab"], not: ["", "aba"]),
    Case("colou?r", ["color", "colour"], not: ["colouur"]),
    Case("a{2}", ["aa"], not: ["a", "aaa"]),
    Case("a{2,}", ["aa", "aaaaa"], not: ["a"]),
    Case("a{2,3}", ["aa", "aaa"], not: ["a", "aaaa"]),
    Case("a{0}b", ["b"], not: ["ab"]),
    Case(#"\d\D\w\W\s\S"#, ["1a_- x"], not: ["a1_- x"]),
    Case("[a-cx]+", ["abcx"], not: ["d", ""]),
    Case("[^a-c]", ["d", "学", "😀"], not: ["a", "dd"]),
    Case(#"[\]\-\\]+"#, ["]-\\"], not: ["a"]),
    Case("[a-]+", ["a-a"], not: ["b"]),
    Case(".", ["a", "é", "学", "😀"], not: ["", "ab"]),
    Case("[à-ÿ]", ["é"], not: ["e", "学"]),
    Case("[一-龥]{2}", ["学校"], not: ["学", "ab"]),
    Case("[\u{7F}-\u{10FFFF}]", ["\u{7F}", "\u{800}", "\u{FFFF}", "\u{10FFFF}"], not: ["a"]),
    Case(#"\(\)\.\|"#, ["().|"], not: ["()x|"]),
    Case("(a|b)*abb", ["abb", "babaabb"], not: ["ab", "abba"]),
  ])
  func `an expression matches whole values`(_ case: Case) throws {
    let constraint = try Constraint(`case`.expression)
    for value in `case`.fitting { #expect(constraint.fits(value), "\(value)") }
    for value in `case`.others { #expect(!constraint.fits(value), "\(value)") }
  }

  struct Mistake: CustomTestStringConvertible, Sendable {
    let expression: String
    let description: String

    init(_ expression: String, _ description: String) {
      self.expression = expression
      self.description = description
    }

    var testDescription: String { expression }
  }

  @Test(arguments: [
    Mistake("", #"'' is an empty constraint at byte 0. Write an expression such as '\d+'."#),
    Mistake(
      "学(a",
      #"'学(a' has a constraint with an unbalanced parenthesis at byte 3. Close the group, or write '\(' for a literal parenthesis."#
    ),
    Mistake(
      "[a",
      #"'[a' has a constraint with an unclosed '[' at byte 0. Close the class, or write '\[' for a literal bracket."#
    ),
    Mistake(
      "a[]",
      #"'a[]' has a constraint with an empty class at byte 1. Write '[abc]', or '\[' for a literal bracket."#
    ),
    Mistake(
      "[z-a]",
      #"'[z-a]' has a constraint with an invalid range at byte 1. Write the smaller character first, or '\-' for a literal hyphen."#
    ),
    Mistake(
      "*a",
      #"'*a' has a constraint with nothing to repeat at byte 0. Put it after a character, a class or a group, or write '\' before it."#
    ),
    Mistake(
      "a{x}",
      #"'a{x}' has a constraint with a '{' that does not start a repetition at byte 1. Write '{2}', '{2,}' or '{2,4}', or '\{' for a literal brace."#
    ),
    Mistake(
      "a$",
      "'a$' has a constraint with an anchor at byte 1. Remove it: a constraint always applies to the whole value."
    ),
    Mistake(
      #"\1"#,
      #"'\1' has a constraint with '\1' at byte 0. Use characters, classes such as '[a-z]' or '\d', groups, '|' and repetition."#
    ),
    Mistake(
      "a+?",
      #"'a+?' has a constraint with '+?' at byte 1. Use characters, classes such as '[a-z]' or '\d', groups, '|' and repetition."#
    ),
    Mistake(
      "a{4096}b{4096}",
      "'a{4096}b{4096}' has a constraint of more than 4096 states at byte 0. Repeat less, or check the value in a guard."
    ),
  ])
  func `other expressions are refused with their place`(_ mistake: Mistake) {
    let error = #expect(throws: ConstraintError.self) { try Constraint(mistake.expression) }
    #expect(error?.description == mistake.description)
  }

  @Test(arguments: [
    "(a|a)*b", "((a*)*)*b", "(a|aa)+", "(.*)(.*)(.*)x", "(a?){30}a{30}", "([a-z]+)*[A-Z]",
  ])
  func `no expression takes more than one step per byte`(_ expression: String) throws {
    let constraint = try Constraint(expression)
    #expect(!constraint.fits(String(repeating: "a", count: 65_536) + "!"))
  }

  @Test(arguments: [
    "((((a{99}){99}){99}){99}){99}", "(a|b)*a(a|b){14}", "[^a]{4000}",
    "(((.{40}){40}){40}x|y){9}", String(repeating: "(", count: 10_000),
  ])
  func `an expression that grows too large is refused`(_ expression: String) {
    let error = #expect(throws: ConstraintError.self) { try Constraint(expression) }
    #expect(error?.reason == .tooLarge)
  }

  @Test func `4096 states are allowed`() throws {
    let constraint = try Constraint("a{4095}")
    #expect(constraint.fits(String(repeating: "a", count: 4_095)))
    #expect(throws: ConstraintError.self) { try Constraint("a{4096}") }
  }
}
