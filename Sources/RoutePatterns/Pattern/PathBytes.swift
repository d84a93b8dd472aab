/// The decoded path of a location, as the matchers read it.
struct PathBytes {
  let bytes: [UInt8]
  let separator: UInt8
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
