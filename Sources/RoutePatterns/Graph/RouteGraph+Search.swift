extension RouteGraph {
  /// How many marks and values fit into 1,024 bytes of stack each.
  private static var stackMarks: Int { 64 }
  private static var stackSlots: Int { 128 }

  /// Whether a search needs no more than the stack has room for, which all but a few do.
  var fitsStack: Bool { markCapacity <= Self.stackMarks && slotCapacity <= Self.stackSlots }

  /// Finds the rank of the first route from a root: in an ordered graph the winner.
  ///
  /// Only for a graph that ``fitsStack``. The values are left in `slots`, which has room for those
  /// of any route. Answers -1 if there is none.
  @inline(__always)
  func first(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ slots: UnsafeMutablePointer<RouteCapture>
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: GraphMark.self, capacity: Self.stackMarks) { marks in
      var sink = FirstRoute()
      return makeSearch(path, separator, isFolded: false, slots, marks.baseAddress)?
        .run(from: root, &sink) ?? GraphSearch.stuck
    }
  }

  /// Finds the rank of the first route from a root.
  ///
  /// Only for a graph that ``fitsStack``. `short` receives the path if that is all a match needs,
  /// otherwise `captures` receives the first values. Answers -1 if there is none.
  @inline(never)
  func first(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ short: inout ShortMatch,
    _ captures: inout InlineCaptures
  ) -> Int32 {
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: Self.stackSlots) { slots in
      guard let slots = slots.baseAddress else { return GraphSearch.stuck }
      slots.initialize(repeating: .absent, count: InlineCaptures.capacity)
      let rank = first(from: root, path, separator, slots)
      guard rank >= 0 else { return rank }
      if answers[Int(rank)].isPlain, path.count <= ShortMatch.pathCapacity {
        guard let base = path.baseAddress else { return GraphSearch.stuck }
        short = ShortMatch(
          PathView(path, base: base, separator: separator),
          separator: separator
        )
      } else {
        captures = InlineCaptures(copying: slots)
      }
      return rank
    }
  }

  /// Searches for whatever a sink wants, on the heap if the stack has no room.
  func search<Sink: RouteSink>(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    isFolded: Bool,
    _ sink: inout Sink
  ) {
    let markCount = fitsStack ? Self.stackMarks : markCapacity
    let slotCount = fitsStack ? Self.stackSlots : max(slotCapacity, InlineCaptures.capacity)
    withUnsafeTemporaryAllocation(of: GraphMark.self, capacity: markCount) { marks in
      withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: slotCount) { slots in
        guard let slots = slots.baseAddress else { return }
        slots.initialize(repeating: .absent, count: InlineCaptures.capacity)
        _ = makeSearch(path, separator, isFolded: isFolded, slots, marks.baseAddress)?
          .run(from: root, &sink)
      }
    }
  }

  @inline(__always)
  private func makeSearch(
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    isFolded: Bool,
    _ slots: UnsafeMutablePointer<RouteCapture>,
    _ marks: UnsafeMutablePointer<GraphMark>?
  ) -> GraphSearch? {
    guard let marks, let base = path.baseAddress,
      let records = records.withUnsafeBufferPointer({ $0.baseAddress }),
      let edges = edges.withUnsafeBufferPointer({ $0.baseAddress })
    else { return nil }
    return GraphSearch(
      graph: Unmanaged.passUnretained(self),
      records: records,
      edges: edges,
      path: PathView(path, base: base, separator: separator),
      slots: slots,
      marks: marks,
      isFolded: isFolded
    )
  }
}
