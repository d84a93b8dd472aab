/// The table of one node's literal children.
struct LiteralLayout {
  /// The literal in each slot, or -1; a probe from the last home slot stays in bounds.
  private(set) var slots: [Int] = []
  /// Shifting a hash right by this number plus one gives its home slot.
  private(set) var shift: UInt8 = 63
  private(set) var longestProbe = 0

  /// Finds the smallest table with short probes.
  init(_ hashes: [UInt64]) {
    guard !hashes.isEmpty else { return }
    var bits = 0
    while 1 << bits < hashes.count { bits += 1 }
    let goodProbe = hashes.count <= 16 ? 2 : Int(GraphRecord.Flags.probeMask)
    repeat {
      lay(hashes, bits: bits)
      bits += 1
    } while longestProbe > goodProbe
  }

  /// Inserts the literals in the order of their home slots, which keeps the longest probe short.
  private mutating func lay(_ hashes: [UInt64], bits: Int) {
    shift = UInt8(63 - bits)
    longestProbe = 0
    let homes = hashes.map { Int(truncatingIfNeeded: ($0 &>> 1) &>> UInt64(shift)) }
    slots = Array(repeating: -1, count: 1 << bits)
    var next = 0
    for literal in hashes.indices.sorted(by: { (homes[$0], $0) < (homes[$1], $1) }) {
      next = max(next, homes[literal])
      if next < slots.count { slots[next] = literal } else { slots.append(literal) }
      longestProbe = max(longestProbe, next - homes[literal] + 1)
      next += 1
    }
    while slots.count < (1 << bits) + longestProbe - 1 { slots.append(-1) }
  }
}
