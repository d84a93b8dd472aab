import RoutePatterns

/// The last event of each location of one sticky pattern.
struct StickyEvents {
  /// What is kept of an event.
  struct Kept {
    let number: UInt64
    let location: Location
    let extra: Value
    var keepsake: (any Keepsake)?
  }

  /// How many locations are kept; of more, the half whose last event is oldest is dropped.
  static let limit = 10_000

  private(set) var kept: [String: Kept] = [:]

  /// Keeps an event in place of the one before at its location.
  mutating func keep(_ event: Kept) {
    kept[event.location.description] = event
    guard kept.count > Self.limit else { return }
    let newest = kept.values.sorted { $0.number > $1.number }.prefix(Self.limit / 2)
    kept = Dictionary(newest.map { ($0.location.description, $0) }) { $1 }
  }

  /// Drops what does not satisfy a condition.
  mutating func keepOnly(where isKept: (Kept) -> Bool) { kept = kept.filter { isKept($0.value) } }
}
