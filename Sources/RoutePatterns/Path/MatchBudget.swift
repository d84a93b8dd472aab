/// The steps that are left to one look-up.
///
/// A step is about what one byte read by one state of a constraint takes: what is slower counts as
/// several. So the bound is the same on every machine, and a look-up that passes it passes it
/// always. Literal text and plain parameters without choices are not counted: they take one way
/// through the path.
package struct MatchBudget: Sendable {
  /// The steps of one look-up.
  package static let limit = 1 << 24

  /// The steps that a byte counts for where text is compared as characters.
  static let unicode = 32
  /// The steps for going on with one way to read a segment of text and constrained parameters.
  static let thread = 8
  /// The steps for going on from one of several states that are kept in a set.
  static let set = 64
  /// The numbers of room for one step: they are made zero.
  static let room = 16
  /// The steps for beginning a search below another root, or with another pattern.
  static let search = 64
  /// The steps for coming back to a choice.
  static let choice = 8
  /// The steps for trying a token of a pattern at a place.
  static let token = 16

  /// The steps that are left; fewer than none if it is spent.
  package private(set) var left: Int

  /// Whether more steps were asked for than there were: what was found, or not, does not count.
  package var isSpent: Bool { left < 0 }

  /// Begins a look-up.
  package init(limit: Int = Self.limit) { left = limit }

  /// Does one of several look-ups that share these steps: it has a budget of its own, and no more than
  /// is left to all.
  package mutating func share<Result, Failure: Error>(
    _ lookUp: (inout MatchBudget) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let limit = min(Self.limit, max(0, left))
    var own = MatchBudget(limit: limit)
    defer { left -= limit - own.left }
    return try lookUp(&own)
  }

  /// Takes steps, before they are done where they could be many more than the bytes of a segment.
  ///
  /// - Returns: Whether there are as many.
  @inline(__always)
  @discardableResult
  mutating func spend(_ steps: Int) -> Bool {
    left &-= steps
    return left >= 0
  }
}
