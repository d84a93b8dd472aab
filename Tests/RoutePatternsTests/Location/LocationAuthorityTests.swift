import RoutePatterns
import Testing

/// The rows "authority, http/https" and "authority, any other scheme".
@Suite struct LocationAuthorityTests {
  struct Place: Equatable, Sendable {
    var host: String?
    var port: Int?
    var path: String

    init(_ host: String?, _ path: String, port: Int? = nil) {
      self.host = host
      self.port = port
      self.path = path
    }
  }

  static let hosts: [LocationCase<Place>] = [
    .init("https://example.com/user/7", Place("example.com", "/user/7"), "a host"),
    .init("HTTP://Example.COM", Place("example.com", "/"), "in any case"),
    .init("https://example.com?a", Place("example.com", "/"), "without a path"),
    .init("https://me:pass@word@h/a", Place("h", "/a"), "a user is dropped"),
    .init("https://h:8443/a", Place("h", "/a", port: 8443), "a port is kept"),
    .init("https://h:443/a", Place("h", "/a"), "the scheme's own port goes without saying"),
    .init("http://h:80/a", Place("h", "/a"), "the scheme's own port goes without saying"),
    .init("http://h:443/a", Place("h", "/a", port: 443), "another scheme's port does not"),
    .init("http://h:0080/", Place("h", "/"), "leading zeros do not count"),
    .init("http://h:/a", Place("h", "/a"), "an empty port is none"),
    .init("https://[::1]:8080/a", Place("[::1]", "/a", port: 8080), "an address in brackets"),
    .init("https://[::1]/a", Place("[::1]", "/a"), "its colons are no port"),
    .init("https://ex%61mple.com/", Place("example.com", "/"), "decoded once"),
    .init("https://EXÄMPLE.com/", Place("exämple.com", "/"), "any alphabet, lower-cased"),
    .init("https://xn--exmple-cua.com/", Place("exämple.com", "/"), "in its own letters"),
    .init(
      "https://EXA\u{308}MPLE.com./",
      Place("exämple.com", "/"),
      "composed, without a last dot"
    ),
    .init("https://example。com:8/a", Place("example.com", "/a", port: 8), "any dot"),
    .init("https://[0:0:0:0:0:0:0:1]/a", Place("[::1]", "/a"), "one spelling of an address"),
    .init("https:/a", Place(nil, "/a"), "no host"),
    .init("https:a", Place(nil, "/a"), "no host"),
    .init("https:///a", Place(nil, "/a"), "an empty host is none"),
    .init("https://:80/a", Place(nil, "/a"), "a port alone is none"),
  ]

  @Test(arguments: hosts)
  func `the authority of a web link is a host`(row: LocationCase<Place>) throws {
    let location = try row.location()
    #expect(Place(location.host, location.path, port: location.port) == row.expected)
  }

  static let segments: [LocationCase<Place>] = [
    .init("shop://user/7", Place(nil, "/user/7"), "the first path segment"),
    .init("Shop://User/7", Place(nil, "/User/7"), "which follows the rules of segments"),
    .init("shop://me@item:7/x", Place(nil, "/me@item:7/x"), "as a whole"),
    .init("shop:/user/7", Place(nil, "/user/7"), "without an authority"),
    .init("shop:user/7", Place(nil, "/user/7"), "without a slash"),
    .init("shop:///user/7", Place(nil, "/user/7"), "empty"),
    .init("shop://[::1/x", Place(nil, "/%5B::1/x"), "a broken host is a segment"),
  ]

  @Test(arguments: segments)
  func `any other authority is the first segment`(row: LocationCase<Place>) throws {
    let location = try row.location()
    #expect(Place(location.host, location.path, port: location.port) == row.expected)
  }

  @Test func `a scheme is lower-cased`() throws {
    #expect(try Location(parsing: "ShOp+9://x").scheme == "shop+9")
    #expect(try Location(parsing: "/x").scheme == nil)
  }

  static let settings: [LocationCase<Place>] = [
    .init("fixed://app/x", Place("app", "/x"), "host"),
    .init("FIXED://App:1/x", Place("app", "/x", port: 1), "host"),
    .init("none://app/x", Place(nil, "/x"), "ignore"),
    .init("none://[/x", Place(nil, "/x"), "ignore, whatever it is"),
    .init("http://user/7", Place(nil, "/user/7"), "segment, settable for every scheme"),
  ]

  @Test(arguments: settings)
  func `a scheme can interpret its authority differently`(row: LocationCase<Place>) throws {
    var rules = LocationRules.standard
    rules["Fixed"].authority = .host([])
    rules["none"].authority = .ignore
    rules["http"].authority = .segment
    let location = try row.location(rules: rules)
    #expect(Place(location.host, location.path, port: location.port) == row.expected)
    #expect(try Location(parsing: location.description, rules: rules) == location)
  }

  @Test func `a list of hosts admits only those hosts`() throws {
    var rules = LocationRules.standard
    let hosts = ["example.com", "*.Example.com"].compactMap(HostRule.init)
    rules["https"].authority = .host(hosts)
    #expect(rules.allows(host: "example.com", scheme: "https"))
    #expect(rules.allows(host: "shop.example.com", scheme: "HTTPS"))
    #expect(!rules.allows(host: "a.b.example.com", scheme: "https"))
    #expect(!rules.allows(host: "example.org", scheme: "https"))
    #expect(!rules.allows(host: nil, scheme: "https"))
    #expect(rules.allows(host: "example.org", scheme: "http"))
    #expect(rules.allows(host: nil, scheme: "shop"))
    #expect(rules.allows(host: nil, scheme: nil))
  }

  static let hostRules: [LocationCase<[String]>] = [
    .init("example.com", ["example.com", "EXAMPLE.com", "example.com."], "itself, in any case"),
    .init("*.example.com", ["a.example.com"], "one label"),
    .init("*.*.com", ["a.example.com", "a.b.com"], "two labels"),
    .init("*", ["localhost", "[::1]"], "one label"),
    .init("[::1]", ["[::1]"], "an address"),
  ]

  @Test(arguments: hostRules)
  func `a star matches one label`(row: LocationCase<[String]>) throws {
    let rule = try #require(HostRule(row.text))
    let all = [
      "example.com", "EXAMPLE.com", "a.example.com", "a.b.com", "localhost", "[::1]", "", ".",
      ".example.com", "a.b.example.com", "example.com.",
    ]
    #expect(all.filter(rule.matches) == row.expected)
  }

  @Test(arguments: ["", ".", "a..b", "*a.com", "a.b*"])
  func `an empty label or a partial star is not a host`(text: String) {
    #expect(HostRule(text) == nil)
  }
}
