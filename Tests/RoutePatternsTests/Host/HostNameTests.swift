import Testing

@testable import RoutePatterns

@Suite struct HostNameTests {
  private func spelled(_ host: String) -> [UInt8]? {
    (try? HostName.canonical(host)).map { Array($0.utf8) }
  }

  /// A host and its other spellings.
  static let spellings: [(host: String, others: [String])] = [
    (
      "b\u{FC}cher.example",
      [
        "xn--bcher-kva.example", "XN--BCHER-KVA.example", "bu\u{308}cher.example", "BÜCHER.example",
        "BU\u{308}CHER.EXAMPLE.", "b\u{FC}cher\u{3002}example", "ｂücher．ｅｘａｍｐｌｅ｡",
        "ｘn--bcher-kva.example", "bü\u{AD}cher.example", "bücher\u{FE0F}.example",
      ]
    ),
    ("example.com", ["EXAMPLE.com.", "example\u{FF0E}com", "e\u{200B}xample.com"]),
    ("fa\u{DF}.de", ["FAẞ.de", "xn--fa-hia.de"]),
    ("fass.de", ["FASS.de"]),
    ("\u{3C3}.example", ["Σ.example", "xn--4xa.example"]),
    ("\u{3C2}.example", ["xn--3xa.example"]),
    ("k\u{F6}ln.example", ["\u{212A}öln.example", "xn--kln-sna.example"]),
    ("1vi\u{AC00}.kr", ["①ⅵ\u{1100}\u{1161}.kr"]),
    ("\u{30AC}.jp", ["ｶﾞ.jp", "カ\u{3099}.jp"]),
    ("\u{1EE5}\u{308}.example", ["u\u{308}\u{323}.example", "ü\u{323}.example"]),
    ("i\u{2764}.ws", ["xn--i-7iq.ws", "I❤\u{FE0F}.ws"]),
    ("\u{8C48}.example", ["\u{F900}.example"]),
    ("\u{915}\u{93C}.example", ["\u{958}.example"]),
    ("\u{13A0}.example", ["\u{AB70}.example"]),
    ("[::1]", ["[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::0.0.0.1]"]),
    ("[2001:db8::1:0:0:1]", ["[2001:DB8:0:0:1:0:0:1]"]),
    ("[2001:db8:0:1:1:1:1:1]", ["[2001:0db8:0:1:1:1:1:1]"]),
    ("[::ffff:102:304]", ["[::FFFF:1.2.3.4]"]),
    ("[fe80::1%en0]", ["[FE80:0::1%EN0]"]),
    ("localhost", ["LOCALHOST", "localhost."]),
    ("a--b.example", ["A--B.example"]),
    (".", []), ("a..", []), ("", []),
  ]

  @Test(arguments: spellings)
  func `different spellings of a host are the same bytes`(host: String, others: [String]) {
    #expect(spelled(host) == Array(host.utf8))
    for other in others { #expect(spelled(other) == Array(host.utf8), "\(other)") }
  }

  @Test(arguments: [
    "xn--999.example", "xn--.example", "xn--a-.example", "xn--a.example", "a.xn--\u{FC}",
    "xn--Bcher-KVA0.example", "xn--BCHER-BWA.example",
    "\u{AD}.example", "\u{300}a.example", "a\u{2028}ü.example", "ü\u{E000}.example",
    "a\u{200D}b.example", "ü／x.example", "ü x.example", "ü\u{FFFD}.example", "ª\u{378}.example",
    "\(String(repeating: "ü", count: 60)).example",
    "[]", "[::1", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[::12345]", "[::g]",
    "[::1.2.3]", "[::1.2.3.256]", "[::1.2.3.04]", "[1.2.3.4::]", "[:::]", "[:1]", "[fe80::1%]",
    "[fe80::1%a b]",
    "[v1.a]", "[::1]a",
  ])
  func `an invalid label or address is refused`(host: String) {
    #expect(spelled(host) == nil)
  }

  @Test func `a label beyond ASCII has at most 63 bytes with xn--`() throws {
    let letters = (0...60).map { String(repeating: "a", count: $0) + "\u{FC}" }
    for text in letters {
      let ascii = "xn--" + Punycode.encoded(Array(text.unicodeScalars))
      let isShort = ascii.utf8.count <= 63
      #expect((spelled(text) != nil) == isShort && (spelled(ascii) != nil) == isShort, "\(ascii)")
    }
    #expect(letters.contains { spelled($0) != nil } && spelled(letters[60]) == nil)
  }

  @Test func `rows of the conformance file are parsed as documented`() {
    for row in IdnaExtract.hosts {
      #expect(spelled(row.text) == Array(row.letters.utf8), "\(row.text.debugDescription)")
    }
    for text in IdnaExtract.refused {
      #expect(spelled(text) == nil, "\(text.debugDescription)")
    }
  }

  @Test func `a host keeps its spelling, and is decoded from ASCII`() throws {
    for row in IdnaExtract.hosts {
      let host = try HostName.canonical(row.text)
      #expect(try HostName.canonical(host).utf8.elementsEqual(host.utf8))
      let ascii = host.split(separator: ".", omittingEmptySubsequences: false)
        .map { label in
          label.utf8.allSatisfy { $0 < 0x80 }
            ? String(label) : "xn--" + Punycode.encoded(Array(label.unicodeScalars))
        }
        .joined(separator: ".")
      #expect(spelled(ascii) == Array(host.utf8), "\(ascii)")
    }
  }

  @Test func `a scalar that maps to itself is composed according to Unicode`() {
    // Each composition in the table is canonically equivalent to its parts, and composes from them.
    var count = 0
    for (mark, _, text) in HostTables.entries(of: HostTables.compositions) {
      let scalars = Array(text)
      for index in stride(from: 0, to: scalars.count, by: 2) {
        let parts = [scalars[index], Unicode.Scalar(mark) ?? "?"]
        #expect(CanonicalComposition.composed(parts) == [scalars[index + 1]])
        let view = String.UnicodeScalarView(parts)
        #expect(String(view) == String(scalars[index + 1]))
        count += 1
      }
    }
    #expect(count > 500)
  }

  @Test func `the mapping of a scalar maps to itself`() {
    var count = 0
    for (first, mark, text) in HostTables.entries(of: HostTables.mapping) {
      #expect(Unicode.Scalar(first) != nil && !text.isEmpty || mark == ":")
      for scalar in text where scalar != " " {
        count += 1
        // Characters that are newer than the standard library are rejected.
        if scalar.isASCII || scalar.properties.generalCategory == .unassigned { continue }
        let own = HostMapping.text(scalar).map { Array($0.unicodeScalars) }
        #expect(own == [scalar] && HostMapping.isAllowed(scalar), "\(scalar.value)")
      }
    }
    #expect(count > 5_000)
  }
}
