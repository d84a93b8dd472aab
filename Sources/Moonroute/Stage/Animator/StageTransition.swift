/// One recorded change of the stage.
///
/// The stage itself changes immediately. A transition contains the time when a user interface shows
/// the change. If another transition is running, it begins when that one ends.
public struct StageTransition: Sendable {
  /// The position among all changes of the stage, starting at 1.
  package internal(set) var number: UInt64 = 0

  /// The cause of the change: an animator's name, `refresh`, `back`, `dismiss`, `update`.
  public let effect: String

  /// The new or changed screen, or `nil` if screens only left.
  public let screen: Screen.ID?

  /// The screens that left, top first.
  public let removed: [Screen.ID]

  /// Whether the change is animated.
  public let isAnimated: Bool

  /// Options for the user interface, such as `transition`.
  public internal(set) var options = ValueTable()

  /// The start, in the time of the router's clock.
  package internal(set) var start = Duration.zero

  /// The duration; zero without animation.
  public internal(set) var duration = Duration.zero

  /// Whether a person began and cancelled it, so that nothing changed.
  public internal(set) var isCancelled = false

  /// The end.
  package var end: Duration { start + duration }

  /// The default duration of a change: 0.35 seconds.
  package static let standardDuration = Duration.milliseconds(350)

  /// The maximum duration of a change: one hour.
  package static let longestDuration = Duration.seconds(3_600)

  static func duration(of options: ValueTable) -> Duration {
    guard let seconds = options["duration"].double, !seconds.isNaN else { return standardDuration }
    return .seconds(min(max(seconds, 0), longestDuration / .seconds(1)))
  }
}

struct TransitionRecord {
  private var kept: [StageTransition] = []
  private var oldest = 0
  private var count: UInt64 = 0

  /// The end of the last transition.
  private(set) var settles = Duration.zero

  var all: [StageTransition] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Adds a transition; beyond the limit, it replaces the oldest one.
  mutating func add(_ transition: StageTransition, now: Duration) -> StageTransition {
    var transition = transition
    count += 1
    transition.number = count
    transition.start = max(now, settles)
    settles = transition.end
    if kept.count < Stage.transitionLimit {
      kept.append(transition)
    } else {
      kept[oldest] = transition
      oldest = (oldest + 1) % Stage.transitionLimit
    }
    return transition
  }
}

/// One change of the stage, with the trees before and after.
public struct StageChange: Sendable {
  /// The recorded transition.
  public let transition: StageTransition

  /// The stage before.
  public let before: StageTree

  /// The stage after.
  public let after: StageTree
}
