/// The condition on the text of a segment with parameters.
enum SegmentTest: Sendable {
  case type(ParameterType)
  /// Literal text and parameters.
  case mixed(MixedSegment)

  /// The number of values of a matching segment.
  var slotCount: Int {
    switch self {
    case .type: 1
    case .mixed(let segment): segment.parameterCount
    }
  }

  /// Whether a non-empty segment matches a typed parameter.
  func fits(_ segment: UnsafeBufferPointer<UInt8>, _ budget: inout MatchBudget) -> Bool {
    if case .type(let type) = self { type.fits(segment, &budget) } else { false }
  }

  /// Whether a non-empty segment matches a typed parameter in some case of its letters.
  func fitsInSomeCase(_ segment: UnsafeBufferPointer<UInt8>, _ budget: inout MatchBudget) -> Bool {
    if case .type(let type) = self { type.fitsInSomeCase(segment, &budget) } else { false }
  }

  /// Matches a segment that starts at `offset` of its path, and writes the captures.
  func match(
    _ segment: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    isFolded: Bool,
    isLoose: Bool = false,
    into captures: UnsafeMutableBufferPointer<RouteCapture>,
    _ budget: inout MatchBudget
  ) -> Bool {
    guard case .mixed(let mixed) = self else { return false }
    return mixed.match(
      segment,
      at: offset,
      isFolded: isFolded,
      isLoose: isLoose,
      into: captures,
      &budget
    )
  }
}
