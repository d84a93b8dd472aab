import RoutePatterns
import Testing

@Suite struct PatternJoinTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let parent: String
    let child: String
    let text: String

    init(_ parent: String, _ child: String, _ text: String) {
      self.parent = parent
      self.child = child
      self.text = text
    }

    var testDescription: String { "\(parent) + \(child)" }
  }

  @Test(arguments: [
    Case("/", "a", "/a"),
    Case("/user/:id", "edit", "/user/:id/edit"),
    Case("user/", "edit/", "/user/edit"),
    Case("/a//", "b//", "/a//b//"),
    Case("/user", "(/edit)", "/user(/edit)"),
    Case("/", "(/edit)", "(/edit)"),
    Case("shop://", "user", "shop://user"),
    Case("shop://user", ":id", "shop://user/:id"),
    Case("https://example.com", "u", "https://example.com/u"),
    Case("https:///a", "b", "https:///a/b"),
  ])
  func `a child's path is below its parent's`(_ case: Case) throws {
    let joined = try RoutePattern(`case`.parent).appending(`case`.child)
    #expect(joined.text == `case`.text)
    #expect(joined == (try RoutePattern(`case`.text)))
    #expect(joined.template == `case`.child)
  }

  @Test func `a joined pattern keeps scheme and host`() throws {
    let joined = try RoutePattern("https://:t.example.com/a").appending("b")
    #expect(joined.scheme == "https")
    #expect(joined.host?.description == ":t.example.com")
    #expect(joined.parameterNames == ["t"])
  }

  @Test func `a final star matches many segments only after joining`() throws {
    let parent = try RoutePattern("/files/*name")
    #expect(
      parent.match(try Location(parsing: "/files/a/b"))?.params["name"] == .list(["a", "b"])
    )
    let child = try parent.appending("edit")
    #expect(child.match(try Location(parsing: "/files/a/edit"))?.params["name"] == .text("a"))
    #expect(child.match(try Location(parsing: "/files/a/b/edit")) == nil)
  }

  @Test func `patterns are equal if they are written the same`() throws {
    #expect(try RoutePattern(" user/:id/ ") == RoutePattern("/user/:id"))
    #expect(try RoutePattern("/user/:id") != RoutePattern("/user/:uid"))
    #expect(Set([try RoutePattern("/a"), try RoutePattern("a")]).count == 1)
  }

  @Test func `a pattern lists its parameters from the left`() throws {
    let pattern = try RoutePattern(#"https://:t.x.com/:a<int>/@:b-:c(\d+)(/:d<x|y>)/*e/**f"#)
    #expect(pattern.parameterNames == ["t", "a", "b", "c", "d", "e", "f"])
    #expect(
      pattern.parameters.map(\.type) == [
        .text, .integer, .text, .constraint(try Constraint(#"\d+"#)), .choice(["x", "y"]), .text,
        .list,
      ]
    )
  }
}
