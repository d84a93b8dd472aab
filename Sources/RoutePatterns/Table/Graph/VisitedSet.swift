/// The places that a search has visited: junctions of the graph at positions of the path.
///
/// A few places fit into memory that the caller passes in; more places are on the heap.
struct VisitedSet {
  static let inlineCapacity = 128

  private let inline: UnsafeMutablePointer<UInt64>
  private var inlineCount = 0
  private var more: Set<UInt64> = []

  /// `memory` is space for ``inlineCapacity`` words.
  init(memory: UnsafeMutablePointer<UInt64>) {
    inline = memory
    inline.initialize(repeating: 0, count: Self.inlineCapacity)
  }

  /// Returns whether the place is new.
  mutating func insert(junction: Int32, position: Int) -> Bool {
    let key = UInt64(junction + 1) << 32 | UInt64(position)
    var slot = Int(truncatingIfNeeded: (key &* SegmentHash.factor) >> 57)
    while inline[slot] != 0 {
      if inline[slot] == key { return false }
      slot = (slot + 1) % Self.inlineCapacity
    }
    guard inlineCount < Self.inlineCapacity * 3 / 4 else { return more.insert(key).inserted }
    inline[slot] = key
    inlineCount += 1
    return true
  }
}

extension VisitedSet {
  /// Calls a closure with memory on the stack for a few places.
  static func withMemory<Result>(_ body: (UnsafeMutablePointer<UInt64>) -> Result?) -> Result? {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: inlineCapacity) { memory in
      memory.baseAddress.flatMap(body)
    }
  }
}
