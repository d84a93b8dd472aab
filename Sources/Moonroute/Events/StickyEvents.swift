import RoutePatterns

/// The last event of each location of one sticky pattern.
struct StickyEvents {
  struct Kept {
    let number: UInt64
    let location: Location
    let extra: Value
    var lifetimeToken: (any LifetimeToken)?
  }

  /// The maximum number of locations; beyond it, the half with the oldest events is dropped.
  static let limit = 10_000

  private(set) var kept: [String: Kept] = [:]

  /// Replaces the previous event at its location; the result includes all dropped events.
  mutating func keep(_ event: Kept) -> [Kept] {
    let replaced = kept.updateValue(event, forKey: event.location.description)
    guard kept.count > Self.limit else { return replaced.map { [$0] } ?? [] }
    let all = Array(kept.values)
    let newest = all.sorted { $0.number > $1.number }.prefix(Self.limit / 2)
    kept = Dictionary(newest.map { ($0.location.description, $0) }) { $1 }
    return all
  }

  func filter(where isKept: (Kept) -> Bool) -> StickyEvents {
    var rest = StickyEvents()
    rest.kept = kept.filter { isKept($0.value) }
    return rest
  }
}
