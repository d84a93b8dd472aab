/// Applies the rules of an Apple file to links.
///
/// Sources disagree on two points, so a link is decided in each reading that makes a difference.
final class AppleMatcher {
  private struct Reading: Hashable {
    /// Whether a component with `percentEncoded: true` compares decoded texts.
    var isDecoded = false
    /// Whether `*` matches a query item that is missing.
    var acceptsMissing = true
  }

  /// The form of the texts that a component compares.
  private struct Form: Equatable {
    let isDecoded: Bool
    let isFolded: Bool

    func text(_ text: String) -> [UInt8] {
      let text = isDecoded ? PercentText.decoded(text) : text
      return Array((isFolded ? text.lowercased() : text).utf8)
    }
  }

  private final class Compiled {
    let form: Form
    let path: ApplePattern?
    let fragment: ApplePattern?
    let query: ApplePattern?
    let items: [(name: String, pattern: ApplePattern)]

    init(
      _ form: Form,
      path: ApplePattern?,
      fragment: ApplePattern?,
      query: ApplePattern?,
      items: [(name: String, pattern: ApplePattern)]
    ) {
      (self.form, self.path, self.fragment) = (form, path, fragment)
      (self.query, self.items) = (query, items)
    }
  }

  /// The compiled components of one reading.
  private struct Rules {
    var components: [Compiled?] = []
    /// An index for each form; there are at most four.
    var indexes: [(form: Form, index: PrefixIndex)] = []

    mutating func add(_ compiled: Compiled, _ number: Int) {
      let place = indexes.firstIndex { $0.form == compiled.form } ?? indexes.endIndex
      if place == indexes.endIndex { indexes.append((compiled.form, PrefixIndex())) }
      indexes[place].index
        .add(
          number,
          prefix: compiled.path?.prefix ?? [],
          isLiteral: compiled.path?.isLiteral ?? false
        )
    }
  }

  private let file: AppleLinkFile
  private let entries: [AppleLinkFile.Entry]
  private let hasItems: Bool
  private var rules: [Bool: [Rules]] = [:]

  /// Only the apps in `apps` count; an empty list means all apps.
  init(_ file: AppleLinkFile, apps: [String]) {
    self.file = file
    entries = file.entries.filter { entry in
      apps.isEmpty || entry.appIDs.contains(where: apps.contains)
    }
    hasItems = entries.contains { entry in
      entry.components.contains { if case .items = $0.query { true } else { false } }
    }
  }

  func decision(about link: WebLink) -> LinkDecision {
    guard link.isWeb else { return .stays("not a web link") }
    if let refusal = file.refusal { return .stays(refusal.short) }
    guard !entries.isEmpty else { return .stays("the file does not name the app") }
    let first = decision(about: link, Reading())
    let isEscaped = [link.path, link.query ?? "", link.fragment ?? ""]
      .contains {
        $0.utf8.contains(UInt8(ascii: "%"))
      }
    if isEscaped, decision(about: link, Reading(isDecoded: true)).answer != first.answer {
      return LinkDecision(
        answer: .unclear,
        component: first.component,
        reason: "depends on whether escapes are compared decoded"
      )
    }
    if hasItems, decision(about: link, Reading(acceptsMissing: false)).answer != first.answer {
      return LinkDecision(
        answer: .unclear,
        component: first.component,
        reason: "depends on whether '*' matches a missing query item"
      )
    }
    return first
  }

  private func decision(about link: WebLink, _ reading: Reading) -> LinkDecision {
    var excluded: LinkDecision.Component?
    for (entry, rules) in zip(entries, rules(isDecoded: reading.isDecoded)) {
      guard let number = Self.matching(rules, link, reading).first(where: { _ in true })
      else { continue }
      let found = LinkDecision.Component(
        place: "\(entry.place)[\(number)]",
        component: entry.components[number]
      )
      if !found.component.isExcluded { return LinkDecision(answer: .opens, component: found) }
      excluded = excluded ?? found
    }
    if let excluded { return LinkDecision(answer: .stays, component: excluded) }
    return .stays("no component matches")
  }

  /// The places of all components that match, not only of the first.
  func places(matching link: WebLink) -> [String] {
    zip(entries, rules(isDecoded: false))
      .flatMap { entry, rules in
        Self.matching(rules, link, Reading()).map { "\(entry.place)[\($0)]" }
      }
  }

  /// The numbers of the components that match, in order.
  private static func matching(
    _ rules: Rules,
    _ link: WebLink,
    _ reading: Reading
  ) -> some Sequence<Int> {
    var numbers: [Int32] = []
    var paths: [(form: Form, path: [UInt8])] = []
    for (form, index) in rules.indexes {
      let path = form.text(link.path)
      paths.append((form, path))
      index.append(path, to: &numbers)
    }
    numbers.sort()
    return numbers.lazy.map(Int.init)
      .filter { [paths] number in
        guard let component = rules.components[number] else { return false }
        let path = paths.first { $0.form == component.form }?.path ?? []
        return component.path?.matches(path) ?? true && matches(component, link, reading)
      }
  }

  /// Whether query and fragment match.
  private static func matches(_ component: Compiled, _ link: WebLink, _ reading: Reading) -> Bool {
    let form = component.form
    if let fragment = component.fragment, !fragment.matches(form.text(link.fragment ?? "")) {
      return false
    }
    if let query = component.query { return query.matches(form.text(link.query ?? "")) }
    guard !component.items.isEmpty else { return true }
    let items = (link.query ?? "").split(separator: "&")
      .map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (name: parts[0], value: parts.count > 1 ? String(parts[1]) : "")
      }
    return component.items.allSatisfy { name, pattern in
      let values = items.filter { $0.name == name }.map(\.value)
      guard !values.isEmpty else { return reading.acceptsMissing && pattern.matches([]) }
      return values.allSatisfy { pattern.matches(form.text($0)) }
    }
  }

  private func rules(isDecoded: Bool) -> [Rules] {
    if let known = rules[isDecoded] { return known }
    let made = entries.map { entry in
      var rules = Rules()
      for (number, component) in entry.components.enumerated() {
        rules.components.append(compiled(component, isDecoded: isDecoded))
        if let compiled = rules.components[number] { rules.add(compiled, number) }
      }
      return rules
    }
    rules[isDecoded] = made
    return made
  }

  private func compiled(_ component: LinkComponent, isDecoded: Bool) -> Compiled? {
    guard !component.isBroken else { return nil }
    let isDecoded = isDecoded && component.isPercentEncoded
    func pattern(_ text: String) -> ApplePattern {
      ApplePattern(
        isDecoded ? PercentText.decoded(text) : text,
        file.variables,
        isCaseSensitive: component.isCaseSensitive
      )
    }
    var (query, items): (ApplePattern?, [(name: String, pattern: ApplePattern)]) = (nil, [])
    switch component.query {
    case .text(let text): query = pattern(text)
    case .items(let all): items = all.map { ($0.name, pattern($0.pattern)) }
    case nil: break
    }
    return Compiled(
      Form(
        isDecoded: isDecoded || !component.isPercentEncoded,
        isFolded: !component.isCaseSensitive
      ),
      path: component.path.map(pattern),
      fragment: component.fragment.map(pattern),
      query: query,
      items: items
    )
  }
}
