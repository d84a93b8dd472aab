import Moonroute
import ScriptReports
import TextTools

/// A table as stable text for a file.
///
/// Identical rules give identical bytes. Each person at a location has a line, so that file
/// comparisons are readable.
///
/// ```
/// /account/orders (orders)
///   mei: opens
///   visitor: sent to /login?back=/account/orders
///     by the redirect of '/account'
/// ```
///
/// The text does not contain script lines or error messages.
package struct AccessSnapshot: Sendable, Equatable {
  package struct Cell: Sendable, Equatable {
    package let person: String

    /// The result in words, such as `stopped: staff only`.
    package let words: String

    /// The deciding step in words; `nil` if every step allowed the open.
    package let decider: String?
  }

  package struct Entry: Sendable, Equatable {
    package let location: String

    /// The name or pattern of its route.
    package let label: String

    /// The cells in the order of the people.
    package var cells: [Cell] = []

    package var title: String { "\(location) (\(label))" }
  }

  /// The locations, in order of registration of the routes.
  package private(set) var entries: [Entry]

  package init(of table: AccessTable) {
    entries = table.rows.map { row in
      let cells = zip(table.people, row.cells)
        .map { person, cell in
          Cell(
            person: Self.name(of: person),
            words: cell.lastingWords.printable,
            decider: cell.decider?.words.printable
          )
        }
      return Entry(
        location: (row.place.location ?? "").printable,
        label: row.place.label.printable,
        cells: cells
      )
    }
  }

  package static func name(of person: AccessPerson) -> String {
    person.name.printable.split(separator: ":", omittingEmptySubsequences: false)
      .joined(separator: "\\u{3A}")
  }

  package var people: [String] {
    var names: [String] = []
    for cell in entries.flatMap(\.cells) where !names.contains(cell.person) {
      names.append(cell.person)
    }
    return names
  }

  /// The same table with other labels of routes and other locations.
  package func mapping(
    label: (String) -> String,
    location: (String) -> String = { $0 }
  ) -> AccessSnapshot {
    let sent = "\(AccessCell.Word.sent.rawValue) to "
    var mapped = self
    mapped.entries = entries.map { entry in
      let cells = entry.cells.map { cell in
        let decider = cell.decider.map { words in
          guard let start = words.firstRange(of: " of '"), words.hasSuffix("'") else {
            return words
          }
          return words[..<start.upperBound] + label(String(words[start.upperBound...].dropLast()))
            + "'"
        }
        let words =
          cell.words.hasPrefix(sent)
          ? sent + location(String(cell.words.dropFirst(sent.count))) : cell.words
        return Cell(person: cell.person, words: words, decider: decider)
      }
      return Entry(
        location: location(entry.location),
        label: label(entry.label),
        cells: cells
      )
    }
    return mapped
  }

  /// The same table with some entries of another table of the same people, in its order.
  package func inserting(
    from other: AccessSnapshot,
    where isWanted: (Entry) -> Bool
  ) -> AccessSnapshot {
    guard people == other.people else { return self }
    var left = entries
    var all: [Entry] = []
    for entry in other.entries {
      if let place = left.firstIndex(where: { $0.location == entry.location }) {
        all.append(left.remove(at: place))
      } else if isWanted(entry) {
        all.append(entry)
      }
    }
    var table = self
    table.entries = all + left
    return table
  }

  // MARK: Text

  private static let head = """
    # Who may open what. Written by moonroute access --save FILE; compare with --against FILE.

    """

  package var text: String {
    entries.reduce(into: Self.head) { text, entry in
      text += "\n\(entry.title)\n"
      for cell in entry.cells {
        text += "  \(cell.person): \(cell.words)\n"
        if let decider = cell.decider { text += "    by \(decider)\n" }
      }
    }
  }

  /// Parses a file.
  ///
  /// - Parameter text: The text with any line endings.
  /// - Throws: ``AccessSnapshotError`` with the line number.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(parsing text: String) throws(AccessSnapshotError) {
    entries = []
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      number += 1
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard add(line) else { throw AccessSnapshotError(line: number) }
    }
    if entries.isEmpty { throw AccessSnapshotError(line: number) }
  }

  /// Returns whether the line is valid.
  private mutating func add(_ line: Substring) -> Bool {
    guard line.hasPrefix("  ") else {
      guard let open = line.firstRange(of: " ("), line.hasSuffix(")") else { return false }
      let label = line[open.upperBound...].dropLast()
      entries.append(Entry(location: String(line[..<open.lowerBound]), label: String(label)))
      return true
    }
    guard let last = entries.indices.last else { return false }
    if line.hasPrefix("    by ") {
      guard let cell = entries[last].cells.popLast(), cell.decider == nil else { return false }
      let decider = String(line.dropFirst("    by ".count))
      entries[last].cells
        .append(
          Cell(person: cell.person, words: cell.words, decider: decider)
        )
      return true
    }
    guard let colon = line.firstRange(of: ": ") else { return false }
    let person = String(line[..<colon.lowerBound].dropFirst(2))
    let words = String(line[colon.upperBound...])
    guard !person.isEmpty, !words.isEmpty else { return false }
    entries[last].cells.append(Cell(person: person, words: words, decider: nil))
    return true
  }
}

/// An error for text that is not a snapshot.
package struct AccessSnapshotError: Error, CustomStringConvertible {
  /// The invalid line, or the last line of a text without entries.
  package let line: Int

  package var description: String {
    "line \(line) is not from an access snapshot. Write a new one with moonroute access --save."
  }
}

extension AccessCell {
  /// The result in words that depend only on the rules.
  ///
  /// An error appears as its code.
  package var lastingWords: String {
    switch word {
    case .fails: "fails: \(code?.rawValue ?? "script_error")"
    case .waits: "waits"
    default: words
    }
  }
}
