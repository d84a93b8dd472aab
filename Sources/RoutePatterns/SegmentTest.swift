/// What one segment of a path must look like.
enum SegmentTest: Sendable {
  /// Fixed text and its lower-cased form.
  case literal(String, lowercased: String)
  /// One typed parameter.
  case parameter(ParameterType)
  /// Any non-empty segment without a name.
  case one
  /// Literal text and parameters.
  case mixed([TemplatePiece])

  init(_ segment: TemplateSegment) {
    switch segment {
    case .literal(let text): self = .literal(text, lowercased: text.lowercased())
    case .parameter(let parameter): self = .parameter(parameter.type)
    case .one(.some): self = .parameter(.text)
    case .one(nil), .many: self = .one
    case .mixed(let pieces): self = .mixed(pieces)
    }
  }

  /// Returns the ranges of the segment's parameters, or `nil` if it does not fit.
  func match(_ segment: ArraySlice<UInt8>, isCaseSensitive: Bool) -> [Range<Int>]? {
    switch self {
    case .literal(let text, let lowercased):
      let given = String(decoding: segment, as: UTF8.self)
      return (isCaseSensitive ? given == text : given.lowercased() == lowercased) ? [] : nil
    case .one: return segment.isEmpty ? nil : []
    case .parameter(let type): return type.fits(segment) ? [segment.indices] : nil
    case .mixed(let pieces):
      return Self.match(pieces[...], segment, isCaseSensitive: isCaseSensitive)
    }
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
        guard parameter.type.fits(value) else { continue }
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
