/// An edge that is not a literal.
struct GraphEdge: Sendable {
  enum Kind: UInt8, Sendable {
    /// Literal text and parameters in one segment.
    case mixed
    /// A built-in type without associated values.
    case builtIn
    case typed
    /// A parameter or a catch-all for one segment.
    case any
    /// The rest of the path; nothing follows.
    case rest
    /// Any number of segments.
    case many
    /// Enters or leaves an optional part without a segment.
    case enter
    /// Skips an optional part.
    case leave
  }

  var kind: Kind
  var isLast = false
  /// The number of values that the edge captures or skips.
  var slots: UInt16 = 0
  /// The index of the test in the graph's tests, or the code of a built-in type.
  var test: Int32 = -1
  var target: UInt32 = 0
  /// The index of its target among the nodes with several incoming paths, or -1.
  var junction: Int32 = -1
}
