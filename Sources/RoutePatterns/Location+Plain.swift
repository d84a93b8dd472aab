extension Location {
  /// Whether the location is nothing but a path that prints as its decoded bytes.
  ///
  /// - Complexity: O(1) for most, at worst O(*n*), where *n* is the length of the path in UTF-8
  ///   bytes.
  package var isPlainPath: Bool {
    guard layout.scheme.isEmpty, layout.host.isEmpty, layout.query.isEmpty, !layout.hasFragment,
      layout.isASCII, separator == LocationByte.slash
    else { return false }
    return layout.isCommon || withPathKey(Self.isAllowed)
  }

  private static func isAllowed(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    // An empty segment at an end prints as more slashes.
    guard path.count == 1 || path[1] != LocationByte.slash && path.last != LocationByte.slash else {
      return false
    }
    let allowed = PercentAllowed.segment
    return path.allSatisfy { $0 == LocationByte.slash || allowed.contains($0) }
  }
}
