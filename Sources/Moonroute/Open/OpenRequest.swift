import RoutePatterns

/// One pending open: its origin and its state.
final class OpenRequest {
  let context: OpenContext
  let parent: OpenRequest?

  let purpose: OpenPurpose

  /// The treatment of older opens.
  let overlap: OpenOptions.Overlap

  /// The error if too many opens are inside the same outermost one.
  var refusal: RouterError?

  /// The rules of the open, once it has begun.
  weak var rules: RouterRules?

  var isQueued = false

  /// Whether the open is known to show a screen on the stage.
  var isNavigation = false

  var isBuilding = false

  /// The lifetime of the screen in construction, if it was requested.
  private(set) var life: ScreenLife?

  /// The requested lifetimes of screens that the running view declared.
  private var named: [Screen.ID: ScreenLife] = [:]

  private(set) var shownInside: Set<Screen.ID> = []
  var interrupt: (() -> Void)?
  var whenOver: [() -> Void] = []

  private struct Wait {
    /// The deadline of the current wait, or `nil` outside of waits.
    var deadline: Deadline?
    /// The number of reasons to pause the deadline.
    var pauses = 0
  }

  private var wait = Wait()

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

  /// The number of the open, starting at 1.
  var id: UInt64 { context.id }

  var isCancelled: Bool { context.isCancelled }

  /// The number of opens that contain this one.
  var depth: Int { (parent?.depth ?? -1) + 1 }

  /// Whether the open is another one or runs inside it.
  func isInside(_ other: OpenRequest) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  /// Whether an enclosing open is calling `unmatched` for a place.
  func isInsideUnmatched(of location: Location) -> Bool {
    guard let parent else { return false }
    return parent.context.unmatched?.isSamePlace(as: location) == true
      || parent.isInsideUnmatched(of: location)
  }

  /// Why the open was cancelled, if no newer open did it.
  private(set) var cancelReason: String?

  func cancel(because reason: String? = nil) {
    if !isCancelled { cancelReason = reason }
    context.cancel()
    let interrupt = interrupt
    self.interrupt = nil
    interrupt?()
  }

  /// Releases the data of a running open.
  func end() {
    life = nil
    named = [:]
    shownInside = []
    interrupt = nil
    let whenOver = whenOver
    self.whenOver = []
    for body in whenOver { body() }
  }

  func noteShown(_ screen: Screen.ID) {
    parent?.shownInside.insert(screen)
    parent?.noteShown(screen)
  }

  /// The lifetime of the screen of the running view, or `nil` outside of views.
  func lifeBeingBuilt() -> ScreenLife? {
    guard isBuilding else { return nil }
    let life = life ?? ScreenLife()
    self.life = life
    return life
  }

  /// The lifetime of a screen that the running view declares, or `nil` outside of views.
  func lifeBeingBuilt(for screen: Screen.ID) -> ScreenLife? {
    guard isBuilding else { return nil }
    let life = named[screen] ?? ScreenLife()
    named[screen] = life
    return life
  }

  /// Returns and resets the lifetime of the screen that a view made, if it was requested.
  func takeLife(of screen: Screen.ID) -> ScreenLife? {
    defer { (life, named) = (nil, [:]) }
    guard let named = named[screen] else { return life }
    let whole = life ?? ScreenLife()
    whole.named = named
    return whole
  }

  func startDeadline(_ deadline: Deadline) {
    wait.deadline = deadline
    if wait.pauses == 0 { deadline.resume() }
  }

  func endDeadline() {
    wait.deadline?.pause()
    wait.deadline = nil
    interrupt = nil
  }

  /// Pauses the deadline until the matching call of ``resumeDeadline()``.
  func pauseDeadline() {
    wait.pauses += 1
    wait.deadline?.pause()
  }

  /// Ends one reason to pause the deadline.
  func resumeDeadline() {
    wait.pauses -= 1
    if wait.pauses == 0 { wait.deadline?.resume() }
  }
}

package enum OpenPurpose: String, Sendable {
  /// Show a screen on the stage, or run an action.
  case show = "open"
  /// Return the values of an action.
  case fetch
  /// Build a screen without showing it.
  case build
  /// Call guards and leave guards of screens on the stage outside any open: for a recheck, the
  /// selection of a tab, or going back.
  case check
  /// Rebuild a screen on the stage with newer rules.
  case rebuild

  /// Whether it is an open, a fetch or a build; only these have an outcome for the caller.
  package var isOpen: Bool {
    switch self {
    case .show, .fetch, .build: true
    case .check, .rebuild: false
    }
  }
}
