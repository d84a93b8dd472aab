import Testing

@testable import RoutePatterns

/// The rows "limits" and "never a trap".
@Suite struct LocationLimitTests {
  @Test func `64 KiB are accepted, and one more byte is refused`() throws {
    let text = "/" + String(repeating: "a", count: 65_535)
    #expect(try Location(parsing: text).segments.count == 1)
    #expect(
      throws: LocationError(.tooLong(text: beginning(text + "a"), byteCount: 65_537, limit: 65_536))
    ) {
      try Location(parsing: text + "a")
    }
  }

  @Test func `1 MiB of slashes is too long`() throws {
    let text = String(repeating: "/", count: 1 << 20)
    let error = try #require(throws: LocationError.self) { try Location(parsing: text) }
    #expect(error.utf8Offset == 65_536)
  }

  @Test func `the printed location has the same limit`() throws {
    let text = "/" + String(repeating: "|", count: 30_000)
    #expect(throws: LocationError.self) { try Location(parsing: text) }
    #expect(
      try Location(parsing: "/" + String(repeating: "|", count: 20_000)).path.utf8.count == 60_001
    )
  }

  @Test func `256 segments are accepted, and no more`() throws {
    let text = String(repeating: "/a", count: 256)
    #expect(try Location(parsing: text).segments.count == 256)
    #expect(try Location(parsing: text + "/").segments.count == 256)
    #expect(try Location(parsing: text + "/b/..").segments.count == 256)
    #expect(
      throws: LocationError(.tooManySegments(text: text + "/b/c", limit: 256, utf8Offset: 513))
    ) {
      try Location(parsing: text + "/b/c")
    }
    #expect(throws: LocationError.self) {
      try Location(parsing: "./b/c", relativeTo: Location(parsing: text))
    }
  }

  @Test func `segments that dots remove do not count`() throws {
    #expect(try Location(parsing: String(repeating: "/a/..", count: 1_000)).segments.isEmpty)
  }

  @Test func `1,024 query items are accepted, and no more`() throws {
    let text = "/?" + Array(repeating: "a", count: 1_024).joined(separator: "&")
    #expect(try Location(parsing: text + "&&").query.count == 1_024)
    #expect(
      throws: LocationError(
        .tooManyQueryItems(text: text + "&b&c", limit: 1_024, utf8Offset: 2_050)
      )
    ) {
      try Location(parsing: text + "&b&c")
    }
    #expect(throws: LocationError.self) {
      try Location(parsing: text).with(query: ["b": ""])
    }
  }

  @Test func `limits are settable`() throws {
    var rules = LocationRules.standard
    rules.maximumBytes = 20
    rules.maximumSegments = 2
    rules.maximumQueryItems = 1
    #expect(try Location(parsing: "/a/b?c", rules: rules).description == "/a/b?c")
    for text in ["/a/b/c", "/a?b&c", "/" + String(repeating: "a", count: 20)] {
      #expect(throws: LocationError.self) { try Location(parsing: text, rules: rules) }
    }
    for segments in [["a", "b", "c"], [String(repeating: "a", count: 20)]] {
      #expect(throws: LocationError.self) { try Location(segments: segments, rules: rules) }
    }
  }

  @Test func `limits that allow nothing do not crash`() {
    var rules = LocationRules.standard
    rules.maximumBytes = -1
    #expect(throws: LocationError.self) { try Location(parsing: "", rules: rules) }
    rules.maximumBytes = .max
    rules.maximumSegments = -1
    #expect(throws: LocationError.self) { try Location(parsing: "/", rules: rules) }
    rules.maximumSegments = .max
    rules.maximumQueryItems = -1
    #expect(throws: LocationError.self) { try Location(parsing: "/?a", rules: rules) }
  }

  static let broken: [LocationCase<Int>] = [
    .init("/%ff", 1, "a byte that never occurs"),
    .init("  /a/%ff", 5, "the offset is that in the text as given"),
    .init("/%E5%AD/b", 1, "a sequence that is not complete"),
    .init("/学/%C3%28", 5, "a sequence that goes on wrongly"),
    .init("/%ED%A0%80", 1, "a surrogate"),
    .init("/%C0%AF", 1, "a slash in two bytes"),
    .init("/%F4%90%80%80", 1, "beyond Unicode"),
    .init("/a?b=%ff", 5, "in a value"),
    .init("/a?%ff=b", 3, "in a name"),
    .init("/a#%ff", 3, "in a fragment"),
    .init("https://%ff/", 8, "in a host"),
    .init("shop://%ff/", 7, "in an authority"),
    .init("/%41%ff%41", 4, "after an escape that is right"),
  ]

  @Test(arguments: broken)
  func `text that is not UTF-8 after decoding is refused`(row: LocationCase<Int>) {
    #expect(throws: LocationError(.notUTF8(text: row.text, utf8Offset: row.expected))) {
      try row.location()
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: LocationError(.notUTF8(text: "/a\u{FFFD}", utf8Offset: 2))) {
      try Location(parsing: [0x2F, 0x61, 0xFF] as [UInt8])
    }
  }

  static let hosts: [LocationCase<LocationError.Reason>] = [
    .init("http://[::1/a", .badHost(text: "http://[::1/a", utf8Offset: 7), "not closed"),
    .init("http://[::1]a/", .badHost(text: "http://[::1]a/", utf8Offset: 7), "text behind it"),
    .init("http://[zz]/", .badHost(text: "http://[zz]/", utf8Offset: 7), "no address"),
    .init(
      "http://%5Ba%5Db/",
      .badHost(text: "http://%5Ba%5Db/", utf8Offset: 7),
      "no address once decoded"
    ),
    .init(
      "http://a.xn--9/",
      .badLabel(text: "http://a.xn--9/", label: "xn--9", utf8Offset: 7),
      "no letters"
    ),
    .init(
      "http://a.[😀İ/",
      .badLabel(text: "http://a.[😀İ/", label: "[😀İ", utf8Offset: 7),
      "a bracket within the host"
    ),
    .init("http://h:8a/", .badPort(text: "http://h:8a/", utf8Offset: 10), "not a digit"),
    .init("http://h:-1/", .badPort(text: "http://h:-1/", utf8Offset: 9), "negative"),
    .init("http://h:65536/", .badPort(text: "http://h:65536/", utf8Offset: 9), "too large"),
    .init(
      "http://h:99999999999999999999/",
      .badPort(text: "http://h:99999999999999999999/", utf8Offset: 9),
      "far too large"
    ),
  ]

  @Test func `a host keeps every byte, however much it grows`() throws {
    let emoji = String(repeating: "\u{1F600}", count: 50)
    let punycode = "xn--" + Punycode.encoded(Array(emoji.unicodeScalars))
    for (text, letters) in [("\u{3316}", "キロメートル"), (punycode, emoji), ("İ", "i\u{307}")] {
      let host = Array(repeating: text, count: 200).joined(separator: ".")
      let letters = Array(repeating: letters, count: 200).joined(separator: ".")
      #expect(
        try Location(parsing: "https://\(host)/a?b#c").description == "https://\(letters)/a?b#c"
      )
      #expect(try Location(scheme: "https", host: host, segments: ["a"]).host == letters)
    }
  }

  @Test(arguments: hosts)
  func `an invalid host is refused`(row: LocationCase<LocationError.Reason>) {
    #expect(throws: LocationError(row.expected)) { try row.location() }
    #expect(Location(row.text) == nil)
  }

  /// The part of an overlong text that an error keeps.
  private func beginning(_ text: String) -> String { String(text.prefix(512)) }
}
