import RoutePatterns

/// The place of an open among others.
struct OpenQueueing {
  var isQueued = false

  /// Whether the open is known to show a screen on the stage.
  var isNavigation = false

  /// Why the open was cancelled, if no newer open did it.
  var cancelReason: String?

  /// Ends the current wait.
  var interrupt: (() -> Void)?

  /// The deadline of the current wait, or `nil` outside of waits.
  fileprivate var deadline: Deadline?
  /// The number of reasons to pause the deadline.
  fileprivate var pauses = 0
}

/// The views that an open runs, and the screens that they declare.
struct BuildingView {
  /// Whether a view is running.
  var isRunning = false

  /// The lifetime of the screen in construction, if it was requested.
  fileprivate var life: ScreenLife?

  /// The requested lifetimes of screens that the running view declared.
  fileprivate var named: [Screen.ID: ScreenLife] = [:]
}

extension Open {
  /// The number of the open, starting at 1.
  var id: UInt64 { context.id }

  var isCancelled: Bool { context.isCancelled }

  /// The number of opens that contain this one.
  var depth: Int { (parent?.depth ?? -1) + 1 }

  /// The numbers of the opens that contain this one, the innermost first.
  var outerIDs: [UInt64] { parent.map { [$0.id] + $0.outerIDs } ?? [] }

  /// Whether the open is another one or runs inside it.
  func isInside(_ other: Open) -> Bool {
    self === other || (parent?.isInside(other) ?? false)
  }

  /// Whether an enclosing open is calling `unmatched` for a place.
  func isInsideUnmatched(of location: Location) -> Bool {
    guard let parent else { return false }
    return parent.context.unmatched?.isSamePlace(as: location) == true
      || parent.isInsideUnmatched(of: location)
  }

  func cancel(because reason: String? = nil) {
    if !isCancelled { queueing.cancelReason = reason }
    context.cancel()
    let interrupt = queueing.interrupt
    queueing.interrupt = nil
    interrupt?()
  }

  /// Releases the data of a running open.
  func release() {
    if building != nil { building = nil }
    if queueing.interrupt != nil { queueing.interrupt = nil }
    if recovery.attempt != nil { context.unmatched = nil }
    let whenOver = whenOver
    guard !whenOver.isEmpty else { return }
    self.whenOver = []
    for body in whenOver { body() }
  }

  func noteShown(_ screen: Screen.ID) {
    parent?.shownInside.insert(screen)
    parent?.noteShown(screen)
  }

  /// The lifetime of the screen of the running view, or `nil` outside of views.
  func lifeBeingBuilt() -> ScreenLife? {
    guard building?.isRunning == true else { return nil }
    let life = building?.life ?? ScreenLife()
    building?.life = life
    return life
  }

  /// The lifetime of a screen that the running view declares, or `nil` outside of views.
  func lifeBeingBuilt(for screen: Screen.ID) -> ScreenLife? {
    guard building?.isRunning == true else { return nil }
    let life = building?.named[screen] ?? ScreenLife()
    building?.named[screen] = life
    return life
  }

  /// Returns and resets the lifetime of the screen that a view made, if it was requested.
  func takeLife(of screen: Screen.ID) -> ScreenLife? {
    let (life, named) = (building?.life, building?.named[screen])
    building = nil
    guard let named else { return life }
    let whole = life ?? ScreenLife()
    whole.named = named
    return whole
  }

  func startDeadline(_ deadline: Deadline) {
    queueing.deadline = deadline
    if queueing.pauses == 0 { deadline.resume() }
  }

  func endDeadline() {
    queueing.deadline?.pause()
    queueing.deadline = nil
    queueing.interrupt = nil
  }

  /// Pauses the deadline until the matching call of ``resumeDeadline()``.
  func pauseDeadline() {
    queueing.pauses += 1
    queueing.deadline?.pause()
  }

  /// Ends one reason to pause the deadline.
  func resumeDeadline() {
    queueing.pauses -= 1
    if queueing.pauses == 0 { queueing.deadline?.resume() }
  }
}

package enum OpenPurpose: String, Sendable {
  /// Show a screen on the stage, or run an action.
  case show = "open"
  /// Return the values of an action.
  case fetch
  /// Build a screen without showing it.
  case build
  /// Find the end of a link without building or showing anything.
  case resolve
  /// Call guards and leave guards of screens on the stage outside any open: for a recheck, the
  /// selection of a tab, or going back.
  case check
  /// Rebuild a screen on the stage with newer rules.
  case rebuild

  /// Whether it has an outcome for the caller.
  package var isOpen: Bool {
    switch self {
    case .show, .fetch, .build, .resolve: true
    case .check, .rebuild: false
    }
  }
}
