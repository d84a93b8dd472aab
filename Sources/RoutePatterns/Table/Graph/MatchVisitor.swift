/// Receives the routes that a search finds.
protocol MatchVisitor {
  mutating func wants(below record: Int) -> Bool

  /// Returns whether the search can stop.
  mutating func take(_ entry: Int32, _ slots: UnsafePointer<RouteCapture>) -> Bool

  /// Whether the search has not yet visited a junction of the graph with this much of the path
  /// left.
  mutating func isNew(junction: Int32, at position: Int) -> Bool

  /// Records, when the search ends, whether it skipped any places.
  mutating func end(hasMore: Bool)
}

extension MatchVisitor {
  mutating func end(hasMore: Bool) {}
}

/// Takes the first route; sufficient for an ordered graph.
struct FirstRoute: MatchVisitor {
  /// The entry of the route, or -1.
  private(set) var entry: Int32 = -1
  private(set) var hasMore = false

  @inline(__always)
  func wants(below record: Int) -> Bool { true }

  @inline(__always)
  mutating func take(_ entry: Int32, _ slots: UnsafePointer<RouteCapture>) -> Bool {
    self.entry = entry
    return true
  }

  @inline(__always)
  func isNew(junction: Int32, at position: Int) -> Bool { true }

  @inline(__always)
  mutating func end(hasMore: Bool) { self.hasMore = hasMore }
}

/// Keeps the route with the smallest rank, and skips branches that cannot have a smaller one.
struct BestRoute: MatchVisitor {
  /// The caller retains it: reference counting of its lists would take half of the search.
  private let graph: Unmanaged<RouteGraph>
  /// The smallest rank found up to now.
  private(set) var rank = Int32.max
  private(set) var entry: Int32 = -1
  /// Its first values.
  private(set) var captures: InlineCaptures?
  private(set) var visitCount = 0
  private var visited: VisitedSet

  init(of graph: RouteGraph, memory: UnsafeMutablePointer<UInt64>) {
    self.graph = Unmanaged.passUnretained(graph)
    visited = VisitedSet(memory: memory)
  }

  mutating func wants(below record: Int) -> Bool {
    visitCount += 1
    guard rank < .max else { return true }
    return graph._withUnsafeGuaranteedRef { $0.isOrdered || $0.floors[record] < rank }
  }

  mutating func take(_ entry: Int32, _ slots: UnsafePointer<RouteCapture>) -> Bool {
    let (rank, count, isOrdered) = graph._withUnsafeGuaranteedRef { graph in
      (graph.ranks[Int(entry)], graph.answers[Int(entry)].slotCount, graph.isOrdered)
    }
    if rank < self.rank {
      self.rank = rank
      self.entry = entry
      captures = InlineCaptures(copying: slots, count: Int(count))
    }
    return isOrdered
  }

  mutating func isNew(junction: Int32, at position: Int) -> Bool {
    visited.insert(junction: junction, position: position)
  }
}

struct AllRoutes: MatchVisitor {
  private(set) var ranks: [Int32] = []
  private(set) var visitCount = 0
  private var visited: VisitedSet
  private let ranksOfEntries: [Int32]
  private let sameEnd: [Int32]

  init(of graph: RouteGraph, memory: UnsafeMutablePointer<UInt64>) {
    ranksOfEntries = graph.ranks
    sameEnd = graph.sameEnd
    visited = VisitedSet(memory: memory)
  }

  mutating func wants(below record: Int) -> Bool {
    visitCount += 1
    return true
  }

  mutating func take(_ entry: Int32, _ slots: UnsafePointer<RouteCapture>) -> Bool {
    var rank = ranksOfEntries[Int(entry)]
    while rank >= 0 {
      ranks.append(rank)
      rank = sameEnd[Int(rank)]
    }
    return false
  }

  mutating func isNew(junction: Int32, at position: Int) -> Bool {
    visited.insert(junction: junction, position: position)
  }
}
