import Testing

@testable import RoutePatterns

/// The limit for the steps of a search, for adversarial tables and locations.
@Suite struct RouteSearchTests {
  private func table(_ templates: [String]) throws -> RouteTable {
    RouteTable(try templates.map { .init(pattern: try RoutePattern($0)) })
  }

  /// Checks that a search does not enter a state twice with the same remaining segments.
  private func checkVisits(_ table: RouteTable, _ text: String) throws {
    let location = try Location(parsing: text)
    let visits = table.visitCounts(for: location)
    let states = table.routes.graph.records.count
    let limit = states * (location.segments.count + 1)
    #expect(visits.winner <= limit)
    #expect(visits.all <= limit)
  }

  @Test func `adjacent catch-alls do not multiply`() throws {
    let table = try table(["/**/a/**/a/**/a/**/a/**/b", "/**/a/**/c"])
    let path = String(repeating: "/a", count: 256)
    try checkVisits(table, path)
    #expect(table.match(try Location(parsing: path)) == nil)
    #expect(table.match(try Location(parsing: String(repeating: "/a", count: 255) + "/b")) != nil)
  }

  @Test func `hundreds of overlapping optional parts do not multiply`() throws {
    let overlapping = String(repeating: "(/a)", count: 200)
    let table = try table([overlapping + "/b", overlapping + "/:x/c", "/**/a(/a)(/a)/d"])
    let path = String(repeating: "/a", count: 200)
    try checkVisits(table, path)
    #expect(table.match(try Location(parsing: path)) == nil)
    #expect(table.match(try Location(parsing: path + "/b"))?.entry == 0)
    #expect(table.match(try Location(parsing: path + "/x/c"))?.entry == 1)
  }

  @Test func `forty optional parts take little space`() throws {
    let parts = (0..<40).map { "(/p\($0)/:v\($0))" }.joined()
    let table = try table(["/x" + parts])
    #expect(table.routes.graph.records.count < 1_000)
    let path = "/x" + (0..<40).filter { $0 % 2 == 0 }.map { "/p\($0)/\($0)" }.joined()
    let match = try #require(table.match(try Location(parsing: path)))
    #expect(match.params.count == 20)
    #expect(match.params["v38"] == .text("38"))
    #expect(match.params["v39"] == nil)
  }

  @Test func `nested optional parts take little space`() throws {
    let nested =
      String(repeating: "(/a(/b", count: 20) + String(repeating: "))", count: 20)
    let table = try table([nested])
    #expect(table.routes.graph.records.count < 1_000)
    #expect(table.match(try Location(parsing: String(repeating: "/a/b", count: 20))) != nil)
    #expect(table.match(try Location(parsing: "/b")) == nil)
  }

  @Test func `a long segment is read once`() throws {
    var rules = LocationRules.standard
    rules.maximumBytes = 1 << 20
    let table = try table(["/:a-:b-:c-:d-:e-:f!", #"/:a(\d+)-:b([a-z]*)-:c(.*)-:d(x+y)"#])
    for text in ["a-", "1-", "-", "a"] {
      let long = "/" + String(repeating: text, count: 65_536 / text.utf8.count)
      #expect(table.match(try Location(parsing: long, rules: rules)) == nil)
    }
    let fitting = "/12-ab-" + String(repeating: "-x", count: 30_000) + "-xxy"
    let match = try #require(table.match(try Location(parsing: fitting, rules: rules)))
    #expect(match[text: "b"] == "ab")
    #expect(match[text: "d"] == "xxy")
  }

  @Test func `a tree is never entered twice`() throws {
    let names = ["a", "b", ":x"]
    let templates = names.flatMap { first in
      names.flatMap { second in names.map { "/\(first)/\(second)/\($0)/end" } }
    }
    // Names must be unique, so each parameter gets a number.
    let numbered = templates.map { template in
      template.split(separator: "/").enumerated()
        .map { $1 == ":x" ? "/:x\($0)" : "/\($1)" }.joined()
    }
    let table = try table(numbered)
    try checkVisits(table, "/a/a/a/no")
    try checkVisits(table, "/a/a/a/end")
    #expect(table.match(try Location(parsing: "/a/a/a/no")) == nil)
  }

  @Test func `a table with one deep pattern needs no deep stack`() throws {
    let deep = (0..<256).map { "/:p\($0)" }.joined()
    let table = try table([deep, (0..<255).map { "/:q\($0)" }.joined() + "/end"])
    let path = (0..<256).map { "/\($0)" }.joined()
    let match = try #require(table.match(try Location(parsing: path)))
    #expect(match.entry == 0)
    #expect(match.params["p255"] == .text("255"))
    #expect(match.params["p0"] == .text("0"))
  }

  @Test func `a location of many slashes is searched like any other`() throws {
    let table = try table(["/**/a", "/:x/**", "/a//b"])
    var rules = LocationRules.standard
    rules.maximumSegments = 100_000
    let slashes = String(repeating: "/", count: 60_000)
    let location = try Location(parsing: "x:" + slashes, rules: rules)
    #expect(table.match(location) == nil)
    let visits = table.visitCounts(for: location)
    #expect(visits.all <= table.routes.graph.records.count * (location.segments.count + 1))
  }
}
