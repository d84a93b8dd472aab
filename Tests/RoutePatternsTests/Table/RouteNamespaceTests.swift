import RoutePatterns
import Testing

/// Schemes, fallback and hosts, as in sections 1 and 3 of the page on routing semantics.
@Suite struct RouteNamespaceTests {
  private func winners(
    _ patterns: [(String, priority: Int)],
    _ location: String,
    fallback: [String: Bool] = [:],
    rules: LocationRules = .standard,
    separatesSchemes: Bool = true
  ) throws -> [String] {
    let entries = try patterns.map { template, priority in
      RouteTable.Entry(pattern: try RoutePattern(template, rules: rules), priority: priority)
    }
    let table = RouteTable(
      entries,
      fallback: fallback,
      rules: rules,
      separatesSchemes: separatesSchemes
    )
    let location = try Location(parsing: location, rules: rules)
    let all = table.matches(location).map { table.entries[$0.entry].pattern.text }
    #expect(table.match(location).map { table.entries[$0.entry].pattern.text } == all.first)
    return all
  }

  @Test func `a scheme's own routes take precedence, whatever the priority`() throws {
    let patterns = [("/a", priority: 9), ("shop://:x", priority: 0)]
    #expect(
      try winners(patterns, "shop://a", fallback: ["shop": true]) == ["shop://:x", "/a"]
    )
  }

  @Test func `a scheme with routes of its own does not fall back`() throws {
    let patterns = [("/a", priority: 0), ("shop://b", priority: 0)]
    #expect(try winners(patterns, "shop://a") == [])
    #expect(try winners(patterns, "shop://a", fallback: ["shop": true]) == ["/a"])
  }

  @Test func `a scheme without routes falls back`() throws {
    let patterns = [("/a", priority: 0), ("shop://b", priority: 0)]
    #expect(try winners(patterns, "other://a") == ["/a"])
    #expect(try winners(patterns, "other://a", fallback: ["other": false]) == [])
    #expect(try winners(patterns, "/a") == ["/a"])
    #expect(try winners(patterns, "/b") == [])
  }

  @Test func `the web falls back`() throws {
    let patterns = [("/a", priority: 0), ("https://example.com/b", priority: 0)]
    #expect(try winners(patterns, "https://example.com/a") == ["/a"])
    #expect(try winners(patterns, "http://example.com/a") == ["/a"])
    #expect(try winners(patterns, "https://example.com/a", fallback: ["https": false]) == [])
  }

  @Test func `without namespaces all routes are one list`() throws {
    let patterns = [("/a", priority: 9), ("shop://:x", priority: 0), ("shop://a", priority: 0)]
    #expect(
      try winners(patterns, "shop://a", separatesSchemes: false) == [
        "/a", "shop://a", "shop://:x",
      ]
    )
  }

  @Test func `a pattern without a host matches only the listed hosts`() throws {
    var rules = LocationRules.standard
    rules["https"].authority = .host(
      ["example.com", "*.example.com"].compactMap { HostRule($0) }
    )
    let patterns = [("/a", priority: 0), ("https://other.org/a", priority: 0)]
    #expect(try winners(patterns, "https://example.com/a", rules: rules) == ["/a"])
    #expect(try winners(patterns, "https://eu.example.com/a", rules: rules) == ["/a"])
    #expect(try winners(patterns, "https://evil.org/a", rules: rules) == [])
    #expect(
      try winners(patterns, "https://other.org/a", rules: rules) == ["https://other.org/a"]
    )
    #expect(try winners(patterns, "/a", rules: rules) == ["/a"])
  }

  @Test func `the authority of a scheme can be a host, or nothing`() throws {
    var rules = LocationRules.standard
    rules["app"].authority = .host([])
    rules["old"].authority = .ignore
    let patterns = [("app://main/a", priority: 0), ("old://x/a", priority: 0)]
    #expect(try winners(patterns, "app://main/a", rules: rules) == ["app://main/a"])
    #expect(try winners(patterns, "app://other/a", rules: rules) == [])
    #expect(try winners(patterns, "old://whatever/a", rules: rules) == ["old:///a"])
  }

  @Test func `a query about a scheme changes nothing`() throws {
    let table = RouteTable([.init(pattern: try RoutePattern("/a"))])
    for _ in 0..<2 { #expect(table.match(try Location(parsing: "new://a")) != nil) }
  }

  @Test func `many hosts are distinguished`() throws {
    let entries = try (0..<500)
      .map { number in
        RouteTable.Entry(pattern: try RoutePattern("https://h\(number).example.com/:x"))
      }
    let table = RouteTable(entries)
    #expect(table.match(try Location(parsing: "https://h321.example.com/a"))?.entry == 321)
    #expect(table.match(try Location(parsing: "https://h500.example.com/a")) == nil)
  }
}
