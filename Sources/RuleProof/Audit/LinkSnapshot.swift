package import Rehearsal
import TextTools

/// The endings of links in an earlier audit, for comparison.
///
/// The text has a line for each distinct link: its ending, a tab and the link. Memory holds only a
/// number for each link and the distinct endings.
package struct LinkSnapshot: Sendable {
  private static let head = "# moonroute audit 1"

  /// The lines that state how the links were tried.
  private static let modes = [
    "opened": "# links are opened", "matched": "# links are matched only",
  ]

  private var endings: [String] = []
  private var numbers: [String: UInt32] = [:]
  private var links: [UInt64: UInt32] = [:]

  package let isMatchOnly: Bool

  package init(isMatchOnly: Bool) { self.isMatchOnly = isMatchOnly }

  package init(reading bytes: ArraySlice<UInt8>, name: String) throws(LinkListError) {
    var rest = bytes
    // Avoids an array of all lines, which may be millions.
    func next() -> ArraySlice<UInt8>? {
      guard !rest.isEmpty else { return nil }
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      return line
    }
    // Another kind of file may be one line of a gigabyte.
    let isSnapshot = bytes.starts(with: "\(Self.head)\n".utf8)
    let mode = isSnapshot ? (next(), next()).1.map(RawText.text) : nil
    guard let mode, Self.modes.values.contains(mode) else {
      throw LinkListError("\(name): this is not an audit snapshot. Make one with --save.")
    }
    isMatchOnly = mode == Self.modes["matched"]
    var (count, isWhole) = (0, false)
    while let line = next() {
      guard line.first != UInt8(ascii: "#") else {
        isWhole = rest.isEmpty && RawText.text(line) + "\n" == Self.foot(count)
        break
      }
      guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else {
        throw LinkListError(
          "\(name):\(count + 3): a snapshot line has an ending, a tab and a link."
        )
      }
      let number = number(of: RawText.text(line[..<tab]))
      links[Self.key(RawText.text(line[(tab + 1)...]))] = number
      count += 1
    }
    guard isWhole else {
      throw LinkListError("\(name): this snapshot has no end. Make a new one with --save.")
    }
  }

  package var head: String {
    "\(Self.head)\n\(Self.modes[isMatchOnly ? "matched" : "opened"] ?? "")\n"
  }

  /// The last line of the text, which proves that the text is complete.
  package var foot: String { Self.foot(links.count) }

  private static func foot(_ count: Int) -> String { "# \(count) links\n" }

  /// Returns the line of the text, or `nil` for a repeated link.
  package mutating func add(_ link: String, _ kind: Ending) -> String? {
    let link = Self.written(link)
    guard links.updateValue(0, forKey: Self.key(link)) == nil else { return nil }
    return "\(Self.written(kind))\t\(link)\n"
  }

  /// The recorded ending of a link; `nil` for a new link.
  package func ending(of link: String) -> String? {
    links[Self.key(Self.written(link))].map { endings[Int($0)] }
  }

  private mutating func number(of ending: String) -> UInt32 {
    if let number = numbers[ending] { return number }
    let number = UInt32(endings.count)
    endings.append(ending)
    numbers[ending] = number
    return number
  }

  package static func written(_ kind: Ending) -> String { kind.words.printable }

  private static func written(_ link: String) -> String { link.printed(as: .location) }

  /// Two links share a key with a probability of 2⁻⁶⁴, and the hash has a secret of this process.
  private static func key(_ link: String) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(link)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

/// The links with a different ending than in a snapshot.
package struct LinkChanges: Sendable {
  package struct Change: Sendable {
    package let before: String
    package let after: String
    package let example: String
    package fileprivate(set) var count = 0
  }

  private struct Key: Hashable {
    let before: String
    let after: String
  }

  private static let kindLimit = 10_000

  package private(set) var count = 0

  /// The number of links that were not in the snapshot.
  package private(set) var newCount = 0

  private var changes: [Key: Change] = [:]
  private let snapshot: LinkSnapshot

  package init(since snapshot: LinkSnapshot) { self.snapshot = snapshot }

  package mutating func add(_ link: String, _ kind: Ending) {
    guard let before = snapshot.ending(of: link) else { return newCount += 1 }
    let after = LinkSnapshot.written(kind)
    guard before != after else { return }
    count += 1
    let key = Key(before: before, after: after)
    guard changes.count < Self.kindLimit || changes[key] != nil else { return }
    changes[key, default: Change(before: before, after: after, example: link)].count += 1
  }

  /// The changes, most frequent first; beyond the limit, new kinds are only counted.
  package var all: [Change] {
    changes.values.sorted {
      ($1.count, $0.before, $0.after) < ($0.count, $1.before, $1.after)
    }
  }
}
