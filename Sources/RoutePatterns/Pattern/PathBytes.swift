/// The decoded path of a location, as the matchers read it.
struct PathBytes {
  let bytes: [UInt8]
  let separator: UInt8
}

extension PathBytes {
  init(segments: [String]) {
    separator = segments.contains { $0.utf8.contains(UInt8(ascii: "/")) } ? 0xFF : UInt8(ascii: "/")
    var bytes = [UInt8(ascii: "/")]
    for (index, segment) in segments.enumerated() {
      if index > 0 { bytes.append(separator) }
      bytes += segment.utf8
    }
    self.bytes = bytes
  }

  func segments(in capture: RouteCapture) -> [String] {
    guard capture.isPresent, capture.start <= capture.end else { return [] }
    return bytes[Int(capture.start)..<Int(capture.end)]
      .split(separator: separator, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a location keeps every segment in a capture: it drops dot segments and does not print
  /// empty ones.
  func isKept(around capture: RouteCapture) -> Bool {
    guard capture.isPresent, capture.start <= capture.end else { return true }
    let before = bytes[..<Int(capture.start)].lastIndex(of: separator).map { $0 + 1 } ?? 1
    let behind = bytes[Int(capture.end)...].firstIndex(of: separator) ?? bytes.count
    return bytes[min(before, Int(capture.start))..<behind]
      .split(separator: separator, omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }
}
