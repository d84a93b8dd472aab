import RoutePatterns
import Testing

/// Patterns with one value for some parameters, as the parts of `router.lazy` have them.
@Suite struct FixedPatternTests {
  @Test(arguments: [
    ("/city/:city/zone/:zone<int>", "/city/linz/zone/1", true),
    ("/city/:city<linz|graz>/zone/:zone<int>", "/city/linz/zone/1", true),
    ("/city/:city/zone/:zone<int>", "/city/graz/zone/1", false),
    ("/city/:city/zone/:zone<int>", "/city/linz/zone/x", false),
  ])
  func `a fixed parameter matches its only value`(
    template: String,
    location: String,
    matches: Bool
  ) throws {
    let pattern = try RoutePattern(template).fixing(["city": "linz"])
    let match = pattern.match(try Location(parsing: location))
    #expect((match != nil) == matches)
    #expect(match?.params["city"] == (matches ? .text("linz") : nil))
    #expect(pattern.text == "/city/linz/zone/:zone<int>")
  }

  @Test func `a path needs no fixed parameter, and refuses another value of it`() throws {
    let pattern = try RoutePattern("/:a/:b").fixing(["a": "x"])
    #expect(try pattern.path(parameters: ["b": .text("y")]) == ["x", "y"])
    #expect(try pattern.path(parameters: ["a": .text("x"), "b": .text("y")]) == ["x", "y"])
    #expect(throws: ParameterError.self) {
      try pattern.path(parameters: ["a": .text("z"), "b": .text("y")])
    }
    #expect(pattern.neededParameters == ["b"])
    #expect(try pattern.appending("c").path(parameters: ["b": .text("y")]) == ["x", "y", "c"])
  }

  @Test func `the text has escaped values in place of the parameters`() throws {
    let pattern = try RoutePattern("/:a/:ab<p|q>/:a1").fixing(["a": "x y", "ab": "p"])
    #expect(pattern.text == "/x%20y/p/:a1")
  }
}
