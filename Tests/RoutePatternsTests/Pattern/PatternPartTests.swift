import RoutePatterns
import Testing

/// The parts of a pattern are its parsed items in their original spelling.
@Suite struct PatternPartTests {
  struct Case: CustomTestStringConvertible {
    let pattern: String
    let parts: [String]
    let classes: [SegmentClass]

    init(_ pattern: String, _ parts: [String], _ classes: [SegmentClass]) {
      (self.pattern, self.parts, self.classes) = (pattern, parts, classes)
    }

    var testDescription: String { pattern }
  }

  static let cases = [
    Case("/", [], []),
    Case("/a/b/", ["a", "b"], [.literal, .literal]),
    Case("a%20b/:id", ["a%20b", ":id"], [.literal, .parameter]),
    Case("/:id<int>/:n(\\d{1,2})", [":id<int>", ":n(\\d{1,2})"], [.constrained, .constrained]),
    Case("/:x([/)\\)]+)/b", [":x([/)\\)]+)", "b"], [.constrained, .literal]),
    Case("/:a-:b<en|fr>.txt", [":a-:b<en|fr>.txt"], [.mixed]),
    Case("/a(/:b(/c))/d", ["a", "(/:b(/c))", "d"], [.literal, .parameter, .literal, .literal]),
    Case("(/:lang<en|fr>)/home", ["(/:lang<en|fr>)", "home"], [.constrained, .literal]),
    // `*` only takes the rest if it is the last segment, including those in optional parts.
    Case("/*/a/*", ["*", "a", "*"], [.one, .literal, .many]),
    Case("/*x(/a)", ["*x", "(/a)"], [.one, .literal]),
    Case("/a(/*)", ["a", "(/*)"], [.literal, .many]),
    Case("/**all/b", ["**all", "b"], [.many, .literal]),
    // Scheme and host are not parts of the path; the first segment after a scheme is one.
    Case("https://:t.example.com/a/:b", ["a", ":b"], [.literal, .parameter]),
    Case("shop://item/:id", ["item", ":id"], [.literal, .parameter]),
    Case("/größe/:größe", ["größe", ":größe"], [.literal, .parameter]),
  ]

  @Test(arguments: cases)
  func `a pattern is split as its parser splits it`(_ row: Case) throws {
    let pattern = try RoutePattern(row.pattern)
    #expect(pattern.parts.map(\.text) == row.parts)
    #expect(pattern.parts.writtenOut.map(\.segmentClass) == row.classes)
    #expect(pattern.parts.map(\.isOptional) == row.parts.map { $0.hasPrefix("(") })
  }

  @Test func `parts are found in joined patterns, and with custom types`() throws {
    var types = ParameterTypes.builtIn
    try types.define("sku", oneOf: ["A", "B"])
    let pattern = try RoutePattern("/shop/", types: types).appending(":id<sku>/x", types: types)
    #expect(pattern.parts.map(\.text) == ["shop", ":id<sku>", "x"])
    #expect(pattern.parts.map(\.segmentClass) == [.literal, .constrained, .literal])
  }

  @Test(
    arguments: [
      ("/a/:id<int>/c", 0, true, "/x", ["x"]), ("/a/:id<int>/c", 1, true, "/a/x/y", ["x", "y"]),
      ("/a/:id<int>/c", 2, true, "/a/x", nil), ("/a/:id<int>/c", 2, true, "/a/7", []),
      ("/a/:id<int>/c", 2, false, "/a/7", []), ("/a/:id<int>/c", 2, false, "/a/7/c", nil),
      ("/a(/b)/c", 2, true, "/a/c", ["c"]), ("https://example.com/a/b", 1, true, "/a/b", ["b"]),
    ] as [(String, Int, Bool, String, [String]?)]
  )
  func `the beginning of a pattern matches every text with that beginning`(
    template: String,
    count: Int,
    isOpen: Bool,
    path: String,
    rest: [String]?
  ) throws {
    let pattern = try #require(RoutePattern(template).beginning(count, isOpen: isOpen))
    let match = pattern.match(try Location(parsing: path))
    #expect(match.map { isOpen ? $0.rest : [] } == rest)
  }

  @Test func `a pattern with the largest number of segments has no room for a rest`() throws {
    let pattern = try RoutePattern(String(repeating: "/a", count: 256))
    #expect(pattern.beginning(256, isOpen: true) == nil)
    #expect(pattern.beginning(255, isOpen: true) != nil)
    #expect(pattern.beginning(256, isOpen: false) != nil)
  }
}
