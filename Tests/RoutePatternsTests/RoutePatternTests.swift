import RoutePatterns
import Testing

@Suite struct RoutePatternTests {
  @Test func `a typed parameter gives its value`() throws {
    let pattern = try RoutePattern("/user/:id<int>/:tab")
    let match = try #require(pattern.match(try Location(parsing: "/user/-7/a%2Fb")))
    #expect(match.params["id"] == .integer(-7))
    #expect(match[int: "id"] == -7)
    #expect(match.params["tab"] == .text("a/b"))
    #expect(match.params["other"] == nil)
  }

  @Test func `the rest is a list of decoded segments`() throws {
    let pattern = try RoutePattern("/files/**path")
    #expect(pattern.match(try Location(parsing: "/files"))?.rest == [])
    let match = try #require(pattern.match(try Location(parsing: "/files/a%20b/c")))
    #expect(match.rest == ["a b", "c"])
    #expect(match.params["path"] == .list(["a b", "c"]))
  }

  @Test func `a child's path is below its parent's`() throws {
    let parent = try RoutePattern("shop://user/:id")
    let child = try parent.appending("edit")
    #expect(child.text == "shop://user/:id/edit")
    #expect(child.match(try Location(parsing: "shop://user/7/edit"))?.params["id"] == .text("7"))
    #expect(throws: PatternError.self) { try parent.appending("/edit") }
    #expect(throws: PatternError.self) { try parent.appending(":id") }
  }

  @Test func `parameters come back from the path they make`() throws {
    let pattern = try RoutePattern("/user/:id<int>(/tab/:tab)")
    #expect(try pattern.path(parameters: ["id": .integer(7)]) == ["user", "7"])
    #expect(
      try pattern.path(parameters: ["id": .integer(7), "tab": .text("a/b")])
        == ["user", "7", "tab", "a/b"]
    )
    #expect(throws: ParameterError.missing(name: "id", pattern: pattern.text)) {
      try pattern.path(parameters: [:])
    }
  }

  @Test func `a host label may be a parameter`() throws {
    let pattern = try RoutePattern("https://:tenant.example.com/u/:id")
    let match = try #require(pattern.match(try Location(parsing: "https://acme.example.com/u/1")))
    #expect(match.params.dictionary == ["tenant": .text("acme"), "id": .text("1")])
  }
}
