import RoutePatterns
import Testing

/// The code of `GettingStartedWithPatterns.md`, which a test compares with it.
struct GettingStartedWithPatternsGuide {
  @Test func `a table finds the most specific matching pattern`() throws {
    let table = RouteTable([
      RouteTable.Entry(pattern: try RoutePattern("/user/:id<int>")),
      RouteTable.Entry(pattern: try RoutePattern("/user/settings")),
      RouteTable.Entry(pattern: try RoutePattern("/files/**path")),
    ])
    let match = table.match(try Location(parsing: "shop://user/7?tab=posts"))
    #expect(match?.entry == 0)
    #expect(match?[int: "id"] == 7)
    #expect(table.match(try Location(parsing: "/user/settings"))?.entry == 1)
    #expect(table.match(try Location(parsing: "/user/ada")) == nil)
  }

  @Test func `a link has its parts`() throws {
    let location = try Location(parsing: "https://shop.example/a%2Fb/c?tag=new&tag=red#top")
    #expect(location.segments == ["a/b", "c"])
    #expect(location.host == "shop.example")
    #expect(location.query.all("tag") == ["new", "red"])
    #expect(location.fragment == "top")
  }

  @Test func `values form a link`() throws {
    let path = try RoutePattern("/user/:id<int>").path(parameters: ["id": .int(7)])
    let link = try Location {
      LinkPart.scheme("shop")
      LinkPart.segment("find")
      LinkPart.query("q", "tea & cake")
    }
    #expect(path == ["user", "7"])
    #expect("\(link)" == "shop://find?q=tea%20%26%20cake")
  }

  @Test func `a type can have a condition of its own`() throws {
    var types = ParameterTypes.builtIn
    try types.define("sku", matching: Constraint("[A-Z]{3}\\d+"))
    let pattern = try RoutePattern("/item/:id<sku>", types: types)
    #expect(pattern.match(try Location(parsing: "/item/ABC7")) != nil)
    #expect(pattern.match(try Location(parsing: "/item/7")) == nil)
  }

  @Test func `an error has its place`() {
    let lines = GuideLines()
    do throws(PatternError) {
      _ = try RoutePattern("/user/:")
    } catch {
      lines.add(error.description)
    }
    let expected = """
      '/user/:' has a parameter with no name at byte 6. Write ':name', or '%3A' for a literal colon.
      /user/:
            ^
      """
    #expect(lines.all == [expected])
  }
}
