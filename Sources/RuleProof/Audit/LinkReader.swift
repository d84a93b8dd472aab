import TextTools

/// Takes the links out of a list that is read in pieces; holds one line, never the whole list.
package struct LinkReader {
  /// The bytes of a line, or of a value in quotes, that are read; of a longer one the beginning counts.
  package static let lineLimit = 1 << 20

  /// The lines, or entries, that hold no link: requests that only send, and what is not understood.
  package var skippedCount: Int { parser?.skippedCount ?? 0 }

  /// The format, once it is known.
  package private(set) var format: LinkFormat?

  /// The lines by whose look the format is known.
  private static let firstLines = 20

  private let name: String
  private let column: String?
  private var parser: (any LinkParser)?
  private var start: [UInt8] = []
  private var isEmpty = true

  /// Begins a list.
  ///
  /// - Parameters:
  ///   - name: The name of the file, for messages and for its format.
  ///   - format: The format. Default: as the list looks.
  ///   - column: The CSV column with the links: its name, or its number from 1. Default: the one
  ///     whose name or whose first value tells.
  package init(name: String, format: LinkFormat? = nil, column: String? = nil) {
    (self.name, self.column) = (name, column)
    self.format = format ?? (column == nil ? nil : .csv)
    parser = self.format.map(makeParser)
  }

  /// Reads the next bytes of the list.
  ///
  /// - Returns: The links that end in them, in order.
  /// - Throws: When it is no list of links at all.
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

  /// Reads what is left at the end of the list.
  ///
  /// - Returns: The links in it.
  /// - Throws: When it is no list of links at all.
  package mutating func finish() throws(LinkListError) -> [String] {
    var links: [String] = []
    if parser == nil { try begin(into: &links) }
    try parser?.finish(into: &links)
    if isEmpty, links.isEmpty, skippedCount > 0 || format == .sitemap, let format {
      let formats = LinkFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw LinkListError(
        "\(name): nothing in it is a link, read as \(format). Say how it is written: --from, of \(formats)."
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
    }
  }

  /// The first lines that are not empty, more than are looked at; the last one goes on to the end.
  private func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(maxSplits: 4 * Self.firstLines) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    .map(\.trimmed).filter { !$0.isEmpty }
  }
}

/// Takes the links out of bytes.
protocol LinkParser {
  /// The entries that hold no link.
  var skippedCount: Int { get }

  /// Reads some bytes, and adds the links that end in them.
  mutating func read(_ bytes: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError)

  /// Adds the links in what is left.
  mutating func finish(into links: inout [String]) throws(LinkListError)
}

protocol LinkLines {
  /// The lines that hold no link, though they should.
  var skippedCount: Int { get }

  /// Adds the link of a line, which has no line end.
  mutating func read(_ line: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError)

  /// Notes that no line follows.
  mutating func finish()
}

extension LinkLines {
  mutating func finish() {}
}

/// Cuts bytes into lines.
struct LineParser<Lines: LinkLines>: LinkParser {
  private var lines: Lines
  private var rest: [UInt8] = []
  private var isFirst = true

  /// Begins with no line read.
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
