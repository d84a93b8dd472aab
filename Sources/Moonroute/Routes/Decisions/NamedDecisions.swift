/// Decisions by route name, in calling order.
struct NamedDecisions {
  private var decisions: [String: [AttachedDecision]] = [:]

  /// Adds a decision after the others of its priority.
  mutating func add(_ decision: AttachedDecision) {
    let others = decisions[decision.label] ?? []
    let index = others.firstIndex { $0.priority < decision.priority } ?? others.count
    decisions[decision.label, default: []].insert(decision, at: index)
  }

  subscript(name: String) -> [AttachedDecision] {
    guard let all = decisions[name] else { return [] }
    return all.allSatisfy(\.registration.isActive) ? all : all.filter(\.registration.isActive)
  }

  var fixed: [AttachedDecision] {
    decisions.keys.sorted().flatMap { self[$0] }.filter(\.decision.isFixed)
  }

  mutating func tidyUp() {
    decisions = decisions.compactMapValues { all in
      let active = all.filter(\.registration.isActive)
      return active.isEmpty ? nil : active
    }
  }
}
