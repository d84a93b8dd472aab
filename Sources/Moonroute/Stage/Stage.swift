/// What is on screen, and how it came there.
///
/// The stage is a model: a user interface mirrors it, tests and the command line read it.
public final class Stage {
  /// The number of transitions kept.
  public static let transitionLimit = 1_000

  /// What is on the stage.
  public private(set) var tree = StageTree()

  /// The last changes, oldest first; at most ``transitionLimit`` are kept.
  public var transitions: [Transition] {
    Array(recorded[oldest...] + recorded[..<oldest])
  }

  private var recorded: [Transition] = []
  private var oldest = 0
  private var lastID: UInt64 = 0

  /// Called after every change.
  var onTransition: ((Transition) -> Void)?

  /// Makes an empty stage.
  public init() {}

  /// The screen that people see.
  public var top: Screen? { tree.top }

  /// The root's screen: what fills the window, or the bottom of its stack.
  public var root: Screen? { tree.screens.first }

  /// The number of screens in the top's stack.
  public var depth: Int { tree.depth }

  /// Every screen in the order of the drawing.
  public var screens: [Screen] { tree.screens }

  /// The topmost screen of a route.
  public func find(_ name: String) -> Screen? { tree.screens.last { $0.name == name } }

  /// The screen with that identity, if it is on the stage.
  public func screen(_ id: Screen.ID) -> Screen? {
    tree.path(to: id).flatMap { tree.node(at: $0)?.screen }
  }

  /// A new identity, never used before in this application.
  package func makeID() -> Screen.ID {
    lastID += 1
    return Screen.ID(rawValue: lastID)
  }

  /// Changes a screen's description in place.
  ///
  /// - Returns: Whether the screen is on the stage.
  @discardableResult
  public func update(_ id: Screen.ID, _ body: (inout Screen) -> Void) -> Bool {
    tree.updateScreen(id, body)
  }

  /// The screens that an animator would remove, top first.
  func removals(
    by animator: Animator,
    from source: Screen.ID?
  ) throws(RouterError) -> [Screen] {
    let placeholder = Screen("")
    let planned = try tree.placing(placeholder, by: animator, from: source) { .unplaced }
    return removed(from: tree, to: planned.tree)
  }

  /// Places a new screen and records the transition.
  @discardableResult
  func place(
    _ screen: Screen,
    by animator: Animator,
    from source: Screen.ID?,
    isAnimated: Bool
  ) throws(RouterError) -> Transition {
    let planned = try tree.placing(screen, by: animator, from: source, makeID: makeID)
    let gone = removed(from: tree, to: planned.tree).map(\.id)
    tree = planned.tree
    return record(
      Transition(
        effect: planned.effect,
        screen: screen.id,
        removed: gone,
        isAnimated: isAnimated
      )
    )
  }

  /// Replaces the description of a screen that stays, and records that.
  func refresh(_ screen: Screen, isAnimated: Bool) -> Transition {
    tree.updateScreen(screen.id) { $0 = screen }
    return record(
      Transition(effect: "refresh", screen: screen.id, removed: [], isAnimated: isAnimated)
    )
  }

  /// Removes a screen and everything above it, and records that.
  ///
  /// - Parameters:
  ///   - id: The screen.
  ///   - effect: What changed the stage.
  ///   - isAnimated: Whether the change is animated. Default: it is.
  /// - Returns: The transition, or `nil` when the screen is not on the stage.
  @discardableResult
  func remove(_ id: Screen.ID, effect: String, isAnimated: Bool = true) -> Transition? {
    let planned = tree.removing(from: id)
    let gone = removed(from: tree, to: planned).map(\.id)
    guard !gone.isEmpty else { return nil }
    tree = planned
    return record(
      Transition(effect: effect, screen: nil, removed: gone, isAnimated: isAnimated)
    )
  }

  /// The screens of one tree that another lacks, top first.
  private func removed(from old: StageTree, to new: StageTree) -> [Screen] {
    let staying = Set(new.screenIDs)
    guard !old.screenIDs.allSatisfy(staying.contains) else { return [] }
    return old.screens.filter { !staying.contains($0.id) }.reversed()
  }

  /// Keeps a transition, in place of the oldest when there are too many.
  private func record(_ transition: Transition) -> Transition {
    if recorded.count < Self.transitionLimit {
      recorded.append(transition)
    } else {
      recorded[oldest] = transition
      oldest = (oldest + 1) % Self.transitionLimit
    }
    onTransition?(transition)
    return transition
  }
}
