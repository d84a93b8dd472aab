/// One recorded change of the stage.
///
/// The stage itself changes at once; a transition says when a user interface shows the change. One
/// that comes while another is under way begins when that one ends.
public struct Transition: Sendable {
  /// The position among all changes of the stage, counted from 1.
  public internal(set) var number: UInt64 = 0

  /// The cause of the change: an animator's name, `refresh`, `back`, `dismiss`, `update`.
  public let effect: String

  /// The screen that came or changed, or `nil` when something only went.
  public let screen: Screen.ID?

  /// The screens that went, top first.
  public let removed: [Screen.ID]

  /// Whether the change is animated.
  public let isAnimated: Bool

  /// Options for the user interface, such as `transition`.
  public internal(set) var options = Table()

  /// When it begins, in the time of the router's clock.
  public internal(set) var start = Duration.zero

  /// How long it takes; nothing when it is not animated.
  public internal(set) var duration = Duration.zero

  /// Whether it was begun by a person and taken back: nothing has changed.
  public internal(set) var isCancelled = false

  /// When it is over.
  public var end: Duration { start + duration }

  /// How long a change takes that does not say so itself: 0.35 seconds.
  public static let standardDuration = Duration.milliseconds(350)

  /// The longest that a change may take, whatever it says: an hour.
  public static let longestDuration = Duration.seconds(3_600)

  /// How long a change with these options takes.
  static func duration(of options: Table) -> Duration {
    guard let seconds = options["duration"].number, !seconds.isNaN else { return standardDuration }
    return .seconds(min(max(seconds, 0), longestDuration / .seconds(1)))
  }
}

/// The last transitions of a stage.
struct TransitionRecord {
  private var kept: [Transition] = []
  private var oldest = 0
  private var count: UInt64 = 0

  /// When the last transition is over.
  private(set) var settles = Duration.zero

  /// The transitions, oldest first.
  var all: [Transition] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Keeps a transition, in place of the oldest when there are too many.
  ///
  /// - Returns: The transition with its number and its time.
  mutating func add(_ transition: Transition, now: Duration) -> Transition {
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

/// One change of the stage, with the stage before and after.
public struct StageChange: Sendable {
  /// The record.
  public let transition: Transition

  /// The stage before.
  public let before: StageTree

  /// The stage after.
  public let after: StageTree
}
