import TextTools

/// Parses JSON messages from a stream of bytes: `Content-Length`, an empty line, the text.
///
/// This is the framing of the Language Server Protocol and of the Debug Adapter Protocol. Bytes may
/// arrive in pieces of any size. An unknown header ends the stream, so that an HTTP client such as
/// a browser cannot be tricked into using this protocol.
///
/// ```swift
/// var parser = MessageParser()
/// parser.append(Array("Content-Length: 2\r\n\r\n{}".utf8))
/// try parser.next()  // .message(.object([]))
/// ```
package struct MessageParser {
  package enum Item: Equatable {
    case message(JSON)
    /// A message with invalid JSON, and the reason; the stream continues after it.
    case malformed(String)
  }

  package static let messageLimit = 16 << 20

  package static let headerLimit = 1 << 10

  private let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var length: Int?

  package init(limit: Int = messageLimit) { self.limit = limit }

  /// Whether all received messages are complete.
  package var isBetweenMessages: Bool { length == nil && start == bytes.count }

  package mutating func append(_ more: some Sequence<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Returns the next message, or `nil` if more bytes are needed.
  package mutating func next() throws(MessageError) -> Item? {
    if length == nil { length = try header() }
    guard let length, bytes.count - start >= length else { return nil }
    let body = Array(bytes[start..<start + length])
    start += length
    self.length = nil
    if start == bytes.count {
      // A long message must not keep its memory forever.
      bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 16)
      start = 0
    }
    do {
      return .message(try JSONParser.parse(body))
    } catch {
      return .malformed("\(error)")
    }
  }

  /// Reads the headers of a message once they are complete.
  private mutating func header() throws(MessageError) -> Int? {
    var length: Int?
    var position = start
    while true {
      let end = start + Self.headerLimit
      guard let newline = bytes[position..<min(end, bytes.count)].firstIndex(of: 0x0A) else {
        // A line that cannot become a known header fails immediately.
        try Self.checkBeginning(bytes[position...].prefix(Self.headerLimit))
        guard bytes.count < end else { throw .longHeader(limit: Self.headerLimit) }
        return nil
      }
      let line = bytes[position..<newline]
      guard line.last == 0x0D else { throw .unknownHeader(Self.text(line)) }
      position = newline + 1
      if line.count == 1 { break }
      try read(line.dropLast(), into: &length)
    }
    guard let length else { throw .badLength("") }
    start = position
    return length
  }

  private func read(_ line: ArraySlice<UInt8>, into length: inout Int?) throws(MessageError) {
    let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    let value = parts.count == 2 ? String(decoding: parts[1].trimmed, as: UTF8.self) : ""
    switch parts.first.map(Self.lowercased) {
    case "content-length":
      guard length == nil, (1...10).contains(value.utf8.count),
        value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(value)
      else { throw .badLength(value) }
      guard count <= limit else { throw .longMessage(bytes: count, limit: limit) }
      length = count
    case "content-type":
      guard let charset = Self.charset(of: value.lowercased()) else { return }
      guard ["utf-8", "utf8"].contains(charset) else { throw .badEncoding(charset) }
    default: throw .unknownHeader(Self.text(line))
    }
  }

  /// Throws if a line cannot become a known header.
  private static func checkBeginning(_ line: ArraySlice<UInt8>) throws(MessageError) {
    let name = lowercased(line.prefix { $0 != UInt8(ascii: ":") })
    let isPossible =
      name == "\r" || ["content-length", "content-type"].contains { $0.hasPrefix(name) }
    guard isPossible else { throw .unknownHeader(text(line)) }
  }

  private static func charset(of value: String) -> String? {
    guard let range = value.firstRange(of: "charset=") else { return nil }
    let rest = value[range.upperBound...].prefix { $0 != ";" && $0 != " " }
    return String(rest.filter { $0 != "\"" })
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(60).map { (0x20..<0x7F).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }
}

extension JSON {
  /// The value as a message with its header.
  package var message: [UInt8] {
    let body = JSONWriter.bytes(self)
    return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }
}
