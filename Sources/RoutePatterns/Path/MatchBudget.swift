/// The remaining steps of one look-up.
///
/// A step is about the work of one constraint state on one byte; slower work counts as several
/// steps. The bound is therefore the same on every machine, and a look-up either always or never
/// exceeds it. Literal text and plain parameters without choices do not count, because they never
/// backtrack.
package struct MatchBudget: Sendable {
  /// The maximum steps of one look-up.
  package static let limit = 1 << 24

  /// The steps for each byte that is compared as a character.
  static let unicode = 32
  /// The steps for advancing one thread in a segment of text and constrained parameters.
  static let thread = 8
  /// The steps for advancing from one state of a set.
  static let set = 64
  /// The number of words that are cleared in one step.
  static let room = 16
  /// The steps for starting a search at another root, or with another pattern.
  static let search = 64
  static let choice = 8
  static let token = 16

  /// The remaining steps; negative if the budget is spent.
  package private(set) var left: Int

  /// Whether the look-up exceeded its budget, so that its result is not valid.
  package var isSpent: Bool { left < 0 }

  package init(limit: Int = Self.limit) { left = limit }

  /// Runs one of several look-ups that share these steps: it has its own budget, limited to the
  /// shared rest.
  package mutating func share<Result, Failure: Error>(
    _ lookUp: (inout MatchBudget) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let limit = min(Self.limit, max(0, left))
    var own = MatchBudget(limit: limit)
    defer { left -= limit - own.left }
    return try lookUp(&own)
  }

  /// Spends steps; before the work if that can be much more than the bytes of a segment.
  ///
  /// Returns whether enough steps remained.
  @inline(__always)
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    left &-= steps
    return left >= 0
  }
}
