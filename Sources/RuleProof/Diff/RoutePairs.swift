import Moonroute

/// The routes of two versions that count as the same route.
struct RoutePairs: Sendable {
  struct Pair: Sendable {
    let before: RouteFacts
    let after: RouteFacts
    /// Whether only the definitions are the same, not the names or patterns.
    let isByDefinition: Bool

    /// Whether the place differs in more than the types of parameters.
    var isMoved: Bool {
      guard before.place != after.place else { return false }
      guard let template = before.place.withoutTypes else { return true }
      return template != after.place.withoutTypes
    }
  }

  /// The pairs in the order of the new version.
  private(set) var pairs: [Pair] = []
  private(set) var added: [RouteFacts] = []
  private(set) var removed: [RouteFacts] = []
  private var byOld: [String: Pair] = [:]
  private var byNew: [String: Pair] = [:]
  /// The routes of the pairs; several routes can have the same pattern, for different hosts.
  private var paired: Set<ObjectIdentifier> = []

  /// Pairs routes by name, then by pattern, then by definition if each side has exactly one.
  ///
  /// - Complexity: O(*n*) for *n* routes, for each level of routes whose parents have new names.
  init(from before: [RouteFacts], to after: [RouteFacts]) {
    (removed, added) = (before, after)
    pair { $0.route.name }
    pair { $0.place }
    var count = -1
    while count != pairs.count {
      count = pairs.count
      pairByDefinition()
    }
    pairs.sort { $0.after.route.id < $1.after.route.id }
  }

  /// The pair of a route of the old or the new version, by its name or pattern.
  func pair(ofOld label: String) -> Pair? { byOld[label] }

  func pair(ofNew label: String) -> Pair? { byNew[label] }

  /// The name or pattern that an old route has now.
  func newLabel(_ label: String?) -> String? {
    label.map { byOld[$0]?.after.route.label ?? $0 }
  }

  private mutating func pair(by key: (RouteFacts) -> String?) {
    let old = Dictionary(removed.compactMap { facts in key(facts).map { ($0, facts) } }) { $1 }
    for facts in added {
      guard let key = key(facts), let match = old[key],
        !paired.contains(ObjectIdentifier(match.route))
      else { continue }
      add(match, facts, isByDefinition: false)
    }
    leaveOutPaired()
  }

  private mutating func pairByDefinition() {
    let old = Dictionary(grouping: removed) { $0.definition(parent: newLabel) }
    let new = Dictionary(grouping: added) { $0.definition { $0 } }
    for (key, routes) in old where key != nil {
      guard let others = new[key], routes.count == 1, others.count == 1 else { continue }
      add(routes[0], others[0], isByDefinition: true)
    }
    leaveOutPaired()
  }

  private mutating func leaveOutPaired() {
    let paired = paired
    added.removeAll { paired.contains(ObjectIdentifier($0.route)) }
    removed.removeAll { paired.contains(ObjectIdentifier($0.route)) }
  }

  private mutating func add(
    _ before: RouteFacts,
    _ after: RouteFacts,
    isByDefinition: Bool
  ) {
    let pair = Pair(before: before, after: after, isByDefinition: isByDefinition)
    pairs.append(pair)
    (byOld[before.route.label], byNew[after.route.label]) = (pair, pair)
    paired.formUnion([before, after].map { ObjectIdentifier($0.route) })
  }
}

extension RouteFacts {
  /// The scheme, host and pattern.
  var place: String {
    [route.scheme, route.host?.description].compactMap(\.self).map { $0 + " " }.joined()
      + route.pattern.text
  }

  /// The view, the parent and the parameters; `nil` for a route that does nothing.
  fileprivate func definition(parent: (String?) -> String?) -> [String]? {
    let shown = [view, functions["view"], functions["action"]].compactMap(\.self)
    let work = shown.isEmpty ? ownRules : shown
    guard !work.isEmpty else { return nil }
    return work + [parent(route.parent?.label) ?? ""] + route.pattern.parameterNames
  }
}

extension String {
  /// A pattern without the types of its parameters; `nil` if a segment is neither plain text nor a
  /// single parameter.
  var withoutTypes: String? {
    var segments: [Substring] = []
    for segment in split(separator: "/", omittingEmptySubsequences: false) {
      guard segment.hasPrefix(":") else {
        guard !segment.contains(where: { ":*(<{\\".contains($0) }) else { return nil }
        segments.append(segment)
        continue
      }
      let name = segment.prefix { $0 != "<" }
      let type = segment.dropFirst(name.count)
      guard name.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        type.isEmpty || type.last == ">" && !type.dropLast().contains(">")
      else { return nil }
      segments.append(name)
    }
    return segments.joined(separator: "/")
  }
}
