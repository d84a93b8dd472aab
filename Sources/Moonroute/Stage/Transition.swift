/// One recorded change of the stage.
public struct Transition: Sendable {
  /// What changed the stage: an animator's name, `refresh`, `back`, `dismiss`, `update`.
  public let effect: String

  /// The screen that came or changed, or `nil` when something only went.
  public let screen: Screen.ID?

  /// The screens that went, top first.
  public let removed: [Screen.ID]

  /// Whether the change is animated.
  public let isAnimated: Bool
}
