/// One segment of a pattern's shape, or the start of an optional part.
struct PatternToken: Sendable {
  enum Kind: UInt8, Sendable {
    case literal, mixed, typed, parameter, one, many, optional
  }

  /// Ends what may hold other tokens.
  static let groupEnd: UInt8 = 0xFE
  /// The bytes of a literal token before its text: its kind and its length.
  static let literalOverhead = 5

  var kind: Kind
  /// Where the token lies in the bytes of its shape; an optional part with all it holds.
  var start: Int32
  var end: Int32 = 0
  /// The slot of the first value.
  var slot: Int32
  /// The index of the test, if the kind has one.
  var test: Int32 = -1
  /// The token after this one; after an optional part, the one behind it.
  var next: Int32 = 0
}
