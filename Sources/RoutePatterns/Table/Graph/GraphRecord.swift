/// A node of a compiled graph and its incoming literal edge: half a cache line.
///
/// The literal children of a node are an open-addressing table of records that starts at
/// `children`; the child for a plain parameter, if any, is just before it.
struct GraphRecord: Sendable {
  /// The length that marks an unused slot of a table.
  static let unused = UInt16.max
  /// The longest literal in a record.
  static let maximumLength = Int(UInt16.max) - 1

  /// The first eight bytes of the literal, padded with zeros.
  var head: UInt64 = 0
  /// The last eight bytes of a literal of 9 to 16 bytes; for a longer one, its position in the
  /// graph's text.
  var tail: UInt64 = 0
  /// The length of the literal in bytes.
  var length: UInt16 = 0
  /// The number of lower bits of a child's hash to drop, minus one.
  var shift: UInt8 = 63
  var flags: Flags = []
  /// The first record of the table of literal children.
  var children: UInt32 = 0
  /// The entry of the first route that ends here, or -1; before compilation, its rank.
  var value: Int32 = -1
  /// The first of the other edges, if the flags include any.
  var edges: UInt32 = 0

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    static let hasParameter = Flags(rawValue: 0x80)
    static let hasEdges = Flags(rawValue: 0x40)
    static let hasUnicode = Flags(rawValue: 0x20)
    /// The longest probe for a literal; 0 without literal children.
    static let probeMask: UInt8 = 0x1F
  }
}
