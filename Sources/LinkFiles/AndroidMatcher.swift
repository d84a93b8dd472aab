/// Applies the rules of an Android file, within the limits of a manifest, to links.
struct AndroidMatcher {
  private struct Compiled {
    let path: AndroidPattern?
    let fragment: AndroidPattern?
    let items: [AndroidPattern]
  }

  private struct Rules {
    let statement: AndroidLinkFile.Statement
    var components: [Compiled?] = []
    var index = PrefixIndex()
  }

  private let file: AndroidLinkFile
  private let manifest: AndroidManifest?
  private let rules: [Rules]

  /// Only the packages in `apps` count; an empty list means all packages.
  init(_ file: AndroidLinkFile, manifest: AndroidManifest?, apps: [String]) {
    (self.file, self.manifest) = (file, manifest)
    rules = file.statements
      .filter { apps.isEmpty || apps.contains($0.app.package) }
      .map { statement in
        var rules = Rules(statement: statement)
        for (number, component) in (statement.components ?? []).enumerated() {
          let compiled = Self.compiled(component)
          rules.components.append(compiled)
          guard let compiled else { continue }
          rules.index.add(
            number,
            prefix: compiled.path?.prefix ?? [],
            isLiteral: compiled.path?.isLiteral ?? false
          )
        }
        return rules
      }
  }

  /// `nil` for a component that never matches.
  private static func compiled(_ component: LinkComponent) -> Compiled? {
    guard component.hasParts, !component.isBroken else { return nil }
    var items: [AndroidPattern] = []
    if case .items(let all) = component.query {
      items = all.map { AndroidPattern("\($0.name)=\($0.pattern)") }
    }
    return Compiled(
      path: component.path.map { AndroidPattern($0) },
      fragment: component.fragment.map { AndroidPattern($0) },
      items: items
    )
  }

  func decision(about link: WebLink) -> LinkDecision {
    guard link.isWeb else { return .stays("not a web link") }
    if let refusal = file.refusal { return .stays(refusal.short) }
    guard !rules.isEmpty else { return .stays("the file does not name the app") }
    let claim = manifest.map { $0.claims(link) } ?? true
    guard claim != false else { return .stays("the manifest does not claim it") }
    var decision = LinkDecision.stays("no component matches")
    for rules in rules {
      let next = Self.decision(of: rules, about: link)
      if next.answer == .opens || decision.component == nil { decision = next }
      if next.answer == .opens { break }
    }
    guard decision.answer == .opens, claim == nil else { return decision }
    return LinkDecision(
      answer: .unclear,
      component: decision.component,
      reason: "depends on conditions of the manifest that are not read"
    )
  }

  private static func decision(of rules: Rules, about link: WebLink) -> LinkDecision {
    guard let all = rules.statement.components else {
      return LinkDecision(answer: .opens, reason: "the file has no list of components")
    }
    guard let number = matching(rules, link).first(where: { _ in true }) else {
      return .stays("no component matches")
    }
    let found = LinkDecision.Component(
      place: "\(rules.statement.place)[\(number)]",
      component: all[number]
    )
    return LinkDecision(answer: found.component.isExcluded ? .stays : .opens, component: found)
  }

  /// The places of all components that match, not only of the first.
  func places(matching link: WebLink) -> [String] {
    rules.flatMap { rules in
      Self.matching(rules, link).map { "\(rules.statement.place)[\($0)]" }
    }
  }

  /// The numbers of the components that match, in order.
  private static func matching(_ rules: Rules, _ link: WebLink) -> some Sequence<Int> {
    let path = Array(PercentText.decoded(link.path).utf8)
    var numbers: [Int32] = []
    rules.index.append(path, to: &numbers)
    numbers.sort()
    return numbers.lazy.map(Int.init)
      .filter { number in
        guard let component = rules.components[number] else { return false }
        return component.path?.matches(path) ?? true && matches(component, link)
      }
  }

  /// Whether query and fragment match.
  private static func matches(_ component: Compiled, _ link: WebLink) -> Bool {
    if let fragment = component.fragment {
      guard let given = link.fragment,
        fragment.matches(Array(PercentText.decoded(given).utf8))
      else { return false }
    }
    guard !component.items.isEmpty else { return true }
    let query = PercentText.decoded(link.query ?? "")
    var texts = query.split(separator: "&")
    if texts.count == 1 { texts = query.split(separator: ";") }
    return component.items.allSatisfy { pattern in
      texts.contains { pattern.matches(Array($0.utf8)) }
    }
  }
}

extension LinkFileProblem {
  /// The problem as the reason of a decision.
  var short: String {
    switch self {
    case .tooLarge: "the file is too large"
    default: "the file is invalid"
    }
  }
}
