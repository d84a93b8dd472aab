import RoutePatterns

/// The visible screens and their history.
///
/// The stage is a model: a user interface mirrors it, and tests and the command line read it.
package final class Stage {
  /// The maximum number of recorded transitions.
  package static let transitionLimit = 1_000

  /// The tree of everything on the stage.
  package private(set) var tree: StageTree {
    get { shown }
    set { shown = newValue }
  }

  // Private, so that the compiler sees each access and checks none at run time.
  private var shown = StageTree()

  /// The last changes, oldest first; at most ``transitionLimit``.
  package var transitions: [StageTransition] { record.all }

  private var record = TransitionRecord()
  private var lastID: UInt64 = 0

  /// Counts replacements: while it stays the same, search results in the tree stay valid.
  private(set) var changeCount = 0

  var onChange: ((StageChange) -> Void)?

  /// Called when a screen's description changes in place.
  var onUpdate: ((Screen.ID) -> Void)?

  /// The time for transitions.
  var now: () -> Duration = { .zero }

  /// The active interactive step back, if any.
  weak var swipe: SwipeBack?

  /// Makes an empty stage.
  package init() {}

  /// The visible screen.
  package var top: Screen? { tree.top }

  private(set) var topID: Screen.ID?

  var topLocation: Location? { tree.root?.readTop { $0.screen?.location } ?? nil }

  /// The root's screen, which fills the window or is at the bottom of its stack.
  package var root: Screen? { tree.screens.first }

  /// The number of screens in the top's stack.
  package var depth: Int { tree.depth }

  /// All screens in drawing order.
  package var screens: [Screen] { tree.screens }

  /// The topmost screen of a route.
  package func find(_ name: String) -> Screen? { tree.screens.last { $0.name == name } }

  /// The screen with the given identity, if it is on the stage.
  package func screen(_ id: Screen.ID) -> Screen? {
    tree.screen(id)
  }

  /// The end of the last transition, in the time of the router's clock.
  package var settles: Duration { record.settles }

  /// Whether a transition is running or queued.
  package var isMoving: Bool { now() < record.settles }

  /// Makes a new identity, which was never used before in this router.
  package func makeID() -> Screen.ID {
    lastID += 1
    return Screen.ID(rawValue: lastID)
  }

  /// Changes a screen's description in place.
  ///
  /// - Returns: Whether the screen is on the stage.
  @discardableResult
  package func update(_ id: Screen.ID, _ body: (inout Screen) -> Void) -> Bool {
    guard var screen = tree.screen(id) else { return false }
    body(&screen)
    // The tree is read after the body, which may have changed the stage.
    var changed = tree
    guard changed.updateScreen(id, { $0 = screen }) else { return false }
    tree = changed
    onUpdate?(id)
    return true
  }

  /// The description of screens that are not built yet.
  private static let anyScreen = Screen("")

  /// The removed screens, top first; throws `animation_failed` if the placement is not possible.
  func removals(by placement: Placement, count: Int) throws(RouterError) -> [Screen] {
    var last = UInt64.max
    func placeholder() -> Screen.ID {
      last -= 1
      return Screen.ID(rawValue: last)
    }
    let screens = (0..<count)
      .map { _ in
        var screen = Self.anyScreen
        screen.id = placeholder()
        return screen
      }
    let planned = try placement.placing(screens, in: tree, makeID: placeholder)
    return tree.screens(missingIn: planned.tree)
  }

  @discardableResult
  func place(
    _ screens: [Screen],
    by placement: Placement,
    isAnimated: Bool
  ) throws(RouterError) -> StageTransition {
    let planned = try placement.placing(screens, in: tree, makeID: makeID)
    return change(
      to: planned.tree,
      effect: planned.effect,
      screen: screens.last?.id ?? planned.tree.topID,
      isAnimated: isAnimated,
      options: placement.animator.options
    )
  }

  /// Replaces the description of a screen on the stage, and records a transition.
  func refresh(_ screen: Screen, isAnimated: Bool) -> StageTransition {
    var planned = tree
    planned.updateScreen(screen.id) { $0 = screen }
    return change(to: planned, effect: "refresh", screen: screen.id, isAnimated: isAnimated)
  }

  /// Removes a screen and everything above it; returns `nil` if it is not on the stage.
  @discardableResult
  func remove(_ id: Screen.ID, effect: String, isAnimated: Bool = true) -> StageTransition? {
    guard tree.path(to: id) != nil else { return nil }
    return change(to: tree.removing(from: id), effect: effect, isAnimated: isAnimated)
  }

  /// Replaces the tree and records a transition.
  @discardableResult
  func change(
    to planned: StageTree,
    effect: String,
    screen: Screen.ID? = nil,
    isAnimated: Bool,
    options: ValueTable = ValueTable()
  ) -> StageTransition {
    swipe?.cancel()
    let before = tree
    var transition = StageTransition(
      effect: effect,
      screen: screen,
      removed: before.screenIDs(missingIn: planned),
      isAnimated: isAnimated
    )
    transition.options = options
    if isAnimated { transition.duration = StageTransition.duration(of: options) }
    transition = record.add(transition, now: now())
    tree = planned
    topID = planned.topID
    changeCount += 1
    onChange?(StageChange(transition: transition, before: before, after: planned))
    return transition
  }

  /// Empties the stage and removes all transitions, for a new test.
  package func clear() {
    if tree.root != nil { change(to: StageTree(), effect: "reset", isAnimated: false) }
    record = TransitionRecord()
  }

  /// Takes no time, because the user interface is unchanged.
  func noteCancelled(_ effect: String) -> StageTransition {
    var transition = StageTransition(effect: effect, screen: nil, removed: [], isAnimated: true)
    transition.isCancelled = true
    transition = record.add(transition, now: now())
    onChange?(StageChange(transition: transition, before: tree, after: tree))
    return transition
  }
}

extension Stage {
  /// The stage as plain data: its shape, the locations of its screens, and their extras if they are
  /// plain data.
  ///
  /// Screens without a route are omitted. ``LinkRouter/restore(from:)`` restores the stage.
  package var restorationState: Value {
    let root = tree.root.flatMap(Self.saved)
    return ["kind": "window", "children": .table(ValueTable(list: root.map { [$0] } ?? []))]
  }

  private static func saved(_ node: StageNode) -> Value? {
    var table = ValueTable(fields: ["kind": .text(node.kind.rawValue)])
    if let name = node.name { table["name"] = .text(name) }
    if !node.options.fields.isEmpty { table["options"] = .table(node.options) }
    switch node.content {
    case .screen(let screen):
      guard screen.state?.route.isPlaceable == true, let location = screen.location else {
        return nil
      }
      table["location"] = .text(location.description)
      if let extra = screen.state?.extra, !extra.isNull, extra.isPlain { table["extra"] = extra }
    case .tabs(_, let selected):
      table["selected"] = .int(Int64(selected) + 1)
      table["children"] = .table(ValueTable(list: node.children.compactMap(saved)))
    case .stack, .split:
      let children = node.children.compactMap(saved)
      guard !children.isEmpty || node.name != nil else { return nil }
      table["children"] = .table(ValueTable(list: children))
    }
    if let presented = node.presented, let over = saved(presented.node) {
      var style = ValueTable(fields: ["animator": .text(presented.style.name), "node": over])
      if !presented.style.options.fields.isEmpty {
        style["options"] = .table(presented.style.options)
      }
      table["presented"] = .table(style)
    }
    return .table(table)
  }
}

extension RouteInfo {
  /// Whether the route can be opened again because it is in the table.
  fileprivate var isPlaceable: Bool { id >= 0 }
}

extension Stage {
  /// Records the input of a person in a field of a screen.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - value: The new value.
  ///   - screen: The screen.
  /// - Returns: Whether the screen is on the stage.
  @discardableResult
  package func fill(_ name: String, with value: Value, of screen: Screen.ID) -> Bool {
    update(screen) { $0.fields[name] = value }
  }
}
