import RoutePatterns
import Testing

@Suite struct RouteTableTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let patterns: [String]
    let location: String
    let winners: [String]

    init(_ patterns: [String], _ location: String, _ winners: [String]) {
      self.patterns = patterns
      self.location = location
      self.winners = winners
    }

    var testDescription: String { "\(location) in \(patterns)" }
  }

  private func winners(_ case: Case) throws -> [String] {
    let table = RouteTable(try `case`.patterns.map { .init(pattern: try RoutePattern($0)) })
    return table.matches(try Location(parsing: `case`.location))
      .map {
        table.entries[$0.entry].pattern.text
      }
  }

  @Test(arguments: [
    Case(["/user/:id", "/user/settings"], "/user/settings", ["/user/settings", "/user/:id"]),
    Case(["/:a", "/:b<int>"], "/7", ["/:b<int>", "/:a"]),
    Case(["/:a", "/:b<int>"], "/x", ["/:a"]),
    Case(["/**", "/*/b", "/:a/b"], "/a/b", ["/:a/b", "/*/b", "/**"]),
    Case(["/a/**", "/a"], "/a", ["/a", "/a/**"]),
    Case(["/a/*"], "/a", ["/a/*"]),
    Case(["/:x/b", "/:y/b"], "/a/b", ["/:x/b", "/:y/b"]),
  ])
  func `the more exact segment wins from the left`(_ case: Case) throws {
    #expect(try winners(`case`) == `case`.winners)
  }

  @Test(arguments: [
    Case(["/a/b/c", "/a/:x/d", "/:y/b/e"], "/a/b/e", ["/:y/b/e"]),
    Case(["/a/b/c", "/a/:x/d", "/:y/b/e"], "/a/b/d", ["/a/:x/d"]),
  ])
  func `a dead end never hides another match`(_ case: Case) throws {
    #expect(try winners(`case`) == `case`.winners)
  }

  @Test func `priority wins before anything else`() throws {
    let table = RouteTable([
      .init(pattern: try RoutePattern("/a")),
      .init(pattern: try RoutePattern("/:x"), priority: 1),
    ])
    #expect(table.winningOrder == [1, 0])
    #expect(table.match(try Location(parsing: "/a"))?.entry == 1)
  }
}
