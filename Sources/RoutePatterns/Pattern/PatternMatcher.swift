/// Matches one pattern against one path, without a table.
///
/// The search prefers taking an optional part, and short catch-alls, from left to right. It
/// remembers failed places and never tries one twice.
struct PatternMatcher {
  private let shape: PatternShape
  private let bytes: UnsafeBufferPointer<UInt8>
  private let path: PathView
  private let isFolded: Bool
  /// The starts of segments with typed parameters that may ignore case.
  private let looseStarts: Set<Int>
  /// Whether the search records ``steps``.
  private let notesSteps: Bool
  private var steps: [PatternStep] = []
  private var captures: [RouteCapture]
  private var points: [BacktrackPoint] = []
  private var budget: MatchBudget
  private var failed: Set<Int> = []

  private struct BacktrackPoint {
    var token: Int
    var position: Int
    /// The start of a catch-all, or `nil` for an optional part.
    var start: Int?
    var stepCount: Int
  }

  /// Finds the preferred captures of a pattern in a path, one for each slot.
  ///
  /// Returns `nil` if the path does not match or the budget runs out.
  ///
  /// - Complexity: O(*n* · *m*) for *n* tokens and *m* segments, and the time of the segment tests.
  static func match(
    _ shape: PatternShape,
    _ path: UnsafeBufferPointer<UInt8>,
    separator: UInt8,
    isCaseSensitive: Bool = true,
    _ budget: inout MatchBudget
  ) -> [RouteCapture]? {
    guard let base = path.baseAddress else { return nil }
    var matcher = PatternMatcher(shape, path, base, separator, isFolded: !isCaseSensitive, budget)
    return matcher.run(&budget) ? matcher.captures : nil
  }

  /// Finds the preferred captures as ``match(_:_:separator:isCaseSensitive:)`` does, but ignores
  /// case, for typed parameters only in segments that begin at `looseStarts`.
  static func matchLoosely(
    _ shape: PatternShape,
    _ path: UnsafeBufferPointer<UInt8>,
    separator: UInt8,
    looseStarts: Set<Int>,
    _ budget: inout MatchBudget
  ) -> [RouteCapture]? {
    guard let base = path.baseAddress else { return nil }
    var matcher = PatternMatcher(shape, path, base, separator, isFolded: true, budget, looseStarts)
    return matcher.run(&budget) ? matcher.captures : nil
  }

  /// Finds the part of a path that each token of a pattern takes, from the left; `nil` if the path
  /// does not match.
  static func steps(
    _ shape: PatternShape,
    _ path: UnsafeBufferPointer<UInt8>,
    separator: UInt8,
    isCaseSensitive: Bool,
    _ budget: inout MatchBudget
  ) -> (steps: [PatternStep], captures: [RouteCapture])? {
    guard let base = path.baseAddress else { return nil }
    var matcher = PatternMatcher(
      shape,
      path,
      base,
      separator,
      isFolded: !isCaseSensitive,
      budget,
      notesSteps: true
    )
    return matcher.run(&budget) ? (matcher.steps, matcher.captures) : nil
  }

  private init(
    _ shape: PatternShape,
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ base: UnsafePointer<UInt8>,
    _ separator: UInt8,
    isFolded: Bool,
    _ budget: MatchBudget,
    _ looseStarts: Set<Int> = [],
    notesSteps: Bool = false
  ) {
    self.shape = shape
    self.bytes = bytes
    path = PathView(bytes, base: base, separator: separator)
    self.isFolded = isFolded
    self.budget = budget
    self.looseStarts = looseStarts
    self.notesSteps = notesSteps
    captures = Array(repeating: .absent, count: shape.slots.count)
  }

  private mutating func run(_ budget: inout MatchBudget) -> Bool {
    self.budget.spend(MatchBudget.search)
    let fits = search()
    budget = self.budget
    return fits && !budget.isSpent
  }

  private mutating func search() -> Bool {
    var token = 0
    var position = path.start
    while true {
      if goOn(&token, &position) { return true }
      guard !budget.isSpent, let point = points.popLast() else { return false }
      (token, position) = (point.token, point.position)
      if notesSteps { steps.removeSubrange(point.stepCount...) }
      let slot = Int(shape.tokens[token].slot)
      for index in slot..<captures.count { captures[index] = .absent }
      guard let start = point.start else {
        token = Int(shape.tokens[token].next)
        continue
      }
      position = path.segmentEnd(from: position) + 1
      guard isNew(token, position) else { continue }
      takeMany(token, from: start, to: position)
      token += 1
    }
  }

  /// Advances until the whole path matches or a token fails.
  private mutating func goOn(_ index: inout Int, _ position: inout Int) -> Bool {
    while index < shape.tokens.count {
      let token = shape.tokens[index]
      guard isNew(index, position) else { return false }
      switch token.kind {
      case .optional:
        points.append(BacktrackPoint(token: index, position: position, stepCount: steps.count))
      case .many:
        takeMany(index, from: position, to: position)
      default:
        guard position <= path.count else { return false }
        let end = path.segmentEnd(from: position)
        guard fits(token, position..<end) else { return false }
        if notesSteps { steps.append(PatternStep(token: index, range: position..<end)) }
        position = end + 1
      }
      index += 1
    }
    return position > path.count
  }

  private mutating func isNew(_ token: Int, _ position: Int) -> Bool {
    budget.spend(MatchBudget.token)
    return failed.insert(token * (path.count + 2) + position).inserted
  }

  private mutating func takeMany(_ index: Int, from start: Int, to position: Int) {
    if position <= path.count {
      points.append(
        BacktrackPoint(token: index, position: position, start: start, stepCount: steps.count)
      )
    }
    if notesSteps, position > start {
      steps.append(PatternStep(token: index, range: start..<(position - 1)))
    }
    captures[Int(shape.tokens[index].slot)] = RouteCapture(
      start: UInt32(start),
      end: UInt32(position - 1)
    )
  }

  private mutating func fits(_ token: PatternToken, _ range: Range<Int>) -> Bool {
    let segment = UnsafeBufferPointer(rebasing: bytes[range])
    if token.kind == .literal {
      return LiteralText.matches(shape.literal(token), segment, isFolded: isFolded, &budget)
    }
    guard !segment.isEmpty else { return false }
    let isLoose = looseStarts.contains(range.lowerBound)
    if token.kind == .mixed {
      let slot = Int(token.slot)
      var left = budget
      defer { budget = left }
      return captures.withUnsafeMutableBufferPointer { captures in
        shape.tests[Int(token.test)]
          .match(
            segment,
            at: range.lowerBound,
            isFolded: isFolded,
            isLoose: isLoose,
            into: UnsafeMutableBufferPointer(rebasing: captures[slot...]),
            &left
          )
      }
    }
    if token.kind == .typed {
      let test = shape.tests[Int(token.test)]
      guard
        test.fits(segment, &budget) || isLoose && test.fitsInSomeCase(segment, &budget)
      else { return false }
    }
    captures[Int(token.slot)] = RouteCapture(range)
    return true
  }
}

/// The part of a path that a token of a pattern takes: a segment, or the segments of a catch-all.
struct PatternStep {
  var token: Int
  var range: Range<Int>
}
