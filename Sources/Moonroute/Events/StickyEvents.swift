import RoutePatterns

/// The last event of each location of one sticky pattern.
struct StickyEvents {
  /// The part of an event that is kept.
  struct Kept {
    let number: UInt64
    let location: Location
    let extra: Value
    var lifetimeToken: (any LifetimeToken)?
  }

  /// How many locations are kept; of more, the half whose last event is oldest is dropped.
  static let limit = 10_000

  private(set) var kept: [String: Kept] = [:]

  /// Keeps an event in place of the one before at its location.
  ///
  /// - Returns: What is not kept any more, or at least all of that.
  mutating func keep(_ event: Kept) -> [Kept] {
    let replaced = kept.updateValue(event, forKey: event.location.description)
    guard kept.count > Self.limit else { return replaced.map { [$0] } ?? [] }
    let all = Array(kept.values)
    let newest = all.sorted { $0.number > $1.number }.prefix(Self.limit / 2)
    kept = Dictionary(newest.map { ($0.location.description, $0) }) { $1 }
    return all
  }

  /// The events that satisfy a condition.
  func filter(where isKept: (Kept) -> Bool) -> StickyEvents {
    var rest = StickyEvents()
    rest.kept = kept.filter { isKept($0.value) }
    return rest
  }
}
