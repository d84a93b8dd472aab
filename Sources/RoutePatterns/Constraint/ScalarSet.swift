/// A set of Unicode scalars as sorted ranges with gaps between them.
struct ScalarSet: Hashable {
  private(set) var ranges: [ClosedRange<UInt32>] = []

  static let all = ScalarSet([0...0xD7FF, 0xE000...0x10FFFF])
  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20])

  init(_ ranges: [ClosedRange<UInt32>] = []) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] =
          last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalar: Unicode.Scalar) {
    self.init([scalar.value...scalar.value])
  }

  var isEmpty: Bool { ranges.isEmpty }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(ranges + other.ranges) }

  var inverted: ScalarSet {
    var inverted: [ClosedRange<UInt32>] = []
    for whole in Self.all.ranges {
      var next = whole.lowerBound
      for range in ranges where range.overlaps(whole) {
        if range.lowerBound > next { inverted.append(next...(range.lowerBound - 1)) }
        next = max(next, range.upperBound + 1)
      }
      if next <= whole.upperBound { inverted.append(next...whole.upperBound) }
    }
    return ScalarSet(inverted)
  }

  /// The UTF-8 form of the set: rows of one to four ranges of bytes.
  var byteRanges: [[ClosedRange<UInt8>]] {
    var rows: [[ClosedRange<UInt8>]] = []
    for range in ranges {
      for bounds: ClosedRange<UInt32> in [
        0...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
      ]
      where range.overlaps(bounds) {
        Self.split(range.clamped(to: bounds), into: &rows)
      }
    }
    return rows
  }

  /// Splits scalars of equal length in UTF-8 until their bytes vary independently.
  private static func split(_ range: ClosedRange<UInt32>, into rows: inout [[ClosedRange<UInt8>]]) {
    let (low, high) = (bytes(range.lowerBound), bytes(range.upperBound))
    for index in low.indices.dropLast() {
      let bits = UInt32(6 * (low.count - 1 - index))
      let mask = (UInt32(1) << bits) - 1
      guard range.lowerBound >> bits != range.upperBound >> bits else { continue }
      if range.lowerBound & mask != 0 {
        split(range.lowerBound...(range.lowerBound | mask), into: &rows)
        return split(((range.lowerBound | mask) + 1)...range.upperBound, into: &rows)
      }
      if range.upperBound & mask != mask {
        let middle = range.upperBound & ~mask
        split(range.lowerBound...(middle - 1), into: &rows)
        return split(middle...range.upperBound, into: &rows)
      }
    }
    rows.append(zip(low, high).map { $0...$1 })
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    Unicode.Scalar(value).map { Array(String($0).utf8) } ?? []
  }
}
