import TextTools

extension Book {
  /// The result of looking for a topic.
  package enum Found: Sendable {
    /// A whole page.
    case page(Page)
    /// A section of a page.
    case section(Page.Section, of: Page)
    /// Several sections are named so: the topics that tell them apart.
    case several([String])
    /// Nothing: the nearest topics.
    case nothing(nearest: [String])
  }

  /// Finds a topic.
  ///
  /// It is a page (`patterns`), a section of one (`errors timeout`), or a section anywhere
  /// (`router.guard`, `wrong_type`). Letters may be small or large.
  ///
  /// - Parameter topic: The words as given.
  /// - Returns: The page, the section, or what comes near.
  /// - Complexity: O(*n*), where *n* is the number of sections.
  package func find(_ topic: String) -> Found {
    let wanted = topic.trimmed
    if let page = pages.first(where: { Self.same($0.name, wanted) }) { return .page(page) }
    let words = wanted.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2, let page = pages.first(where: { Self.same($0.name, words[0]) }) {
      let section = page.sections.first { Self.names($0, words[1], page: page.name) }
      if let section { return .section(section, of: page) }
    }
    var found = sections { section, _ in section.keys.contains(wanted) }
    if found.isEmpty {
      found = sections { section, _ in section.keys.contains { Self.same($0, wanted) } }
    }
    if found.isEmpty { found = sections { Self.names($0, wanted, page: $1.name) } }
    if let only = found.first, found.count == 1 { return .section(only.0, of: only.1) }
    if !found.isEmpty { return .several(found.map { "\($1.name) \($0.title)" }) }
    let fields = fields(named: wanted)
    if let only = fields.first, fields.count == 1 { return .section(only.section, of: only.page) }
    if !fields.isEmpty { return .several(fields.map(\.section.title)) }
    return .nothing(nearest: nearest(wanted))
  }

  /// Whether two names differ at most in small and large letters.
  private static func same(_ left: String, _ right: String) -> Bool {
    left.lowercased() == right.lowercased()
  }

  /// The sections of which something is true, with their pages.
  private func sections(
    where isWanted: (Page.Section, Page) -> Bool
  ) -> [(Page.Section, Page)] {
    pages.flatMap { page in page.sections.filter { isWanted($0, page) }.map { ($0, page) } }
  }

  /// The fields that a topic means: `router.State.params`, `state.params`, or `redirect_limit` alone.
  private func fields(named topic: String) -> [(section: Page.Section, page: Page)] {
    definitions.flatMap { owner in
      let short = owner.name.split(separator: ".").last.map(String.init) ?? owner.name
      return owner.members.compactMap { member -> (section: Page.Section, page: Page)? in
        let names = [owner.name + "." + member.name, short + "." + member.name, member.name]
        guard owner.kind == .table, names.contains(where: { Self.same($0, topic) }),
          let page = pages.first(where: { $0.name == Self.page(of: owner) })
        else { return nil }
        return (Page.Section(field: member, of: owner.name), page)
      }
    }
  }

  /// The topics nearest to a mistyped one; `guard` stands for `router.guard`.
  private func nearest(_ topic: String) -> [String] {
    let candidates = topics.flatMap { name in
      let last = name.split { ".:".contains($0) }.last.map(String.init) ?? name
      return [
        NearestNames.Candidate(key: name, text: name),
        NearestNames.Candidate(key: last, text: name),
      ]
    }
    return NearestNames.of(topic, among: candidates, count: 3)
  }

  /// Whether a topic means a section: one of its keys, with the page's name before it or without.
  private static func names(_ section: Page.Section, _ topic: String, page: String) -> Bool {
    ["", "\(page).", "\(page):"]
      .contains { prefix in
        section.keys.contains { same($0, prefix + topic) }
      }
  }

  /// The topics that there are: pages, and the keys of their sections.
  package var topics: [String] {
    pages.map(\.name) + pages.flatMap { $0.sections.flatMap(\.keys) }
  }

  /// A place where a word was found.
  package struct Hit: Sendable {
    /// The topic for `moonroute help`.
    package let topic: String
    /// The line in which it was found.
    package let line: String
  }

  /// Finds the sections that have all of some words, those that name them in the heading first.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the book.
  package func search(_ words: [String]) -> [Hit] {
    let wanted = words.map { $0.lowercased() }.filter { !$0.isEmpty }
    guard !wanted.isEmpty else { return [] }
    var hits: [(isNamed: Bool, hit: Hit)] = []
    for page in pages {
      let inner = page.sections.filter { section in
        !page.sections.contains { $0.text != section.text && section.text.contains($0.text) }
      }
      for section in inner {
        let text = section.text.lowercased()
        guard wanted.allSatisfy({ text.contains($0) }) else { continue }
        let names = section.keys.map { $0.lowercased() }
        let isNamed = wanted.allSatisfy { word in names.contains { $0.contains(word) } }
        let lines = section.text.split(separator: "\n").dropFirst()
        let line = lines.first { line in wanted.contains { line.lowercased().contains($0) } }
        let hit = Hit(
          topic: "\(page.name) \(section.title)",
          line: Self.plain(line ?? lines.first ?? "")
        )
        hits.append((isNamed, hit))
      }
    }
    return (hits.filter(\.isNamed) + hits.filter { !$0.isNamed }).map(\.hit)
  }

  /// A line without the bars of a table and the mark of a list.
  private static func plain(_ line: Substring) -> String {
    guard line.hasPrefix("|") else {
      return (line.hasPrefix("- ") ? line.dropFirst(2) : line).trimmed
    }
    let cells = MarkdownBlocks(String(line)).blocks
    guard case .table(let rows) = cells.first, let row = rows.first else { return line.trimmed }
    return row.filter { !$0.isEmpty }.joined(separator: ": ")
  }
}
