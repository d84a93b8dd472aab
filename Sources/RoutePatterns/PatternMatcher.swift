/// One pattern as a list of steps, and the search that fits them to a path.
///
/// The search prefers to take an optional part, and to give a catch-all as little as possible,
/// from left to right. It remembers the places where it failed, so it never tries one twice.
struct PatternMatcher: Sendable {
  enum Step: Sendable {
    /// One segment, given to the parameters from `capture` on.
    case segment(SegmentTest, capture: Int)
    /// Any number of segments.
    case many(capture: Int?)
    /// The start of an optional part; leaving it out goes on at `end`.
    case optional(end: Int)
  }

  private(set) var steps: [Step] = []
  private(set) var parameters: [RouteParameter] = []
  private var hasChoices = false
  /// The capture of the last catch-all, also of one without a name.
  private(set) var restCapture: Int?
  private(set) var captureCount = 0

  /// Compiles the items of a whole pattern.
  init(_ items: [TemplateItem]) {
    let segmentCount = items.writtenOut.count
    var written = 0
    append(items, written: &written, of: segmentCount)
    if restCapture == Self.unnamedRest {
      restCapture = captureCount
      captureCount += 1
      nameLastRest()
    }
  }

  private static let unnamedRest = -1

  private mutating func append(_ items: [TemplateItem], written: inout Int, of count: Int) {
    for item in items {
      switch item {
      case .segment(let segment):
        written += 1
        append(segment, isLast: written == count)
      case .optional(let inner):
        hasChoices = true
        let start = steps.count
        steps.append(.optional(end: start))
        append(inner, written: &written, of: count)
        steps[start] = .optional(end: steps.count)
      }
    }
  }

  private mutating func append(_ segment: TemplateSegment, isLast: Bool) {
    switch segment {
    case .many(let name): appendMany(name)
    case .one(let name) where isLast: appendMany(name)
    default:
      steps.append(.segment(SegmentTest(segment), capture: captureCount))
      parameters += segment.parameters
      captureCount += segment.parameters.count
    }
  }

  private mutating func appendMany(_ name: String?) {
    hasChoices = true
    guard let name else {
      restCapture = Self.unnamedRest
      steps.append(.many(capture: nil))
      return
    }
    restCapture = captureCount
    steps.append(.many(capture: captureCount))
    parameters.append(RouteParameter(name: name, type: .list))
    captureCount += 1
  }

  private mutating func nameLastRest() {
    for index in steps.indices.reversed() {
      if case .many = steps[index] {
        steps[index] = .many(capture: restCapture)
        return
      }
    }
  }
}

extension PatternMatcher {
  /// A choice to come back to.
  private struct Mark {
    var step: Int
    var position: Int
    var trail: Int
    /// Where a catch-all began, or `nil` for an optional part to leave out.
    var manyStart: Int?
  }

  /// Finds the preferred captures of the pattern in a path.
  ///
  /// - Returns: One capture a parameter, and one more for a catch-all without a name; `nil` if the
  ///   path does not fit.
  func match(_ path: PathBytes, isCaseSensitive: Bool = true) -> [RouteCapture]? {
    var captures = Array(repeating: RouteCapture.absent, count: captureCount)
    var trail: [Int] = []
    var marks: [Mark] = []
    var failed: Set<Int> = []
    var step = 0
    var position = path.start
    while true {
      let fits = advance(
        &step,
        &position,
        path,
        isCaseSensitive,
        &captures,
        &trail,
        &marks,
        &failed
      )
      if fits { return captures }
      guard let mark = marks.popLast() else { return nil }
      while trail.count > mark.trail {
        if let index = trail.popLast() { captures[index] = .absent }
      }
      (step, position) = resume(mark, path, &captures, &trail, &marks)
    }
  }

  /// Goes forward until the whole path fits or something does not.
  private func advance(
    _ step: inout Int,
    _ position: inout Int,
    _ path: PathBytes,
    _ isCaseSensitive: Bool,
    _ captures: inout [RouteCapture],
    _ trail: inout [Int],
    _ marks: inout [Mark],
    _ failed: inout Set<Int>
  ) -> Bool {
    while step < steps.count {
      if hasChoices, !failed.insert(step &* (path.count &+ 2) &+ position).inserted { return false }
      switch steps[step] {
      case .optional(let end):
        marks.append(Mark(step: end, position: position, trail: trail.count, manyStart: nil))
        step += 1
      case .many(let capture):
        marks.append(
          Mark(step: step, position: position, trail: trail.count, manyStart: position)
        )
        set(capture, from: position, to: position - 1, &captures, &trail)
        step += 1
      case .segment(let test, let capture):
        guard position <= path.count else { return false }
        let end = path.segmentEnd(from: position)
        guard
          let found = test.match(path.bytes[position..<end], isCaseSensitive: isCaseSensitive)
        else { return false }
        for (offset, range) in found.enumerated() {
          set(capture + offset, from: range.lowerBound, to: range.upperBound, &captures, &trail)
        }
        position = end + 1
        step += 1
      }
    }
    return position > path.count
  }

  /// Takes the other choice of a mark: leaves a part out, or gives a catch-all one segment more.
  private func resume(
    _ mark: Mark,
    _ path: PathBytes,
    _ captures: inout [RouteCapture],
    _ trail: inout [Int],
    _ marks: inout [Mark]
  ) -> (step: Int, position: Int) {
    guard let start = mark.manyStart, case .many(let capture) = steps[mark.step] else {
      return (mark.step, mark.position)
    }
    guard mark.position <= path.count else { return (steps.count, 0) }
    let next = path.segmentEnd(from: mark.position) + 1
    marks.append(
      Mark(step: mark.step, position: next, trail: trail.count, manyStart: start)
    )
    set(capture, from: start, to: next - 1, &captures, &trail)
    return (mark.step + 1, next)
  }

  private func set(
    _ capture: Int?,
    from start: Int,
    to end: Int,
    _ captures: inout [RouteCapture],
    _ trail: inout [Int]
  ) {
    guard let capture else { return }
    captures[capture] = RouteCapture(start: UInt32(start), end: UInt32(end))
    trail.append(capture)
  }
}
