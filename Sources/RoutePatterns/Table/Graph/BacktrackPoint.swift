/// A choice to return to when a search fails later.
struct BacktrackPoint {
  var place: UInt32
  var kind: Kind
  /// The number of values at that point.
  var slots: UInt16
  /// The start of the segment, or the position where a catch-all continues.
  var position: UInt32
  /// The end of the segment; for a catch-all, its start.
  var end: UInt32

  enum Kind: UInt16 {
    /// The parameter child at `place`.
    case parameter
    /// The remaining edges, from `place` on.
    case edges
    /// The catch-all edge at `place`, with one more segment.
    case more
  }
}
