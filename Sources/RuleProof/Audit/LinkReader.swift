import TextTools

/// Extracts links from a list in chunks, with only one line in memory.
package struct LinkReader {
  /// The maximum bytes read from a line or a quoted value; any rest is ignored.
  package static let lineLimit = 1 << 20

  /// The number of lines or entries without a link: requests other than reads, and unreadable
  /// lines.
  package var skippedCount: Int { parser?.skippedCount ?? 0 }

  package private(set) var format: LinkFormat?

  /// The number of lines for format detection.
  private static let firstLines = 20

  private let name: String
  private let column: String?
  private var parser: (any LinkParser)?
  private var start: [UInt8] = []
  private var isEmpty = true

  /// A column is a name or a number from 1; `nil` detects the format or the column.
  package init(name: String, format: LinkFormat? = nil, column: String? = nil) {
    (self.name, self.column) = (name, column)
    self.format = format ?? (column == nil ? nil : .csv)
    parser = self.format.map(makeParser)
  }

  /// Returns the links that end in these bytes, in order.
  package mutating func read(_ bytes: ArraySlice<UInt8>) throws(LinkListError) -> [String] {
    var links: [String] = []
    if parser == nil {
      start += bytes
      guard start.count >= Self.lineLimit || lines(of: start).count > Self.firstLines else {
        return []
      }
      try begin(into: &links)
    } else {
      try parser?.read(bytes, into: &links)
    }
    isEmpty = isEmpty && links.isEmpty
    return links
  }

  /// Returns the links in the rest at the end of the list.
  package mutating func finish() throws(LinkListError) -> [String] {
    var links: [String] = []
    if parser == nil { try begin(into: &links) }
    try parser?.finish(into: &links)
    if isEmpty, links.isEmpty, skippedCount > 0 || format == .sitemap, let format {
      let formats = LinkFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw LinkListError(
        "\(name): it has no links when read as \(format). Set the format with --from: \(formats)."
      )
    }
    return links
  }

  private mutating func begin(into links: inout [String]) throws(LinkListError) {
    guard !start.starts(with: [0x1F, 0x8B]) else {
      throw LinkListError("\(name) is compressed. Unpack it: gunzip -c FILE | moonroute audit -")
    }
    let format = LinkFormat(of: name, lines: Array(lines(of: start).prefix(Self.firstLines)))
    self.format = format
    parser = makeParser(format)
    try parser?.read(start[...], into: &links)
    start = []
  }

  private func makeParser(_ format: LinkFormat) -> any LinkParser {
    switch format {
    case .text: LineParser(lines: TextLines())
    case .csv: LineParser(lines: ColumnLines(name: name, column: column))
    case .log: LineParser(lines: LogLines())
    case .sitemap: SitemapParser(name: name)
    case .claims: ClaimParser(name: name)
    }
  }

  /// The first non-empty lines, more than format detection needs; the last one contains the rest.
  private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(maxSplits: 4 * Self.firstLines) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    .map(\.trimmed).filter { !$0.isEmpty }
  }
}

/// Extracts links from bytes.
protocol LinkParser {
  /// The number of entries without a link.
  var skippedCount: Int { get }

  mutating func read(_ bytes: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError)

  /// Appends the links in the rest.
  mutating func finish(into links: inout [String]) throws(LinkListError)
}

protocol LinkLines {
  var skippedCount: Int { get }

  /// Appends the link of a line, given without its line ending.
  mutating func read(_ line: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError)

  mutating func finish()
}

extension LinkLines {
  mutating func finish() {}
}

/// Splits bytes into lines.
struct LineParser<Lines: LinkLines>: LinkParser {
  private var lines: Lines
  private var rest: [UInt8] = []
  private var isFirst = true

  init(lines: Lines) { self.lines = lines }

  var skippedCount: Int { lines.skippedCount }

  mutating func read(_ bytes: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError) {
    var bytes = bytes
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[..<end]
      bytes = bytes[(end + 1)...]
      if rest.isEmpty {
        try take(line, into: &links)
      } else {
        keep(line)
        let whole = rest
        rest.removeAll(keepingCapacity: whole.count <= 1 << 16)
        try take(whole[...], into: &links)
      }
    }
    keep(bytes)
  }

  mutating func finish(into links: inout [String]) throws(LinkListError) {
    let last = rest
    rest = []
    if !last.isEmpty { try take(last[...], into: &links) }
    lines.finish()
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    rest += bytes.prefix(LinkReader.lineLimit - min(rest.count, LinkReader.lineLimit))
  }

  private mutating func take(
    _ line: ArraySlice<UInt8>,
    into links: inout [String]
  ) throws(LinkListError) {
    var line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    if isFirst, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    isFirst = false
    try lines.read(line, into: &links)
  }
}

struct TextLines: LinkLines {
  let skippedCount = 0

  func read(_ line: ArraySlice<UInt8>, into links: inout [String]) {
    let line = line.trimmed
    guard let first = line.first, first != UInt8(ascii: "#") else { return }
    links.append(RawText.text(line))
  }
}
