#if Releases
import MessageStream
import ReleaseTrust
import Testing

struct StrictJSONTests {
  @Test(arguments: [
    (#" { "b" : [ 1 , -2 ] , "a" : "x\u0041\/é" } "#, #"{"a":"xA/é","b":[1,-2]}"#),
    (#"{"é":1,"z":2,"Z":3,"😀":4,"\uffee":5}"#, "{\"Z\":3,\"z\":2,\"é\":1,\"\u{FFEE}\":5,\"😀\":4}"),
    (
      #"["\"","\\",true,false,null,9007199254740992]"#,
      #"["\"","\\",true,false,null,9007199254740992]"#
    ),
    (#""\ud83d\ude00\u0080""#, "\"😀\u{80}\""),
  ])
  func `a value has one canonical form`(text: String, canonical: String) throws {
    let value = try StrictJSON.parse(Array(text.utf8), of: "a", limit: 1_000)
    #expect(String(decoding: CanonicalJSON.bytes(value), as: UTF8.self) == canonical)
  }

  @Test(arguments: [
    (#"{"a":1,"a":1}"#, "each name only once at byte 11"),
    (#"{"b":{"é":1,"é":2}}"#, "each name only once at byte 18"),
    ("1.0", "a whole number of at most 2^53 at byte 1"),
    ("[1e2]", "a whole number of at most 2^53 at byte 2"),
    ("9007199254740993", "a whole number of at most 2^53 at byte 1"),
    ("-9223372036854775809", "a whole number of at most 2^53 at byte 1"),
    ("-0", "a whole number of at most 2^53 at byte 1"),
    ("01", "a value at byte 3"),
    (#""\n""#, "a text without control characters at byte 5"),
    (#""\u007f""#, "a text without control characters at byte 9"),
    ("\"\t\"", "an escape instead of a control character at byte 3"),
    (#""\ud800""#, "both halves of a surrogate pair at byte 8"),
    ("{} {}", "the end at byte 4"),
    ("\u{FEFF}{}", "a value at byte 1"),
    ("", "a value at byte 1"),
  ])
  func `an ambiguous text is refused`(text: String, expected: String) {
    #expect(throws: TrustError("a", .invalidJSON("invalid JSON: expected \(expected)"))) {
      try StrictJSON.parse(Array(text.utf8), of: "a", limit: 1_000)
    }
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
  ])
  func `invalid UTF-8 is refused`(bytes: [UInt8]) {
    #expect(throws: TrustError.self) { try StrictJSON.parse(bytes, of: "a", limit: 1_000) }
  }

  @Test func `a text has at most 16 levels and its limit of bytes`() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    _ = try StrictJSON.parse(nested(16), of: "a", limit: 32)
    #expect(throws: TrustError("a", .tooLarge(limit: 31))) {
      try StrictJSON.parse(nested(16), of: "a", limit: 31)
    }
    #expect(throws: TrustError.self) { try StrictJSON.parse(nested(17), of: "a", limit: 99) }
  }
}
#endif
