/// An edge that is not a literal.
struct GraphEdge: Sendable {
  enum Kind: UInt8, Sendable {
    /// Literal text and parameters in one segment.
    case mixed
    /// A built-in type that needs no data.
    case builtIn
    /// Any other type.
    case typed
    /// A parameter or a catch-all for one segment.
    case any
    /// Everything that is left; nothing follows.
    case rest
    /// Any number of segments.
    case many
    /// Goes on without a segment: into an optional part, or out of it.
    case enter
    /// Leaves an optional part out.
    case leave
  }

  var kind: Kind
  var isLast = false
  /// How many values the edge captures, or leaves out.
  var slots: UInt16 = 0
  /// The test among the graph's tests, or the code of a built-in type.
  var test: Int32 = -1
  /// The record it leads to.
  var target: UInt32 = 0
  /// The number of its target among those that several ways lead to, or -1.
  var junction: Int32 = -1
}
