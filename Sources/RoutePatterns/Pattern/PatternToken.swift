/// One segment of a pattern's shape, or the start of an optional part.
struct PatternToken: Sendable {
  enum Kind: UInt8, Sendable {
    case literal, mixed, typed, parameter, one, many, optional
  }

  static let groupEnd: UInt8 = 0xFE
  /// The bytes of a literal token before its text: its kind and its length.
  static let literalOverhead = 5

  var kind: Kind
  /// The range of the token in the bytes of its shape; for an optional part, with its contents.
  var start: Int32
  var end: Int32 = 0
  var slot: Int32
  /// The index of the test, if the kind has one.
  var test: Int32 = -1
  /// The next token; for an optional part, the token after the whole part.
  var next: Int32 = 0
}
