/// The place of a route among all routes that fit: the smaller rank wins.
struct RouteRank: Sendable {
  /// The index of the entry.
  let entry: Int32
  private let priority: Int
  private let hostClass: Int
  /// The classes of the first segments.
  private let segments: UInt64
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
  }

  /// Whether the route wins.
  ///
  /// - Parameters:
  ///   - other: The rank of another route.
  ///   - compareRest: Whether the segments behind those that a rank holds win: `nil` if they are
  ///     alike.
  /// - Returns: Whether this route wins over the other.
  func wins(over other: RouteRank, _ compareRest: (Int32, Int32) -> Bool?) -> Bool {
    if priority != other.priority { return priority > other.priority }
    if hostClass != other.hostClass { return hostClass < other.hostClass }
    if segments != other.segments { return segments < other.segments }
    if let wins = compareRest(entry, other.entry) { return wins }
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
        pattern.shape.rank.tailWins(over: other.pattern.shape.rank)
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
    let isLong = order == .rank && entries.contains { !$0.pattern.shape.rank.tail.isEmpty }
    return entries.indices
      .map { RouteRank(entries[$0], at: $0, order: order, first: firsts[$0]) }
      .sorted { left, right in
        left.wins(over: right) { first, second in
          guard isLong else { return nil }
          let others = entries[Int(second)].pattern.shape.rank
          return entries[Int(first)].pattern.shape.rank.tailWins(over: others)
        }
      }
      .map(\.entry)
  }
}
