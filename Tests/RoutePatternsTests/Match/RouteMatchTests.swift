import RoutePatterns
import Testing

@Suite struct RouteMatchTests {
  private func match(_ template: String, _ location: String) throws -> RouteMatch {
    let table = RouteTable([.init(pattern: try RoutePattern(template))])
    return try #require(table.match(try Location(parsing: location)))
  }

  @Test func `values are parsed by their type`() throws {
    let match = try match("/:i<int>/:x<number>/:b<bool>/:t/**r", "/7/2.5/true/a%20b/c/d")
    #expect(match[int: "i"] == 7)
    #expect(match[double: "x"] == 2.5)
    #expect(match[double: "i"] == 7)
    #expect(match[bool: "b"] == true)
    #expect(match[text: "t"] == "a b")
    #expect(match[text: "i"] == "7")
    #expect(match[int: "t"] == nil)
    #expect(match.rest == ["c", "d"])
    #expect(match.params["none"] == nil)
    #expect(match.pairs.map(\.name) == ["i", "x", "b", "t", "r"])
  }

  @Test(arguments: [1, 5, 10, 40, 100, 1_000, 30_000])
  func `a match keeps its values, however long its path`(count: Int) throws {
    let long = String(repeating: "x", count: count)
    let match = try match("/a/:p/b/:q(/:r)", "/a/\(long)/b/y%2Fz")
    #expect(match.params == ["p": .text(long), "q": .text("y/z")])
  }

  @Test func `a match outlives its table and its location`() throws {
    var table: RouteTable? = RouteTable([
      .init(pattern: try RoutePattern("https://:t.example.com/a/:id/**rest"))
    ])
    var location: Location? = try Location(parsing: "https://acme.example.com/a/7/b/c?x=1")
    let match = try #require(location.flatMap { table?.match($0) })
    (table, location) = (nil, nil)
    #expect(
      match.params == ["t": .text("acme"), "id": .text("7"), "rest": .list(["b", "c"])]
    )
  }

  @Test func `the captures point into the path`() throws {
    let match = try match("/a/:p(/x/:q)/**", "/a/学/c/d")
    #expect(match.slots.map(\.name) == ["p", "q", ""])
    match.withUnsafeCaptures { path, separator, captures in
      #expect(separator == UInt8(ascii: "/"))
      #expect(captures.map(\.isPresent) == [true, false, true])
      #expect(
        String(decoding: path[Int(captures[0].start)..<Int(captures[0].end)], as: UTF8.self)
          == "学"
      )
      #expect(
        String(decoding: path[Int(captures[2].start)..<Int(captures[2].end)], as: UTF8.self)
          == "c/d"
      )
    }
  }

  @Test func `an empty catch-all ends before it starts`() throws {
    for template in ["/a/**x", "/**x/a"] {
      let match = try match(template, "/a")
      match.withUnsafeCaptures { _, _, captures in
        #expect(captures[0].isPresent && captures[0].end < captures[0].start)
      }
      #expect(match.params["x"] == .list([]))
    }
  }

  @Test func `text and parameters give the same UUID`() throws {
    let match = try match("/:u<uuid>", "/0188AB12-0000-4000-8000-00000000ABCD")
    #expect(match[text: "u"] == "0188ab12-0000-4000-8000-00000000abcd")
    #expect(match.params["u"] == match[text: "u"].map(ParameterValue.text))
  }

  @Test func `a parameter of an omitted part has no value`() throws {
    let match = try match("/a(/:p)(/b/:q)", "/a/b/7")
    #expect(match.params == ["q": .text("7")])
    #expect(match.params["p"] == nil)
    #expect(match[text: "p"] == nil)
  }
}
