/// The place of a route among all routes that fit: the smaller rank wins.
struct RouteRank: Sendable {
  private let priority: Int
  private let hostClass: Int
  private let segments: SegmentRank
  /// The registration, counted backwards where the last one wins.
  private let registration: Int
  /// Among owned routes of one pattern the newest wins.
  private let age: Int

  /// Ranks an entry.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - index: Its index.
  ///   - order: What decides among routes of the same priority.
  ///   - first: The index of the first entry with the same pattern, if the entry has an owner or
  ///     shares its pattern with one that has.
  init(_ entry: RouteTable.Entry, at index: Int, order: RouteTable.Order, first: Int?) {
    priority = entry.priority
    registration = order == .last ? -index : first ?? index
    age = first == nil ? 0 : entry.isOwned ? -index : index
    if order == .rank {
      hostClass = entry.host?.openLabelCount ?? .max
      segments = entry.pattern.form.rank
    } else {
      hostClass = 0
      segments = SegmentRank()
    }
  }
}

extension RouteRank: Comparable {
  static func < (left: RouteRank, right: RouteRank) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.hostClass != right.hostClass { return left.hostClass < right.hostClass }
    if left.segments != right.segments { return left.segments < right.segments }
    if left.registration != right.registration { return left.registration < right.registration }
    return left.age < right.age
  }
}
