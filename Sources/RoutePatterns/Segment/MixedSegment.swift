/// A segment of literal text and parameters, such as `:from-:to` or `@:user`.
///
/// Each parameter takes as little as possible, from the left. If all parameters accept any text,
/// the first occurrence of the text after a parameter is the right one; otherwise one automaton
/// reads the whole segment. Both read the segment once.
///
/// Literal text matches in all its spellings. Values of a list are compared exactly.
final class MixedSegment: Sendable {
  enum Part: Sendable {
    /// Literal text, and its index among the literal texts.
    case literal([UInt8], number: Int)
    /// A parameter; a parameter of any text has no automaton.
    case parameter(ByteAutomaton?)
  }

  let parts: [Part]
  let parameterCount: Int
  /// The pieces of the segment without the names of its parameters.
  let key: [TemplatePiece]
  private let spelling: MixedSpelling
  private let nfa: SegmentNFA?

  init(_ pieces: [TemplatePiece]) {
    var parts: [Part] = []
    var literals: [String] = []
    for piece in pieces {
      switch piece {
      case .literal(let text):
        parts.append(.literal(Array(text.utf8), number: literals.count))
        literals.append(text)
      case .parameter(let parameter):
        parts.append(.parameter(BuiltInExpression.automaton(of: parameter.type)))
      }
    }
    self.parts = parts
    key = pieces.map(\.nameless)
    parameterCount = parts.count - literals.count
    spelling = MixedSpelling(literals)
    let isSimple = parts.allSatisfy { if case .parameter(.some) = $0 { false } else { true } }
    nfa = isSimple ? nil : SegmentNFA(parts)
  }

  /// Matches a segment that starts at `offset` of its path, and writes one capture for each
  /// parameter.
  ///
  /// Literal text ignores case if `isFolded`, and constraints do if `isLoose`. Returns `false` also
  /// if the budget runs out.
  func match(
    _ segment: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    isFolded: Bool,
    isLoose: Bool = false,
    into captures: UnsafeMutableBufferPointer<RouteCapture>,
    _ budget: inout MatchBudget
  ) -> Bool {
    guard budget.spend(segment.count) else { return false }
    let lengths = spelling.lengths(segment, isFolded: isFolded, &budget)
    guard !budget.isSpent else { return false }
    let text = MixedText(bytes: segment, isFolded: isFolded, isLoose: isLoose, lengths: lengths)
    let fits = nfa?.run(text, captures, &budget) ?? search(text, captures, &budget)
    guard fits else { return false }
    for index in 0..<parameterCount {
      captures[index].start += UInt32(offset)
      captures[index].end += UInt32(offset)
    }
    return true
  }

  /// Finds the text after each parameter, from the left; the last text must be at the end.
  private func search(
    _ text: MixedText,
    _ captures: UnsafeMutableBufferPointer<RouteCapture>,
    _ budget: inout MatchBudget
  ) -> Bool {
    var position = 0
    var open: Int?
    var count = 0
    for (index, part) in parts.enumerated() {
      guard case .literal(let literal, let number) = part else {
        open = position
        continue
      }
      let isLast = index == parts.count - 1
      let place =
        open.map { text.first(literal, number, after: $0, isLast: isLast, &budget) }
        ?? text.length(of: literal, number, at: 0, &budget).map { 0..<$0 }
      guard let place else { return false }
      if let start = open {
        captures[count] = RouteCapture(start..<place.lowerBound)
        count += 1
        open = nil
      }
      position = place.upperBound
    }
    guard let open else { return position == text.bytes.count }
    guard open < text.bytes.count else { return false }
    captures[count] = RouteCapture(open..<text.bytes.count)
    return true
  }
}

extension TemplatePiece {
  fileprivate var nameless: TemplatePiece {
    switch self {
    case .literal: self
    case .parameter(let parameter): .parameter(RouteParameter(name: "", type: parameter.type))
    }
  }
}
