/// Takes the only route that fits; stops at a second one.
struct SoleRoute: RouteSink {
  private let graph: Unmanaged<RouteGraph>
  private let captures: UnsafeMutableBufferPointer<RouteCapture>
  /// The entry, or -1 if there is none so far.
  private(set) var entry: Int32 = -1
  /// Whether at most one route was found, and there was room for its values.
  private(set) var isSole = true

  init(of graph: RouteGraph, captures: UnsafeMutableBufferPointer<RouteCapture>) {
    self.graph = Unmanaged.passUnretained(graph)
    self.captures = captures
  }

  @inline(__always)
  func wants(below record: Int) -> Bool { true }

  @inline(__always)
  mutating func take(_ entry: Int32, _ slots: UnsafePointer<RouteCapture>) -> Bool {
    let (count, isAlone) = graph._withUnsafeGuaranteedRef { graph in
      (Int(graph.answers[Int(entry)].slotCount), graph.sameEnd[Int(graph.ranks[Int(entry)])] < 0)
    }
    guard self.entry < 0, isAlone, count <= captures.count else {
      isSole = false
      return true
    }
    self.entry = entry
    for index in 0..<count { captures[index] = slots[index] }
    return false
  }

  /// A graph whose ways meet again is left to the searches that remember where they have been.
  @inline(__always)
  mutating func isNew(junction: Int32, at position: Int) -> Bool {
    isSole = false
    return false
  }
}
