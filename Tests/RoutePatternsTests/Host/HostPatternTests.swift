import RoutePatterns
import Testing

/// Hosts in patterns and lists match every spelling of a host.
@Suite struct HostPatternTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let pattern: String
    let hosts: [String]
    let others: [String]

    var testDescription: String { pattern }
  }

  static let cases: [Case] = [
    Case(
      pattern: "bücher.example",
      hosts: [
        "bücher.example", "xn--bcher-kva.example", "BU%CC%88CHER.example.", "bücher。example",
      ],
      others: ["bucher.example", "xn--bcher-kvb.example", "a.bücher.example"]
    ),
    Case(
      pattern: "XN--BCHER-KVA.example.",
      hosts: ["bücher.example", "xn--bcher-kva.example"],
      others: ["bücher.example.com"]
    ),
    Case(
      pattern: "*.mu\u{308}nchen.example",
      hosts: ["a.münchen.example", "xn--4ca.xn--mnchen-3ya.example"],
      others: ["münchen.example", "xn--999.münchen.example", "a.b.münchen.example"]
    ),
    Case(
      pattern: "[::1]",
      hosts: ["[::1]", "[0:0::1]:8080", "user@[::1]"],
      others: ["[::2]", "localhost"]
    ),
    Case(
      pattern: "example.com",
      hosts: ["example.com", "EXAMPLE.com.", "example.com.:443"],
      others: ["example.com..", ".example.com"]
    ),
  ]

  @Test(arguments: cases)
  func `a host in a pattern and in a list matches every spelling`(row: Case) throws {
    let pattern = try RoutePattern("https://\(row.pattern)/u/:id")
    let table = RouteTable([.init(pattern: pattern)])
    var rules = LocationRules.standard
    rules["https"].authority = .host([try HostRule(parsing: row.pattern)])
    let confined = RouteTable([.init(pattern: try RoutePattern("/u/:id"))], rules: rules)
    for host in row.hosts {
      let location = try Location(parsing: "https://\(host)/u/1")
      #expect(table.match(location) != nil, "\(host)")
      #expect(pattern.match(location) != nil, "\(host)")
      #expect(confined.match(location) != nil, "\(host)")
      #expect(rules.allows(host: location.host, scheme: "https"), "\(host)")
      #expect(try Location(parsing: location.description) == location)
    }
    for host in row.others {
      guard let location = Location("https://\(host)/u/1") else { continue }
      #expect(table.match(location) == nil, "\(host)")
      #expect(confined.match(location) == nil, "\(host)")
    }
  }

  @Test func `a rule applies to any spelling`() throws {
    let rule = try HostRule(parsing: "*.bücher.example")
    #expect(rule.matches("a.xn--bcher-kva.example"))
    #expect(rule.matches("A.BU\u{308}CHER.example."))
    #expect(!rule.matches("xn--999.bücher.example"))
    #expect(rule == HostRule("*.XN--BCHER-KVA.EXAMPLE."))
    #expect(rule.description == "*.bücher.example")
  }

  @Test func `a parameter receives a label in decoded form`() throws {
    let pattern = try RoutePattern("https://:tenant.köln.example/t")
    let location = try Location(parsing: "https://XN--MNCHEN-3YA.xn--kln-sna.example/t")
    #expect(pattern.match(location)?.params == ["tenant": .text("münchen")])
    #expect(try pattern.host(parameters: ["tenant": .text("münchen")]) == "münchen.köln.example")
    for value in ["xn--mnchen-3ya", "München", "xn--999", "a.b", ""] {
      #expect(throws: ParameterError.self, "\(value)") {
        try pattern.host(parameters: ["tenant": .text(value)])
      }
    }
  }

  @Test func `patterns are printed decoded, and two spellings of a host are one pattern`() throws {
    let pattern = try RoutePattern("https://xn--bcher-kva.EXAMPLE./a")
    #expect(pattern.text == "https://bücher.example/a")
    #expect(pattern == (try RoutePattern("https://BÜCHER.example/a")))
    #expect(pattern.template == "https://xn--bcher-kva.EXAMPLE./a")
    #expect(try RoutePattern("https://[2001:DB8::0]/a").text == "https://[2001:db8::]/a")
    let both = try ["https://bücher.example/a", "https://xn--bcher-kva.example/:x"]
      .map { RouteTable.Entry(pattern: try RoutePattern($0)) }
    #expect(both[0].host == both[1].host)
  }

  @Test(arguments: [
    "-", "a.-", "-a.example", "a-.example", "xn--999.example", "[zz]", "[::1]x", "a b", "a+b", "ü!",
    "a\u{2028}ü", "", ".", "a..b", "..",
  ])
  func `an invalid label is refused where it is written`(host: String) {
    #expect(HostRule(host) == nil)
    #expect(throws: HostError(.noHost, text: host)) { try HostRule(parsing: host) }
  }

  @Test func `a problem with a host in a list is reported`() {
    let problems: [(String, String)] = [
      ("-", "'-' is not a host. Write \"example.com\" or \"*.example.com\"."),
      (
        "localhost:8080",
        "'localhost:8080' has a port. A host matches every port: remove ':8080'."
      ),
      ("[::1]:80", "'[::1]:80' has a port. A host matches every port: remove ':80'."),
      (
        ":t.example",
        "The host ':t.example' has a parameter. Write '*' instead, or put the whole host in the "
          + "path of the outermost route: 'https://:t.example/…'."
      ),
    ]
    for (host, words) in problems {
      let error = #expect(throws: HostError.self) { try HostRule(parsing: host) }
      #expect(error?.description == words)
    }
  }

  @Test(arguments: [
    ("https://dev.example:8080/u", 19, "8080"), ("https://:tenant.example:1/u", 23, "1"),
    ("https://*:80", 9, "80"), ("https://:t:80/", 10, "80"), ("https://[::1]:8080/u", 13, "8080"),
    ("https://a.example:/u", 17, ""), ("https://ü.example:8/u", 18, "8"),
  ])
  func `a port in a pattern is reported`(template: String, offset: Int, port: String) {
    let error = #expect(throws: PatternError.self) { try RoutePattern(template) }
    #expect(error?.reason == .port(port))
    #expect(error?.utf8Offset == offset)
    #expect(
      error?.message
        == "'\(template)' has a port at byte \(offset). "
        + "A pattern matches every port: remove ':\(port)'."
    )
  }
}
