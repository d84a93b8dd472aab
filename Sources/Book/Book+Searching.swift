import TextTools

extension Book {
  package struct Hit: Sendable {
    /// The topic for `moonroute help`.
    package let topic: String
    fileprivate let section: Page.Section
    fileprivate let wanted: [String]

    /// The line that contains the words.
    package var line: String { section.line(of: wanted) }
  }

  /// Finds the sections about some words, the most relevant first.
  ///
  /// Words are compared without their endings, so `waiting` finds `waits`, and synonyms from other
  /// routers are known: `middleware` finds `guard`. Words such as `how` and `the` are ignored if
  /// the search has other words. Sections are ordered by the number of matching words, then by
  /// matches in their heading or their first sentence. If some section matches all words, sections
  /// that match fewer are left out.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the book.
  package func search(_ words: [String]) -> [Hit] {
    let wanted = Self.wanted(in: words)
    guard !wanted.isEmpty else { return [] }
    var hits: [(count: Int, score: Int, hit: Hit)] = []
    for page in pages {
      let weight = Self.isAside(page) ? 1 : 2
      let book = Set(SearchWords.all(in: page.name + " " + page.title).map(SearchWords.stem))
      for section in page.passages {
        let found = section.found(wanted, book)
        guard found.count * 2 >= wanted.count else { continue }
        let topic = section.title.isEmpty ? page.name : "\(page.name) \(section.title)"
        let hit = Hit(topic: topic, section: section, wanted: wanted)
        hits.append((found.count, found.score * weight, hit))
      }
    }
    let most = hits.map(\.count).max() ?? 0
    if most == wanted.count { hits.removeAll { $0.count < most } }
    return hits.enumerated()
      .sorted { left, right in
        let (one, other) = (left.element, right.element)
        if one.count != other.count { return one.count > other.count }
        if one.score != other.score { return one.score > other.score }
        return left.offset < right.offset
      }
      .map(\.element.hit)
  }

  /// Whether a page is about bounds, drawings or other routers.
  private static func isAside(_ page: Page) -> Bool {
    page.name.hasPrefix("from ") || ["bounds", "threat model", "animators"].contains(page.name)
  }

  /// The stems of the relevant words.
  private static func wanted(in words: [String]) -> [String] {
    let all = words.flatMap { SearchWords.all(in: $0) }
    let counting = all.filter { !SearchWords.common.contains($0) }
    var seen: Set<String> = []
    return (counting.isEmpty ? all : counting).map(SearchWords.stem)
      .filter { seen.insert($0).inserted }
  }
}

extension Page {
  /// The beginning of the page, without a title, and the sections without subsections.
  fileprivate var passages: [Section] {
    let end = text.firstRange(of: "\n## ")?.lowerBound ?? text.endIndex
    let opening = Section(title: "", keys: [title, name], body: text[..<end])
    let innermost = sections.enumerated()
      .filter { index, section in
        index + 1 == sections.count
          || sections[index + 1].body.startIndex >= section.body.endIndex
      }
      .map(\.element)
    return [opening] + innermost
  }
}

extension Page.Section {
  /// The number of matching stems in the section, and its relevance; `book` has the stems of the
  /// page's name and title.
  fileprivate func found(
    _ wanted: [String],
    _ book: Set<String>
  ) -> (count: Int, score: Int) {
    let heading = Set(keys.flatMap { SearchWords.all(in: $0) }.map(SearchWords.stem))
    let lines = text.split(separator: "\n").dropFirst()
    let opening = SearchWords.all(in: lines.first { !$0.hasPrefix("```") } ?? "")
    let body = SearchWords.all(in: text).map(SearchWords.stem)
    let places = [
      (heading, 8), (Set(opening.map(SearchWords.stem)), 3), (Set(body), 2), (book, 1),
    ]
    var (count, score) = (0, 0)
    for word in wanted {
      if let place = places.first(where: { $0.0.contains(word) }) {
        count += 1
        score += 2 * place.1
      } else if let place = places.first(where: { !$0.0.isDisjoint(with: Synonyms.of(word)) }) {
        count += 1
        score += place.1
      }
    }
    // A short heading is more relevant than a long one.
    return (count, score * 8 / max(8, heading.count))
  }

  /// The sentence, row or line with the most matching stems.
  fileprivate func line(of wanted: [String]) -> String {
    let lines = MarkdownBlocks(text).blocks.flatMap(Self.lines)
    let counts = lines.map { line in
      let words = Set(SearchWords.all(in: line).map(SearchWords.stem))
      return wanted.count { words.contains($0) || !words.isDisjoint(with: Synonyms.of($0)) }
    }
    let most = counts.max() ?? 0
    guard let best = counts.firstIndex(of: most) else { return "" }
    let line = lines[best]
    return line.count <= 160 ? line : line.prefix(159) + "…"
  }

  /// The sentences, list items, table rows or code lines of a text, without headings.
  private static func lines(of block: MarkdownBlocks.Block) -> [String] {
    switch block {
    case .heading: []
    case .paragraph(let text): sentences(of: text)
    case .code(_, let text): text.split(separator: "\n").map(\.trimmed)
    case .list(let points): points.map(\.text)
    case .table(let rows):
      rows.dropFirst().map { row in row.filter { !$0.isEmpty }.joined(separator: ": ") }
    }
  }

  private static func sentences(of text: String) -> [String] {
    let parts = text.split(separator: ". ").map(String.init)
    return parts.enumerated().map { $0.offset + 1 < parts.count ? $0.element + "." : $0.element }
  }
}

enum SearchWords {
  /// Words that occur in every question.
  static let common: Set<String> = [
    "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "how", "i",
    "if", "in", "is", "it", "its", "me", "mean", "means", "my", "of", "on", "one", "or", "own",
    "s", "that", "the", "there", "this", "to", "what", "when", "where", "which", "who", "why",
    "with",
    "you",
  ]

  /// The words in lower case; a name with underscores is one word, and each part is another.
  static func all(in text: some StringProtocol) -> [String] {
    let lower = text.lowercased()
    let words =
      lower.utf8.allSatisfy { $0 < 0x80 }
      ? lower.utf8.split { !isPart($0) }.map(Substring.init)
      : lower.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.flatMap { word in
      word.utf8.contains(UInt8(ascii: "_"))
        ? [String(word)] + word.split(separator: "_").map(String.init)
        : [String(word)]
    }
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Removes the ending of a word: `waiting`, `waits` and `waited` become `wait`.
  static func stem(_ word: String) -> String {
    for (ending, rest) in [("ies", "y"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("e", "")]
    where word.hasSuffix(ending) && word.utf8.count - ending.utf8.count >= 3 {
      let stem = word.dropLast(ending.count) + rest
      let isDoubled = ["ing", "ed"].contains(ending) && stem.dropLast().last == stem.last
      return isDoubled ? String(stem.dropLast()) : String(stem)
    }
    return word
  }
}
