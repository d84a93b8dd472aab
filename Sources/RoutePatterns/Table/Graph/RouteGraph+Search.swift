extension RouteGraph {
  /// The number of backtrack points and values that fit into 1,024 bytes of stack each.
  private static var stackPoints: Int { 64 }
  static var stackSlots: Int { 128 }

  /// Whether the stack has enough space for a search; almost all graphs fit.
  var fitsStack: Bool { pointCapacity <= Self.stackPoints && slotCapacity <= Self.stackSlots }

  /// Finds the entry of the first route from a root: in an ordered graph, the winner.
  ///
  /// Only for a graph with ``fitsStack``. `slots` has space for the values of any route.
  @inline(__always)
  func first(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ slots: UnsafeMutablePointer<RouteCapture>,
    _ budget: UnsafeMutablePointer<MatchBudget>
  ) -> FirstRoute {
    withUnsafeTemporaryAllocation(of: BacktrackPoint.self, capacity: Self.stackPoints) { points in
      var visitor = FirstRoute()
      makeSearch(path, separator, isFolded: false, slots, points.baseAddress, budget)?
        .run(from: root, &visitor)
      return budget.pointee.isSpent ? FirstRoute() : visitor
    }
  }

  /// Calls a closure with space for the values of any route, for a graph with ``fitsStack``.
  @inline(__always)
  func withStackSlots(
    _ body: (UnsafeMutablePointer<RouteCapture>) -> FirstRoute
  ) -> FirstRoute {
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: Self.stackSlots) { slots in
      slots.baseAddress.map(body) ?? FirstRoute()
    }
  }

  /// Searches for matches on behalf of a visitor; on the heap if the stack has too little space.
  func search<Visitor: MatchVisitor>(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    isFolded: Bool,
    _ visitor: inout Visitor,
    _ budget: UnsafeMutablePointer<MatchBudget>
  ) {
    guard budget.pointee.spend(MatchBudget.search + path.count / 8) else { return }
    let pointCount = fitsStack ? Self.stackPoints : pointCapacity
    let slotCount = fitsStack ? Self.stackSlots : slotCapacity
    withUnsafeTemporaryAllocation(of: BacktrackPoint.self, capacity: pointCount) { points in
      withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: slotCount) { slots in
        guard let slots = slots.baseAddress else { return }
        makeSearch(path, separator, isFolded: isFolded, slots, points.baseAddress, budget)?
          .run(from: root, &visitor)
      }
    }
  }

  @inline(__always)
  private func makeSearch(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    isFolded: Bool,
    _ slots: UnsafeMutablePointer<RouteCapture>,
    _ points: UnsafeMutablePointer<BacktrackPoint>?,
    _ budget: UnsafeMutablePointer<MatchBudget>
  ) -> GraphSearch? {
    guard let points, let base = path.baseAddress,
      let records = records.withUnsafeBufferPointer({ $0.baseAddress }),
      let edges = edges.withUnsafeBufferPointer({ $0.baseAddress })
    else { return nil }
    return GraphSearch(
      graph: Unmanaged.passUnretained(self),
      records: records,
      edges: edges,
      path: PathView(path, base: base, separator: separator),
      slots: slots,
      points: points,
      isFolded: isFolded,
      budget: budget
    )
  }
}
