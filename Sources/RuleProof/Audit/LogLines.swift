import MessageStream
import TextTools

/// Reads a request from each line of a web server log.
///
/// Sources: https://httpd.apache.org/docs/current/logs.html, https://www.w3.org/TR/WD-logfile.html,
/// https://caddyserver.com/docs/logging
struct LogLines: LinkLines {
  /// The positions of the fields in a W3C extended log, from its `#Fields:` line.
  private var fields: [String: Int]?
  private(set) var skippedCount = 0

  mutating func read(_ line: ArraySlice<UInt8>, into links: inout [String]) {
    let line = line.trimmed
    guard let first = line.first else { return }
    if first == UInt8(ascii: "#") { return readDirective(line) }
    let request: AccessLogLine.Request? =
      if first == UInt8(ascii: "{") {
        Self.request(inJSON: line)
      } else if let fields {
        Self.request(in: line, fields)
      } else {
        AccessLogLine.request(in: line)
      }
    guard let request, request.isForLink else {
      skippedCount += 1
      return
    }
    links.append(request.target)
  }

  private mutating func readDirective(_ line: ArraySlice<UInt8>) {
    let words = RawText.text(line).split { $0 == " " || $0 == "\t" }
    guard words.first?.lowercased() == "#fields:" else { return }
    let names = words.dropFirst().map { $0.lowercased() }
    fields = Dictionary(zip(names, names.indices.map { $0 - names.startIndex })) { first, _ in first
    }
  }

  private static func request(
    in line: ArraySlice<UInt8>,
    _ fields: [String: Int]
  ) -> AccessLogLine.Request? {
    let words = line.split { $0 == 0x20 || $0 == 0x09 }
    func value(_ names: String...) -> String? {
      for name in names {
        guard let place = fields[name], place < words.count else { continue }
        let text = RawText.text(words[place])
        if text != "-" { return text }
      }
      return nil
    }
    guard let path = value("cs-uri-stem", "cs-uri") else { return nil }
    let query = path.contains("?") ? nil : value("cs-uri-query").map { "?\($0)" }
    return AccessLogLine.Request(
      method: value("cs-method") ?? "GET",
      target: path + (query ?? "")
    )
  }

  private static let linkFields = [
    ["request", "uri"], ["request_uri"], ["uri"], ["url"], ["path"], ["target"],
    ["httpRequest", "requestUrl"],
  ]

  private static let methodFields = [
    ["request", "method"], ["request_method"], ["method"], ["httpRequest", "requestMethod"],
  ]

  private static func request(inJSON line: ArraySlice<UInt8>) -> AccessLogLine.Request? {
    guard let entry = try? JSON(reading: RawText.text(line)) else { return nil }
    func value(_ paths: [[String]]) -> String? {
      paths.lazy.compactMap { path in path.reduce(entry) { $0[$1] }.text }.first
    }
    if let target = value(linkFields) {
      return AccessLogLine.Request(method: value(methodFields) ?? "GET", target: target)
    }
    return entry["request"].text.flatMap { AccessLogLine.request(of: Array($0.utf8)[...]) }
  }
}

/// A line of a log in the common or combined format.
enum AccessLogLine {
  struct Request {
    let method: String
    let target: String

    var isForLink: Bool { ["GET", "HEAD"].contains(method) && target != "*" && !target.isEmpty }
  }

  private static let methods: Set = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "PROPFIND",
  ]

  /// The request of a line: the text in its first quotes.
  static func request(in line: ArraySlice<UInt8>) -> Request? {
    guard let start = line.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
    var text: [UInt8] = []
    var rest = line[(start + 1)...]
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        text.append(byte)
        continue
      }
      if next == UInt8(ascii: "x"), let value = hex(rest.prefix(2)) {
        text.append(value)
        rest = rest.dropFirst(2)
      } else {
        text.append(next)
      }
    }
    return request(of: text[...])
  }

  /// Parses a request line such as `GET /p/7 HTTP/1.1`.
  static func request(of text: ArraySlice<UInt8>) -> Request? {
    guard let blank = text.firstIndex(of: 0x20) else { return nil }
    let method = String(decoding: text[..<blank], as: UTF8.self)
    guard methods.contains(method) else { return nil }
    var target = text[(blank + 1)...]
    if let last = target.lastIndex(of: 0x20), target[(last + 1)...].starts(with: "HTTP/".utf8) {
      target = target[..<last]
    }
    return Request(method: method, target: RawText.text(target.trimmed))
  }

  private static func hex(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
