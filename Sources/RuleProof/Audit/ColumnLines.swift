import TextTools

/// A link in one column of each line of CSV.
///
/// Source: RFC 4180; semicolons and tabs are common, too.
struct ColumnLines: LinkLines {
  /// The names of columns that hold links, in lower case.
  private static let names: Set = [
    "link", "links", "url", "uri", "href", "location", "path", "deeplink", "deep_link", "deep link",
    "page", "address", "landing page", "landing_page", "target", "destination",
  ]

  private let name: String
  private let column: String?
  private var separator = UInt8(ascii: ",")
  private var place: Int?
  private var isFirst = true
  private var lineNumber = 0
  private var open: [UInt8] = []
  private(set) var skippedCount = 0

  /// Begins with no line read.
  init(name: String, column: String?) { (self.name, self.column) = (name, column) }

  mutating func read(_ line: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError) {
    lineNumber += 1
    // A value in quotes may go on over the end of the line.
    let isWhole = line.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2) == open.isEmpty
    guard isWhole, open.isEmpty else {
      if !open.isEmpty { open.append(UInt8(ascii: "\n")) }
      open += line.prefix(max(0, LinkReader.lineLimit - open.count))
      guard isWhole || open.count >= LinkReader.lineLimit else { return }
      let record = open
      open = []
      return try take(record[...], into: &links)
    }
    try take(line, into: &links)
  }

  private mutating func take(
    _ record: ArraySlice<UInt8>,
    into links: inout [String]
  ) throws(LinkListError) {
    guard !record.trimmed.isEmpty else { return }
    var isHeader = false
    if isFirst {
      isFirst = false
      separator = Self.separator(of: record)
      (place, isHeader) = try Self.place(of: column, in: values(of: record), name, lineNumber)
    }
    guard let place, !isHeader else { return }
    let values = values(of: record)
    guard values.indices.contains(place), !values[place].trimmed.isEmpty else {
      skippedCount += 1
      return
    }
    links.append(RawText.text(values[place].trimmed))
  }

  /// The place of the column with the links, and whether the first line is a header.
  private static func place(
    of column: String?,
    in values: [ArraySlice<UInt8>],
    _ name: String,
    _ line: Int
  ) throws(LinkListError) -> (Int, Bool) {
    let titles = values.map { RawText.text($0.trimmed) }
    let lower = titles.map { $0.lowercased() }
    guard let column else {
      if let named = lower.firstIndex(where: names.contains) { return (named, true) }
      if let link = titles.firstIndex(where: looksLikeLink) { return (link, false) }
      throw LinkListError(
        "\(name):\(line): no column holds links, of \(list(titles)). Name it: --column NAME, or its"
          + " number."
      )
    }
    if let named = lower.firstIndex(of: column.lowercased()) { return (named, true) }
    if let number = Int(column) {
      guard titles.indices.contains(number - 1) else {
        let count = titles.count == 1 ? "1 column" : "\(titles.count) columns"
        throw LinkListError("\(name):\(line): there is no column \(number), but \(count).")
      }
      return (number - 1, !looksLikeLink(titles[number - 1]))
    }
    let nearest = NearestNames.of(column, among: titles, count: 1).first
    throw LinkListError(
      "\(name):\(line): there is no column '\(column)'."
        + (nearest.map { " Did you mean '\($0)'?" } ?? " There are \(list(titles)).")
    )
  }

  private static func list(_ titles: [String]) -> String {
    let shown = titles.prefix(8).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return titles.count > 8 ? shown + " and \(titles.count - 8) more" : shown
  }

  /// Whether a value is a path or has a scheme.
  private static func looksLikeLink(_ value: String) -> Bool {
    value.hasPrefix("/") || value.contains("://")
  }

  /// The separator that the first line has most of outside of quotes.
  private static func separator(of line: ArraySlice<UInt8>) -> UInt8 {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for byte in line {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted { counts[byte, default: 0] += 1 }
    }
    let choices = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    return choices.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? UInt8(ascii: ",")
  }

  private func values(of record: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard record.contains(UInt8(ascii: "\"")) else {
      return record.split(separator: separator, omittingEmptySubsequences: false)
    }
    var values: [ArraySlice<UInt8>] = []
    var value: [UInt8] = []
    var isQuoted = false
    var rest = record
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\"") where isQuoted && rest.first == byte:
        value.append(byte)
        rest = rest.dropFirst()
      case UInt8(ascii: "\""): isQuoted.toggle()
      case separator where !isQuoted:
        values.append(value[...])
        value = []
      default: value.append(byte)
      }
    }
    return values + [value[...]]
  }
}
