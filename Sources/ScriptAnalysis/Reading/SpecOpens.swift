import LuaSyntax
import Moonroute

extension AnalysedScript {
  private static let specWords: Set<String> = ["it", "test", "spec"]
  private static let groupWords: Set<String> = ["describe", "context", "insulate", "expose"]

  /// The specs of a script, read without running them.
  package func specs(opening model: ApplicationModel) -> [SpecCase] {
    guard isSpec else { return [] }
    return nodes(.call)
      .compactMap { call in
        guard let name = words(ofSpec: call, Self.specWords) else { return nil }
        return SpecCase(
          file: file,
          range: tree.range(of: call),
          line: line(of: call),
          name: name,
          fullName: (groups(around: call) + [name]).joined(separator: " "),
          routes: routes(openedIn: call, model)
        )
      }
  }

  /// The literal locations that calls open, each with its line, in the order of the text.
  package var openedLocations: [(location: String, line: Int)] {
    nodes(.call)
      .compactMap { call in
        guard let callee = callee(of: call), LinkRules.opening.contains(callee),
          let text = string(of: arguments(of: call).first), text.contains("/")
        else { return nil }
        return (text, line(of: call))
      }
  }

  /// The name of a spec or a group of specs, or `nil` for another call.
  func words(ofSpec call: LuaNode, isGroup: Bool) -> String? {
    words(ofSpec: call, isGroup ? Self.groupWords : Self.specWords)
  }

  private func words(ofSpec call: LuaNode, _ words: Set<String>) -> String? {
    guard let callee = callee(of: call) else { return nil }
    let first = callee.split(separator: ".").first.map(String.init) ?? ""
    guard words.contains(first) else { return nil }
    return string(of: arguments(of: call).first)
  }

  /// The names of the groups around a spec, the outermost first.
  private func groups(around call: LuaNode) -> [String] {
    var groups: [String] = []
    var place = tree.parent(of: call)
    while let node = place {
      if tree.kind(of: node) == .call, let group = words(ofSpec: node, Self.groupWords) {
        groups.insert(group, at: 0)
      }
      place = tree.parent(of: node)
    }
    return groups
  }

  private func routes(openedIn call: LuaNode, _ model: ApplicationModel) -> Set<Int> {
    var found: Set<Int> = []
    for node in tree.nodes(from: call) where tree.kind(of: node) == .call {
      guard let function = callee(of: node) else { continue }
      for (place, argument) in arguments(of: node).enumerated() {
        guard let slot = NameSlot.of(function, argument: place),
          let text = string(of: argument)
        else { continue }
        let named = slot == .location ? nil : model.index.route(named: text)
        let isName = slot == .route || slot == .routeOrView
        let route = named ?? (isName ? nil : model.route(at: text))
        if let route, isName || slot == .location || slot == .target { found.insert(route.id) }
      }
    }
    return found
  }
}
