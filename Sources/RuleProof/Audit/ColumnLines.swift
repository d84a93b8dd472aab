import TextTools

/// Reads a link from one column of each CSV line.
///
/// Source: RFC 4180. Semicolons and tabs are also common separators.
struct ColumnLines: LinkLines {
  /// The lowercase names of columns with links.
  private static let names: Set = [
    "link", "links", "url", "uri", "href", "location", "path", "deeplink", "deep_link", "deep link",
    "page", "address", "landing page", "landing_page", "target", "destination",
  ]

  private let name: String
  private let column: String?
  private var place: Int?
  private var isFirst = true
  private var lineNumber = 0
  private var record = Record()
  private(set) var skippedCount = 0

  init(name: String, column: String?) { (self.name, self.column) = (name, column) }

  mutating func read(_ line: ArraySlice<UInt8>, into links: inout [String]) throws(LinkListError) {
    lineNumber += 1
    if isFirst, !record.isOpen { record.separator = Self.separator(of: line) }
    record.add(line)
    guard !record.isOpen else { return }
    let values = record.take()
    guard values.contains(where: { !$0.trimmed.isEmpty }) else { return }
    var isHeader = false
    if isFirst {
      isFirst = false
      (place, isHeader) = try Self.place(of: column, in: values, name, lineNumber)
    }
    guard let place, !isHeader else { return }
    guard values.indices.contains(place), !values[place].trimmed.isEmpty else {
      skippedCount += 1
      return
    }
    links.append(RawText.text(values[place].trimmed))
  }

  mutating func finish() {
    if record.isOpen { skippedCount += 1 }
  }

  /// The index of the link column, and whether the first line is a header.
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
        "\(name):\(line): no column has links: \(list(titles)). Choose one: --column NAME, or its"
          + " number."
      )
    }
    if let named = lower.firstIndex(of: column.lowercased()) { return (named, true) }
    if let number = Int(column) {
      guard (1...max(1, titles.count)).contains(number) else {
        let count = counted(titles.count, "column")
        throw LinkListError("\(name):\(line): there is no column \(number), only \(count).")
      }
      return (number - 1, !looksLikeLink(titles[number - 1]))
    }
    let nearest = NearestNames.of(column, among: titles, count: 1).first
    throw LinkListError(
      "\(name):\(line): there is no column '\(column)'."
        + (nearest.map { " Did you mean '\($0)'?" } ?? " Available: \(list(titles)).")
    )
  }

  private static func list(_ titles: [String]) -> String {
    let shown = titles.prefix(8).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return titles.count > 8 ? shown + " and \(titles.count - 8) more" : shown
  }

  private static func looksLikeLink(_ value: String) -> Bool {
    value.hasPrefix("/") || value.contains("://")
  }

  /// The most frequent separator outside quotes in the first line.
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
}

/// The values of a record, which spans several lines if a quote is open.
private struct Record {
  var separator = UInt8(ascii: ",")

  /// Whether the last value continues on the next line.
  private(set) var isOpen = false

  private var values: [[UInt8]] = []
  private var count = 0

  /// Only a value that begins with a quotation mark is quoted; a very long record ends with its
  /// line.
  mutating func add(_ line: ArraySlice<UInt8>) {
    var value: [UInt8] = []
    var isBegun = isOpen
    if isOpen {
      value = values.removeLast()
      value.append(UInt8(ascii: "\n"))
    }
    var rest = line
    while let byte = rest.popFirst() {
      if isOpen, byte == UInt8(ascii: "\"") {
        if rest.first == byte { value.append(byte) } else { isOpen = false }
        if rest.first == byte { rest = rest.dropFirst() }
      } else if !isOpen, byte == separator {
        values.append(value)
        (value, isBegun) = ([], false)
      } else if !isOpen, !isBegun, byte == UInt8(ascii: "\"") {
        (isOpen, isBegun) = (true, true)
      } else {
        isBegun = isBegun || byte != 0x20
        value.append(byte)
      }
    }
    values.append(value)
    count += line.count
    if count >= LinkReader.lineLimit { isOpen = false }
  }

  /// Returns the values and resets the record.
  mutating func take() -> [ArraySlice<UInt8>] {
    defer { (values, count) = ([], 0) }
    return values.map { $0[...] }
  }
}
