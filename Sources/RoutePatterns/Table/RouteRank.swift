/// The place of a route among all routes that fit: the smaller rank wins.
struct RouteRank: Sendable {
  /// The index of the entry.
  let entry: Int32
  private let priority: Int
  private let hostClass: Int
  /// The classes of the first segments.
  private let segments: UInt64
  /// Whether they are all that counts of the segments.
  private let isPlain: Bool
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
    self.entry = Int32(index)
    priority = entry.priority
    registration = order == .last ? -index : first ?? index
    age = first == nil ? 0 : entry.isOwned ? -index : index
    hostClass = order == .rank ? entry.host?.openLabelCount ?? .max : 0
    segments = order == .rank ? entry.pattern.shape.rank.head : 0
    isPlain = order != .rank || entry.pattern.shape.rank.isPlain
  }

  /// Whether the route wins.
  ///
  /// - Parameters:
  ///   - other: The rank of another route.
  ///   - compareSegments: Whether the segments win, where a rank does not hold all that counts:
  ///     `nil` if they are alike.
  /// - Returns: Whether this route wins over the other.
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
  /// Whether the entry wins over another one whatever their registration.
  ///
  /// For callers that look into several tables and put the matches in order.
  ///
  /// - Parameter other: An entry that fits the same location.
  /// - Returns: `false` too when only the registration decides between both.
  package func outranks(_ other: RouteTable.Entry) -> Bool {
    RouteRank(self, at: 0, order: .rank, first: nil)
      .wins(over: RouteRank(other, at: 0, order: .rank, first: nil)) { _, _ in
        pattern.shape.rank.wins(over: other.pattern.shape.rank)
      }
  }

  /// Whether the entry wins over one that was registered before it and fits the same location.
  package func wins(overOlder older: RouteTable.Entry, order: RouteTable.Order) -> Bool {
    RouteRank.sorted([older, self], order).first == 1
  }
}

extension RouteRank {
  /// Orders the indices of entries by rank.
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
