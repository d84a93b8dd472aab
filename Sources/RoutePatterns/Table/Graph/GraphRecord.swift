/// A node of a compiled graph together with the literal edge that leads to it: half a cache line.
///
/// The literal children of a node are an open-addressing table of records from `children` on; the
/// child for a plain parameter, if there is one, lies just before it.
struct GraphRecord: Sendable {
  /// The length of a slot in a table that holds no record.
  static let unused = UInt16.max
  /// The longest literal a record can hold.
  static let maximumLength = Int(UInt16.max) - 1

  /// The first eight bytes of the literal, zeros behind it.
  var head: UInt64 = 0
  /// The last eight bytes of a literal of 9 to 16; the place of a longer one in the graph's text.
  var tail: UInt64 = 0
  /// The length of the literal in bytes.
  var length: UInt16 = 0
  /// The lower bits of a child's hash to drop, less one.
  var shift: UInt8 = 63
  var flags: Flags = []
  /// The first record of the table of literal children.
  var children: UInt32 = 0
  /// The entry of the first route that ends here, or -1; until it is compiled, its rank.
  var value: Int32 = -1
  /// The first of the other edges, if the flags say that there are any.
  var edges: UInt32 = 0

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    static let hasParameter = Flags(rawValue: 0x80)
    static let hasEdges = Flags(rawValue: 0x40)
    static let hasUnicode = Flags(rawValue: 0x20)
    /// The most records to look at for a literal; 0 if there are no literal children.
    static let probeMask: UInt8 = 0x1F
  }
}
