import TextTools

extension Book {
  package enum Found: Sendable {
    case page(Page)
    case section(Page.Section, of: Page)
    /// Several sections have this name: the topics that distinguish them.
    case several([String])
    /// No match; the nearest topics.
    case nothing(nearest: [String])
  }

  /// A topic is a page (`patterns`), a section (`wrong_type`), or both (`errors timeout`).
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

  private static func same(_ left: String, _ right: String) -> Bool {
    func plain(_ name: String) -> Substring {
      name.last == "?" ? name.dropLast() : name[...]
    }
    return plain(left).lowercased() == plain(right).lowercased()
  }

  private func sections(
    where isWanted: (Page.Section, Page) -> Bool
  ) -> [(Page.Section, Page)] {
    pages.flatMap { page in page.sections.filter { isWanted($0, page) }.map { ($0, page) } }
  }

  /// The fields and choices for a topic: `router.State.params`, `state.params`, or only `removed`.
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

  /// The topics nearest to a mistyped one; `guard` finds `router.guard`.
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

  /// Whether a topic is a key of a section, with or without the page's name before it.
  private static func names(_ section: Page.Section, _ topic: String, page: String) -> Bool {
    ["", "\(page).", "\(page):"]
      .contains { prefix in
        section.keys.contains { same($0, prefix + topic) }
      }
  }

  /// All topics: pages, and the keys of their sections.
  package var topics: [String] {
    pages.map(\.name) + pages.flatMap { $0.sections.flatMap(\.keys) }
  }
}
