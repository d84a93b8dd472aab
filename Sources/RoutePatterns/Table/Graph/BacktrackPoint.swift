/// A choice to come back to when a search fails further on.
struct BacktrackPoint {
  /// The choice that is left to try.
  var place: UInt32
  var kind: Kind
  /// How many values there were.
  var slots: UInt16
  /// Where the segment starts, or where a catch-all goes on.
  var position: UInt32
  /// The end of the segment; for a catch-all, where it began.
  var end: UInt32

  enum Kind: UInt16 {
    /// The parameter child at `place`.
    case parameter
    /// The edges from `place` on.
    case edges
    /// The catch-all edge at `place`, with one segment more.
    case more
  }
}
