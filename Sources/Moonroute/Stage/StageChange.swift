/// One change of the stage, with the stage before and after.
public struct StageChange: Sendable {
  /// The record.
  public let transition: Transition

  /// The stage before.
  public let before: StageTree

  /// The stage after.
  public let after: StageTree
}
