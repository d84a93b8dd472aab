/// Decisions by route name, in calling order.
struct NamedDecisions {
  /// Identifies the decisions from one change to the next.
  final class Version {}

  private var decisions: [String: [AttachedDecision]] = [:]

  private(set) var version = Version()

  /// Adds a decision after the others of its priority.
  mutating func add(_ decision: AttachedDecision) {
    let others = decisions[decision.label] ?? []
    let index = others.firstIndex { $0.priority < decision.priority } ?? others.count
    decisions[decision.label, default: []].insert(decision, at: index)
    version = Version()
  }

  subscript(name: String) -> [AttachedDecision] {
    guard let all = decisions[name] else { return [] }
    return all.allSatisfy(\.registration.isActive) ? all : all.filter(\.registration.isActive)
  }

  var fixed: [AttachedDecision] {
    decisions.keys.sorted().flatMap { self[$0] }.filter(\.decision.isFixed)
  }

  mutating func tidyUp() {
    version = Version()
    decisions = decisions.compactMapValues { all in
      let active = all.filter(\.registration.isActive)
      return active.isEmpty ? nil : active
    }
  }
}
