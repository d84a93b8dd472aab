extension RouteGraph {
  /// How many marks and values fit into 1,024 bytes of stack each.
  private static var stackMarks: Int { 64 }
  static var stackSlots: Int { 128 }

  /// Whether a search needs no more than the stack has room for, which all but a few do.
  var fitsStack: Bool { markCapacity <= Self.stackMarks && slotCapacity <= Self.stackSlots }

  /// Finds the entry of the first route from a root: in an ordered graph the winner.
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
    firstOfChoices(from: root, path, separator, slots).entry
  }

  /// Finds the entry of the first route as ``first(from:_:_:_:)`` does, and whether choices were
  /// left: if not, no other node of the graph fits.
  @inline(__always)
  func firstOfChoices(
    from root: UInt32,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ slots: UnsafeMutablePointer<RouteCapture>
  ) -> (entry: Int32, hasChoices: Bool) {
    withUnsafeTemporaryAllocation(of: GraphMark.self, capacity: Self.stackMarks) { marks in
      var sink = FirstRoute()
      guard let search = makeSearch(path, separator, isFolded: false, slots, marks.baseAddress)
      else { return (GraphSearch.stuck, false) }
      let (entry, place) = search.run(from: root, &sink)
      return (entry, search.hasChoices(at: place))
    }
  }

  /// Lends room for the values of any route of a graph that ``fitsStack``.
  @inline(__always)
  func withStackSlots(_ body: (UnsafeMutablePointer<RouteCapture>) -> Int32) -> Int32 {
    withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: Self.stackSlots) { slots in
      slots.baseAddress.map(body) ?? GraphSearch.stuck
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
    let slotCount = fitsStack ? Self.stackSlots : slotCapacity
    withUnsafeTemporaryAllocation(of: GraphMark.self, capacity: markCount) { marks in
      withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: slotCount) { slots in
        guard let slots = slots.baseAddress else { return }
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
