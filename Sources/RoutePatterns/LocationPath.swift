/// The decoded path of a location as one run of bytes, the form in which tables look it up.
struct LocationPath: Hashable, Sendable {
  /// Between segments when one of them holds a slash; never occurs in UTF-8.
  static let otherSeparator: UInt8 = 0xFF

  /// A slash, then the segments joined by ``separator``; a slash alone if there are none.
  private(set) var key: [UInt8]

  /// A slash, or ``otherSeparator`` if some segment holds a slash.
  private(set) var separator: UInt8

  /// Whether every byte of ``key`` is ASCII.
  private(set) var isASCII: Bool

  /// Finishes a path.
  ///
  /// - Parameter joined: Every segment after an ``otherSeparator``.
  init(joined: [UInt8]) {
    key = joined
    separator =
      joined.contains(LocationByte.slash) ? LocationPath.otherSeparator : LocationByte.slash
    if separator == LocationByte.slash {
      for index in key.indices where key[index] == LocationPath.otherSeparator {
        key[index] = LocationByte.slash
      }
    }
    if key.isEmpty { key.append(LocationByte.slash) } else { key[0] = LocationByte.slash }
    isASCII = key.allSatisfy { $0 < 0x80 }
  }

  /// The segments, decoded.
  var segments: [String] {
    guard key.count > 1 else { return [] }
    return key.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// How many segments there are.
  var segmentCount: Int {
    guard key.count > 1 else { return 0 }
    return key.dropFirst().reduce(1) { $1 == separator ? $0 + 1 : $0 }
  }

  /// Every segment after an ``otherSeparator``, as ``init(joined:)`` takes them.
  var joined: [UInt8] {
    guard key.count > 1 else { return [] }
    var joined = key.map { $0 == separator ? LocationPath.otherSeparator : $0 }
    joined[0] = LocationPath.otherSeparator
    return joined
  }
}
