/// Decisions by the name of a route, in the order in which they are asked.
struct NamedDecisions {
  private var decisions: [String: [AttachedDecision]] = [:]

  /// Adds a decision behind those of its priority.
  mutating func add(_ decision: AttachedDecision) {
    let others = decisions[decision.label] ?? []
    let index = others.firstIndex { $0.priority < decision.priority } ?? others.count
    decisions[decision.label, default: []].insert(decision, at: index)
  }

  /// The decisions of a name, first to last.
  subscript(name: String) -> [AttachedDecision] {
    guard let all = decisions[name] else { return [] }
    return all.allSatisfy(\.registration.isActive) ? all : all.filter(\.registration.isActive)
  }

  /// The decisions that always lead to the same place, by name.
  var fixed: [AttachedDecision] {
    decisions.keys.sorted().flatMap { self[$0] }.filter(\.decision.isFixed)
  }

  /// Forgets what does not count any more.
  mutating func tidyUp() {
    decisions = decisions.compactMapValues { all in
      let active = all.filter(\.registration.isActive)
      return active.isEmpty ? nil : active
    }
  }
}
