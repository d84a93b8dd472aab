/// A route that no location reaches, because others always win.
public struct RouteConflict: Hashable, Sendable {
  /// How the others take every location.
  public enum Kind: Hashable, Sendable {
    /// One other has the same pattern but for the names of parameters.
    case samePattern
    /// Whatever fits the route also fits one of the others, which wins.
    case covered
  }

  /// How the others take every location.
  public let kind: Kind
  /// The index of the entry that is never reached.
  public let entry: Int
  /// The indices of the entries that take its locations, the first winner first.
  public let rivals: [Int]

  /// Describes a conflict.
  public init(kind: Kind, entry: Int, rivals: [Int]) {
    self.kind = kind
    self.entry = entry
    self.rivals = rivals
  }
}
