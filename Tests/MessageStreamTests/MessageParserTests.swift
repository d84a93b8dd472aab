import MessageStream
import TestSupport
import TextTools
import Testing

@Suite struct MessageParserTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let expected: [String]

    init(_ name: String, _ text: String, _ expected: String...) {
      (testDescription, self.text, self.expected) = (name, text, expected)
    }
  }

  /// Parses bytes in pieces of a size, and returns all results, the error last.
  private static func read(_ bytes: [UInt8], pieces: Int, limit: Int = 1_000) -> [String] {
    var parser = MessageParser(limit: limit)
    var read: [String] = []
    do {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        parser.append(bytes[start..<min(start + pieces, bytes.count)])
        while let item = try parser.next() {
          switch item {
          case .message(let json): read.append(json.line)
          case .malformed(let why): read.append(why)
          }
        }
      }
      if !parser.isBetweenMessages { read.append("waits") }
    } catch {
      read.append("\(error)")
    }
    return read
  }

  static let cases = [
    Case("one message", "Content-Length: 7\r\n\r\n{\"a\":1}", #"{"a":1}"#),
    Case(
      "two consecutive messages",
      "Content-Length: 2\r\n\r\n{}Content-Length: 4\r\n\r\ntrue",
      "{}",
      "true"
    ),
    Case(
      "a type, before or behind, in any case",
      "content-type: application/vscode-jsonrpc; charset=UTF-8\r\ncontent-length:2\r\n\r\n{}"
        + "Content-Length: 2 \r\nContent-Type: application/json; charset=utf8\r\n\r\n[]",
      "{}",
      "[]"
    ),
    Case("text of several bytes", "Content-Length: 8\r\n\r\n\"äöü\"", "\"äöü\""),
    Case(
      "no JSON; the next message counts",
      "Content-Length: 3\r\n\r\n{a}Content-Length: 2\r\n\r\n{}",
      "invalid JSON: expected a name in quotes at byte 2",
      "{}"
    ),
    Case(
      "an empty message",
      "Content-Length: 0\r\n\r\n",
      "invalid JSON: expected a value at byte 1"
    ),
    Case("nothing", ""),
    Case("a beginning", "Content-Len", "waits"),
    Case("a truncated message", "Content-Length: 9\r\n\r\n{}", "waits"),
    Case(
      "a browser",
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}",
      "the header 'P' is not part of this protocol. Send Content-Length."
    ),
    Case(
      "another header after a valid one",
      "Content-Length: 2\r\nOrigin: x\r\n\r\n{}",
      "the header 'O' is not part of this protocol. Send Content-Length."
    ),
    Case(
      "lines that end only with a line feed",
      "Content-Length: 2\n\n{}",
      "the header 'Content-Length: 2' is not part of this protocol. Send Content-Length."
    ),
    Case(
      "no length",
      "Content-Type: application/json\r\n\r\n{}",
      "'' is not a valid message length. Send one Content-Length with the number of bytes."
    ),
    Case(
      "two lengths",
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
      "'3' is not a valid message length. Send one Content-Length with the number of bytes."
    ),
    Case(
      "a negative length",
      "Content-Length: -2\r\n\r\n{}",
      "'-2' is not a valid message length. Send one Content-Length with the number of bytes."
    ),
    Case(
      "a length with a plus",
      "Content-Length: +2\r\n\r\n{}",
      "'+2' is not a valid message length. Send one Content-Length with the number of bytes."
    ),
    Case(
      "a length beyond all numbers",
      "Content-Length: 99999999999999999999\r\n\r\n{}",
      "'99999999999999999999' is not a valid message length. Send one Content-Length with the number of bytes."
    ),
    Case(
      "more than the limit",
      "Content-Length: 1001\r\n\r\n",
      "a message has 1001 bytes; the limit is 1000."
    ),
    Case(
      "another encoding",
      "Content-Length: 2\r\nContent-Type: text/plain; charset=utf-16\r\n\r\n{}",
      "the message encoding is 'utf-16'. Send UTF-8."
    ),
    Case(
      "a header without an end",
      "Content-Type: " + String(repeating: "x", count: 2_000),
      "the headers of a message are longer than 1024 bytes."
    ),
    Case(
      "many headers",
      String(repeating: "Content-Type: x\r\n", count: 100),
      "the headers of a message are longer than 1024 bytes."
    ),
  ]

  @Test(arguments: cases)
  func `messages are parsed byte by byte`(row: Case) {
    #expect(Self.read(Array(row.text.utf8), pieces: 1) == row.expected)
  }

  @Test(arguments: cases, [7, 4_096])
  func `pieces of any size give the same messages`(row: Case, pieces: Int) {
    let read = Self.read(Array(row.text.utf8), pieces: pieces)
    // The message for a wrong header shows more of it if more has arrived.
    let isHeader = row.expected.last?.hasPrefix("the header '") == true
    #expect(read.count == row.expected.count)
    if !isHeader { #expect(read == row.expected) }
  }

  @Test func `a written message can be read`() throws {
    let message = JSON.fields(
      ("text", .text("a\u{0}\"\\\u{202E}ü😀\r\n")),
      ("list", .list([.integer(.min), .number(1.5e300), .null, .bool(false), .object([])]))
    )
    var parser = MessageParser()
    parser.append(message.message)
    #expect(try parser.next() == .message(message))
    #expect(parser.isBetweenMessages)
  }

  @Test func `random bytes neither crash nor exceed the memory limit`() throws {
    let seed = TestScale.seed
    var random = SeededGenerator(seed: seed)
    let parts = [
      "Content-Length", ": ", "\r\n", "\r\n\r\n", "2", "17", "{}", "[", "\"", "\\u12",
      "Content-Type",
      ";charset=utf-8", "\n", "{\"a\":", "é", "0", "true", "-", "1e", ",",
    ]
    for _ in 0..<TestScale.mutatedScripts {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Int.random(in: 0..<8, using: &random) == 0 {
          bytes.append(.random(in: 0 ... .max, using: &random))
        } else {
          bytes += parts[Int.random(in: 0..<parts.count, using: &random)].utf8
        }
      }
      let whole = Self.read(bytes, pieces: bytes.count)
      let pieces = Self.read(bytes, pieces: 1)
      #expect(
        whole.count == pieces.count,
        "seed \(seed): \(String(decoding: bytes, as: UTF8.self))"
      )
    }
  }
}
