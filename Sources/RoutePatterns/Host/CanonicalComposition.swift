/// The canonical composition of a text (UAX 15, NFC).
///
/// It composes only characters that ``HostMapping`` does not replace.
enum CanonicalComposition {
  /// - Complexity: O(*n* log *n*) for *n* scalars.
  static func composed(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    // No scalar below U+0300 is a mark.
    guard scalars.contains(where: { $0.value >= 0x300 }) else { return scalars }
    var result: [Unicode.Scalar] = []
    var starter: Int?
    for scalar in ordered(scalars.flatMap(decomposed)) {
      let order = order(of: scalar)
      if let place = starter {
        // An earlier mark of the same class blocks a mark from its letter.
        let last = place == result.count - 1 ? nil : result.last.map(Self.order)
        if last == nil || last ?? 0 < order, let whole = whole(result[place], scalar) {
          result[place] = whole
          continue
        }
      }
      if order == 0 { starter = result.count }
      result.append(scalar)
    }
    return result
  }

  private static func ordered(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var marks: [(order: UInt8, scalar: Unicode.Scalar)] = []
    func flush() {
      result += marks.enumerated().sorted { ($0.1.order, $0.0) < ($1.1.order, $1.0) }
        .map(\.element.scalar)
      marks = []
    }
    for scalar in scalars {
      let order = order(of: scalar)
      if order == 0 {
        flush()
        result.append(scalar)
      } else {
        marks.append((order, scalar))
      }
    }
    flush()
    return result
  }

  private static func order(of scalar: Unicode.Scalar) -> UInt8 {
    scalar.properties.canonicalCombiningClass.rawValue
  }

  private struct Pair: Hashable {
    var first: Unicode.Scalar
    var second: Unicode.Scalar
  }

  private static let wholes: [Pair: Unicode.Scalar] = {
    var wholes: [Pair: Unicode.Scalar] = [:]
    for (mark, _, text) in HostTables.entries(of: HostTables.compositions) {
      guard let mark = Unicode.Scalar(mark) else { continue }
      var rest = text
      while let first = rest.popFirst(), let whole = rest.popFirst() {
        wholes[Pair(first: first, second: mark)] = whole
      }
    }
    return wholes
  }()

  private static let pairs: [Unicode.Scalar: Pair] = Dictionary(
    wholes.map { ($1, $0) },
    uniquingKeysWith: { first, _ in first }
  )

  private static func whole(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    Hangul.whole(first, second) ?? wholes[Pair(first: first, second: second)]
  }

  private static func decomposed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if let parts = Hangul.parts(scalar) { return parts }
    guard let pair = pairs[scalar] else { return [scalar] }
    return decomposed(pair.first) + [pair.second]
  }
}

/// The syllables of Hangul, which are computed from their two or three letters.
private enum Hangul {
  private static let (first, leading, vowel, trailing): (UInt32, UInt32, UInt32, UInt32) =
    (0xAC00, 0x1100, 0x1161, 0x11A7)
  private static let (leadingCount, vowelCount, trailingCount): (UInt32, UInt32, UInt32) =
    (19, 21, 28)
  private static let count = leadingCount * vowelCount * trailingCount

  static func whole(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Unicode.Scalar? {
    let (left, right) = (left.value, right.value)
    if (leading..<leading + leadingCount).contains(left),
      (vowel..<vowel + vowelCount).contains(right)
    {
      let index = (left - leading) * vowelCount + right - vowel
      return Unicode.Scalar(first + index * trailingCount)
    }
    guard (first..<first + count).contains(left), (left - first) % trailingCount == 0,
      (trailing + 1..<trailing + trailingCount).contains(right)
    else { return nil }
    return Unicode.Scalar(left + right - trailing)
  }

  static func parts(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    guard (first..<first + count).contains(scalar.value) else { return nil }
    let index = scalar.value - first
    let letters = [
      leading + index / (vowelCount * trailingCount),
      vowel + index / trailingCount % vowelCount,
      trailing + index % trailingCount,
    ]
    return letters.filter { $0 != trailing }.compactMap(Unicode.Scalar.init)
  }
}
