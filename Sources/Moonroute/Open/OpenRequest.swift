import RoutePatterns

/// One open under way: its origin, and whether it still may go on.
final class OpenRequest {
  /// The context that the tasks of its steps know.
  let context: OpenContext

  /// The open inside whose step this one began.
  let parent: OpenRequest?

  let purpose: OpenPurpose

  /// The fate of older opens.
  let overlap: OpenOptions.Overlap

  /// Why the open may not begin, since there are too many inside the same outermost one.
  var refusal: RouterError?

  /// The rules that the open follows, once it has begun.
  weak var rules: RouterRules?

  /// Whether the open waits for its turn.
  var isQueued = false

  /// Whether the open leads to a screen on the stage, as far as is known.
  var isNavigation = false

  /// Whether the view runs.
  var isBuilding = false

  /// The life of the screen that is built, once it was asked for.
  private(set) var life: ScreenLife?

  /// The lives of screens that the view that runs has described, of those that were asked for.
  private var named: [Screen.ID: ScreenLife] = [:]

  private(set) var shownInside: Set<Screen.ID> = []

  /// Ends the wait that the open is in.
  var interrupt: (() -> Void)?

  /// Called once the open is over.
  var whenOver: [() -> Void] = []

  private struct Wait {
    /// The time left to it, or `nil` outside of waits.
    var deadline: Deadline?
    /// The number of reasons for which waiting does not count.
    var pauses = 0
  }

  private var wait = Wait()

  /// Starts an open.
  init(
    context: OpenContext,
    parent: OpenRequest?,
    purpose: OpenPurpose,
    overlap: OpenOptions.Overlap
  ) {
    self.context = context
    self.parent = parent
    self.purpose = purpose
    self.overlap = overlap
  }

  /// The number, counted from 1.
  var id: UInt64 { context.id }

  /// Whether the open may not go on.
  var isCancelled: Bool { context.isCancelled }

  /// The number of opens around this one.
  var depth: Int { (parent?.depth ?? -1) + 1 }

  /// Whether the open runs inside another, or is that other.
  func isInside(_ other: OpenRequest) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  /// Whether `unmatched` is called for a place by an open around this one.
  func isInsideUnmatched(of location: Location) -> Bool {
    guard let parent else { return false }
    return parent.context.unmatched?.isSamePlace(as: location) == true
      || parent.isInsideUnmatched(of: location)
  }

  /// Ends the open at its next step, and the wait it is in at once.
  func cancel() {
    context.cancel()
    let interrupt = interrupt
    self.interrupt = nil
    interrupt?()
  }

  /// Lets go of everything that only counts while the open is under way.
  func end() {
    life = nil
    named = [:]
    shownInside = []
    interrupt = nil
    let whenOver = whenOver
    self.whenOver = []
    for body in whenOver { body() }
  }

  /// Records a screen that the open has shown, for the opens around it.
  func noteShown(_ screen: Screen.ID) {
    parent?.shownInside.insert(screen)
    parent?.noteShown(screen)
  }

  /// The life of the screen whose view runs, or `nil` when none does.
  func lifeBeingBuilt() -> ScreenLife? {
    guard isBuilding else { return nil }
    let life = life ?? ScreenLife()
    self.life = life
    return life
  }

  /// The life of a screen that the view that runs describes, or `nil` when none runs.
  func lifeBeingBuilt(for screen: Screen.ID) -> ScreenLife? {
    guard isBuilding else { return nil }
    let life = named[screen] ?? ScreenLife()
    named[screen] = life
    return life
  }

  /// The life of the screen that a view has made, if it was asked for; for each view once.
  func takeLife(of screen: Screen.ID) -> ScreenLife? {
    defer { (life, named) = (nil, [:]) }
    guard let named = named[screen] else { return life }
    let whole = life ?? ScreenLife()
    whole.named = named
    return whole
  }

  /// Begins a wait with its deadline.
  func startDeadline(_ deadline: Deadline) {
    wait.deadline = deadline
    if wait.pauses == 0 { deadline.resume() }
  }

  /// Ends a wait.
  func endDeadline() {
    wait.deadline?.pause()
    wait.deadline = nil
    interrupt = nil
  }

  /// Lets waiting not count, until ``resumeDeadline()`` was called as often.
  func pauseDeadline() {
    wait.pauses += 1
    wait.deadline?.pause()
  }

  /// Lets waiting count again.
  func resumeDeadline() {
    wait.pauses -= 1
    if wait.pauses == 0 { wait.deadline?.resume() }
  }
}

package enum OpenPurpose: Sendable {
  /// A screen on the stage, or an action.
  case show
  /// The values of an action.
  case fetch
  /// A screen that is not shown.
  case build
  /// Guards and leave guards of screens on the stage, asked beside any open: by a recheck, by
  /// selecting a tab, by going back.
  case check
  /// A screen on the stage that newer rules build again.
  case rebuild

  /// Whether it is an open, a fetch or a build: what has an outcome for its caller.
  package var isOpen: Bool {
    switch self {
    case .show, .fetch, .build: true
    case .check, .rebuild: false
    }
  }
}
