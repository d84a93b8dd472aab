/// The rank of a route among all matching routes: the smaller rank wins.
struct RouteRank: Sendable {
  let entry: Int32
  private let priority: Int
  private let hostClass: Int
  /// The classes of the first segments.
  private let segments: UInt64
  /// Whether ``segments`` holds the whole rank of the segments.
  private let isPlain: Bool
  /// The position of the registration, negated if the last one wins.
  private let registration: Int
  /// Among owned routes with the same pattern, the newest wins.
  private let age: Int

  /// `first` is the index of the first entry with the same pattern, if the entry or another one
  /// with its pattern has an owner.
  init(_ entry: RouteTable.Entry, at index: Int, order: RouteTable.Order, first: Int?) {
    self.entry = Int32(index)
    priority = entry.priority
    registration = order == .last ? -index : first ?? index
    age = first == nil ? 0 : entry.isOwned ? -index : index
    hostClass = order == .rank ? entry.host?.openLabelCount ?? .max : 0
    segments = order == .rank ? entry.pattern.shape.rank.head : 0
    isPlain = order != .rank || entry.pattern.shape.rank.isPlain
  }

  /// `compareSegments` compares the segments if a rank does not hold all of them: `nil` if they are
  /// equal.
  func wins(over other: RouteRank, _ compareSegments: (Int32, Int32) -> Bool?) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if hostClass != other.hostClass { return hostClass < other.hostClass }
    if isPlain, other.isPlain {
      if segments != other.segments { return segments < other.segments }
    } else if let wins = compareSegments(entry, other.entry) {
      return wins
    }
    if registration != other.registration { return registration < other.registration }
    return age < other.age
  }
}

extension RouteTable.Entry {
  /// Returns whether the entry wins over another one regardless of their registration.
  ///
  /// For callers that search several tables and sort the matches of one location. Also `false` if
  /// only the registration decides.
  package func outranks(_ other: RouteTable.Entry) -> Bool {
    RouteRank(self, at: 0, order: .rank, first: nil)
      .wins(over: RouteRank(other, at: 0, order: .rank, first: nil)) { _, _ in
        pattern.shape.rank.wins(over: other.pattern.shape.rank)
      }
  }

  /// Returns whether the entry wins over an older one that matches the same location.
  package func wins(overOlder older: RouteTable.Entry, order: RouteTable.Order) -> Bool {
    RouteRank.sorted([older, self], order).first == 1
  }
}

extension RouteRank {
  static func sorted(_ entries: [RouteTable.Entry], _ order: RouteTable.Order) -> [Int32] {
    let firsts = RouteDuplicates.firsts(of: entries)
    return entries.indices
      .map { RouteRank(entries[$0], at: $0, order: order, first: firsts[$0]) }
      .sorted { left, right in
        left.wins(over: right) { first, second in
          let others = entries[Int(second)].pattern.shape.rank
          return entries[Int(first)].pattern.shape.rank.wins(over: others)
        }
      }
      .map(\.entry)
  }
}
