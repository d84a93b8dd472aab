import TextTools

extension Book {
  /// The result of looking for a topic.
  package enum Found: Sendable {
    /// A whole page.
    case page(Page)
    case section(Page.Section, of: Page)
    /// Several sections are named so: the topics that tell them apart.
    case several([String])
    /// Nothing: the nearest topics.
    case nothing(nearest: [String])
  }

  /// Finds a topic.
  ///
  /// It is a page (`patterns`), a section of one (`errors timeout`), or a section anywhere
  /// (`router.guard`, `wrong_type`). Letters may be small or large; a question needs no mark at its end.
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

  /// Whether two names differ at most in small and large letters and in a question mark at their ends.
  private static func same(_ left: String, _ right: String) -> Bool {
    func plain(_ name: String) -> Substring {
      name.last == "?" ? name.dropLast() : name[...]
    }
    return plain(left).lowercased() == plain(right).lowercased()
  }

  /// The sections of which something is true, with their pages.
  private func sections(
    where isWanted: (Page.Section, Page) -> Bool
  ) -> [(Page.Section, Page)] {
    pages.flatMap { page in page.sections.filter { isWanted($0, page) }.map { ($0, page) } }
  }

  /// The fields and choices that a topic means: `router.State.params`, `state.params`, or
  /// `redirect_limit` and `removed` alone.
  private func fields(named topic: String) -> [(section: Page.Section, page: Page)] {
    definitions.flatMap { owner in
      let short = owner.name.split(separator: ".").last.map(String.init) ?? owner.name
      return owner.members.compactMap { member -> (section: Page.Section, page: Page)? in
        let word = member.name.filter { $0 != "\"" }
        let names = [owner.name + "." + word, short + "." + word, word]
        guard names.contains(where: { Self.same($0, topic) }),
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
}
