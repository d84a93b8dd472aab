/// What a segment with parameters must look like.
enum SegmentTest: Sendable {
  /// One typed parameter.
  case type(ParameterType)
  /// Literal text and parameters.
  case mixed([TemplatePiece])

  /// How many values a fitting segment gives.
  var slotCount: Int {
    switch self {
    case .type: 1
    case .mixed(let pieces):
      pieces.count { piece in
        if case .parameter = piece { true } else { false }
      }
    }
  }

  /// Whether a non-empty segment fits a typed parameter.
  func fits(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
    if case .type(let type) = self { type.fits(segment) } else { false }
  }

  /// Fits a segment that starts at `offset` of its path, and writes the captures.
  func match(
    _ segment: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    isFolded: Bool,
    into captures: UnsafeMutableBufferPointer<RouteCapture>
  ) -> Bool {
    guard case .mixed(let pieces) = self,
      let ranges = Self.match(pieces[...], Array(segment)[...], isCaseSensitive: !isFolded)
    else { return false }
    for (index, range) in ranges.enumerated() {
      captures[index] = RouteCapture(range.lowerBound + offset..<range.upperBound + offset)
    }
    return true
  }

  /// Gives each parameter as little as possible, from the left.
  private static func match(
    _ pieces: ArraySlice<TemplatePiece>,
    _ segment: ArraySlice<UInt8>,
    isCaseSensitive: Bool
  ) -> [Range<Int>]? {
    guard let piece = pieces.first else { return segment.isEmpty ? [] : nil }
    switch piece {
    case .literal(let text):
      let given = segment.prefix(text.utf8.count)
      let isEqual =
        isCaseSensitive
        ? given.elementsEqual(text.utf8)
        : String(decoding: given, as: UTF8.self).lowercased() == text.lowercased()
      guard isEqual else { return nil }
      return match(
        pieces.dropFirst(),
        segment.dropFirst(given.count),
        isCaseSensitive: isCaseSensitive
      )
    case .parameter(let parameter):
      for end in segment.indices {
        let value = segment[...end]
        guard value.withUnsafeBufferPointer({ parameter.type.fits($0) }) else { continue }
        let rest = match(
          pieces.dropFirst(),
          segment[(end + 1)...],
          isCaseSensitive: isCaseSensitive
        )
        if let rest { return [value.indices] + rest }
      }
      return nil
    }
  }
}
