/// The words of links, which a log must not contain: a link may contain a password or a name.
///
/// In a text, `…` replaces each word that is part of a known link or looks like a link.
package struct LinkWords: Sendable {
  /// The replacement for hidden text.
  package static let hidden = "…"

  /// The maximum number of link parts to search for; with more parts, all free text is hidden.
  private static let partLimit = 64

  /// The maximum length of a free text to search, in bytes.
  private static let textBytes = 2_048

  /// The values in links in lower case, of at least four bytes.
  private var long: Set<String> = []
  /// The shorter values.
  private var short: Set<String> = []

  package init() {}

  /// Adds the host and the values of a location, without the literal parts of its pattern.
  package mutating func add(_ location: Location, matching pattern: String = "") {
    let literals = Self.literals(of: CollectionOfOne(pattern))
    for segment in location.segments where !literals.contains(segment) { hide(segment) }
    for item in location.query { hide(item.value) }
    for part in [location.host, location.fragment] {
      if let part, !literals.contains(part) { hide(part) }
    }
  }

  /// Adds the parts of a link in its original spelling.
  package mutating func add(_ link: String, keeping kept: Set<String>) {
    for part in link.split(whereSeparator: { "/?#&=".contains($0) })
    where !kept.contains(String(part)) {
      hide(String(part))
    }
  }

  package static func literals(of patterns: some Sequence<String>) -> Set<String> {
    Set(patterns.flatMap { $0.split(separator: "/") }.map(String.init))
  }

  private mutating func hide(_ text: String) {
    for part in text.lowercased().split(whereSeparator: Self.isBreak) {
      if part.utf8.count < 4 { short.insert(String(part)) } else { long.insert(String(part)) }
    }
  }

  /// Whether a message may write a character differently from a link, or end a word with it.
  private static func isBreak(_ character: Character) -> Bool {
    character.isWhitespace || "'\"`\\".contains(character)
      || character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  // MARK: Texts

  /// A text of a script, the program or an error, with possible link parts hidden.
  package func hidden(in text: String) -> String {
    guard text.utf8.count <= Self.textBytes, long.count + short.count <= Self.partLimit else {
      return Self.hidden
    }
    var shown = ""
    var rest = text[...]
    while !rest.isEmpty {
      let space = rest.prefix(while: \.isWhitespace)
      let next = rest[space.endIndex...].prefix { !$0.isWhitespace }
      shown += space
      shown += word(next)
      rest = rest[next.endIndex...]
    }
    return shown
  }

  private func word(_ word: Substring) -> String {
    let core = word.drop { "'\"`([{<".contains($0) }
    let start = word[..<core.startIndex]
    let end = core.reversed().prefix { "'\"`)]}>.,:;!?".contains($0) }.count
    let middle = core.dropLast(end)
    return isHidden(middle) ? start + Self.hidden + core.suffix(end) : String(word)
  }

  /// Whether a word is, or may be, part of a link: a decision may quote any part of one.
  private func isHidden(_ word: Substring) -> Bool {
    if word.hasPrefix("/") || word.contains("?") || word.contains("://") { return true }
    if word.dropFirst().dropLast().contains("=") { return true }
    let word = word.lowercased()
    if long.contains(where: { word.contains($0) }) { return true }
    // A message may quote the beginning of a long link.
    if word.hasSuffix(Self.hidden), word != Self.hidden {
      let begun = word.dropLast()
      if (long.union(short)).contains(where: { $0.hasPrefix(begun) }) { return true }
    }
    return !short.isEmpty
      && word.split { !$0.isLetter && !$0.isNumber }.contains { short.contains(String($0)) }
  }
}
