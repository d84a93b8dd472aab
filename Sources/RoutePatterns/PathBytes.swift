/// The decoded path of a location, as the matchers read it.
///
/// Position 1 is the first byte of the first segment. Every segment ends at a separator or at the
/// end; a position behind the end means that no segment is left.
struct PathBytes {
  let bytes: [UInt8]
  let separator: UInt8

  init(_ location: Location) {
    bytes = location.pathKey
    separator = location.separator
  }

  init(bytes: [UInt8], separator: UInt8) {
    self.bytes = bytes
    self.separator = separator
  }

  var count: Int { bytes.count }

  /// The position of the first segment; behind the end for the root, which has none.
  var start: Int { bytes.count <= 1 ? bytes.count + 1 : 1 }

  /// The end of the segment that starts at `position`.
  func segmentEnd(from position: Int) -> Int {
    bytes[position...].firstIndex(of: separator) ?? bytes.count
  }
}

extension PathBytes {
  /// Joins decoded segments.
  init(segments: [String]) {
    separator = segments.contains { $0.utf8.contains(UInt8(ascii: "/")) } ? 0xFF : UInt8(ascii: "/")
    var bytes = [UInt8(ascii: "/")]
    for (index, segment) in segments.enumerated() {
      if index > 0 { bytes.append(separator) }
      bytes += segment.utf8
    }
    self.bytes = bytes
  }

  /// The decoded segments that a capture covers.
  func segments(in capture: RouteCapture) -> [String] {
    guard capture.isPresent, capture.start <= capture.end else { return [] }
    return bytes[Int(capture.start)..<Int(capture.end)]
      .split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
