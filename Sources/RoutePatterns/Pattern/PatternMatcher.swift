/// Fits one pattern to one path, without a table.
///
/// The search prefers to take an optional part, and to give a catch-all as little as possible,
/// from left to right. It remembers the places where it failed, so it never tries one twice.
struct PatternMatcher {
  private let shape: PatternShape
  private let bytes: UnsafeBufferPointer<UInt8>
  private let path: PathView
  private let isFolded: Bool
  private var captures: [RouteCapture]
  private var marks: [Mark] = []
  private var failed: Set<Int> = []

  /// A choice to come back to.
  private struct Mark {
    var token: Int
    var position: Int
    /// Where a catch-all began, or `nil` for an optional part to leave out.
    var start: Int?
  }

  /// Finds the preferred captures of a pattern in a path.
  ///
  /// - Returns: One capture a slot, or `nil` if the path does not fit.
  /// - Complexity: O(*n* · *m*) for *n* tokens and *m* segments, and what the tests of segments take.
  static func match(
    _ shape: PatternShape,
    _ path: UnsafeBufferPointer<UInt8>,
    separator: UInt8,
    isCaseSensitive: Bool = true
  ) -> [RouteCapture]? {
    guard let base = path.baseAddress else { return nil }
    var matcher = PatternMatcher(
      shape: shape,
      bytes: path,
      path: PathView(path, base: base, separator: separator),
      isFolded: !isCaseSensitive,
      captures: Array(repeating: .absent, count: shape.slots.count)
    )
    return matcher.run() ? matcher.captures : nil
  }

  private mutating func run() -> Bool {
    var token = 0
    var position = path.start
    while true {
      if goOn(&token, &position) { return true }
      guard let mark = marks.popLast() else { return false }
      (token, position) = (mark.token, mark.position)
      let slot = Int(shape.tokens[token].slot)
      for index in slot..<captures.count { captures[index] = .absent }
      guard let start = mark.start else {
        token = Int(shape.tokens[token].next)
        continue
      }
      position = path.segmentEnd(from: position) + 1
      guard isNew(token, position) else { continue }
      takeMany(token, from: start, to: position)
      token += 1
    }
  }

  /// Goes forward until the whole path fits or something does not.
  private mutating func goOn(_ index: inout Int, _ position: inout Int) -> Bool {
    while index < shape.tokens.count {
      let token = shape.tokens[index]
      guard isNew(index, position) else { return false }
      switch token.kind {
      case .optional:
        marks.append(Mark(token: index, position: position))
      case .many:
        takeMany(index, from: position, to: position)
      default:
        guard position <= path.count else { return false }
        let end = path.segmentEnd(from: position)
        guard fits(token, position..<end) else { return false }
        position = end + 1
      }
      index += 1
    }
    return position > path.count
  }

  private mutating func isNew(_ token: Int, _ position: Int) -> Bool {
    failed.insert(token * (path.count + 2) + position).inserted
  }

  private mutating func takeMany(_ index: Int, from start: Int, to position: Int) {
    if position <= path.count {
      marks.append(Mark(token: index, position: position, start: start))
    }
    captures[Int(shape.tokens[index].slot)] = RouteCapture(
      start: UInt32(start),
      end: UInt32(position - 1)
    )
  }

  private mutating func fits(_ token: PatternToken, _ range: Range<Int>) -> Bool {
    let segment = UnsafeBufferPointer(rebasing: bytes[range])
    if token.kind == .literal {
      return LiteralText.matches(shape.literal(token), segment, isFolded: isFolded)
    }
    guard !segment.isEmpty else { return false }
    if token.kind == .mixed {
      let slot = Int(token.slot)
      return captures.withUnsafeMutableBufferPointer { captures in
        shape.tests[Int(token.test)]
          .match(
            segment,
            at: range.lowerBound,
            isFolded: isFolded,
            into: UnsafeMutableBufferPointer(rebasing: captures[slot...])
          )
      }
    }
    if token.kind == .typed, !shape.tests[Int(token.test)].fits(segment) { return false }
    captures[Int(token.slot)] = RouteCapture(range)
    return true
  }
}
