extension Location {
  /// Whether the location is nothing but a path that prints as its decoded bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  package var isPlainPath: Bool {
    guard layout.scheme.isEmpty, layout.host.isEmpty, layout.query.isEmpty, !layout.hasFragment,
      layout.isASCII, separator == LocationByte.slash
    else { return false }
    let allowed = PercentAllowed.segment
    return withPathKey { key in
      key.allSatisfy { $0 == LocationByte.slash || allowed.contains($0) }
    }
  }
}
