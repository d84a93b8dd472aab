@_spi(Tooling) public import Moonroute
public import Observation

/// The stage of a router as an observable model.
///
/// SwiftUI shows the model, and the model reports the user's actions in the views to the router.
///
/// `RouterView` creates a model; a program with its own views may also create one. It shows the
/// current stage and all later changes. The router must live on the main actor.
@MainActor @Observable public final class StageModel {
  /// The place that fills the window; `nil` before the first open.
  public private(set) var root: StagePlace?

  /// The number of changes shown up to now.
  public private(set) var changeCount = 0

  /// The reasons why the stage cannot be shown: views that routes name but ``screens`` does not
  /// contain.
  ///
  /// They are current after each change of ``screens`` and after each reload of scripts. A debug
  /// build of `RouterView` shows them in place of the stage; release builds log them.
  public private(set) var problems: [RouterError] = []

  /// Announces the caption of the visible screen whenever it changes.
  @ObservationIgnored public var announce: (String) -> Void = { _ in }

  /// Runs each change of the model, with or without animation.
  @ObservationIgnored public var animate: (_ isAnimated: Bool, () -> Void) -> Void = { $1() }

  /// The names of the program's views.
  ///
  /// An open of a screen with another view name fails. Default: `nil`, which allows every name.
  @ObservationIgnored public var screens: Set<String>? { didSet { check() } }

  /// Opens the first screen.
  ///
  /// The model also calls it after each change of the rules while the stage is empty, because
  /// scripts may load after the view appears.
  @ObservationIgnored var start: () async -> Void = {}

  @ObservationIgnored let router: Router

  /// The only branch of tabs to show, or `nil` for the whole stage.
  @ObservationIgnored let branch: StageBranch?

  @ObservationIgnored private var places: [Screen.ID: StagePlace] = [:]

  /// Creates a model of the current stage.
  ///
  /// - Parameter router: The router, which must live on the main actor.
  /// - Throws: `wrong_actor` if it does not.
  public convenience init(_ router: LinkRouter) throws(RouterError) {
    self.init(try router.mainRouter())
  }

  init(_ router: Router, branch: StageBranch? = nil) {
    (self.router, self.branch) = (router, branch)
    check()
    router.observe(owner: self) { [weak self] update in
      if case .reloaded = update { self?.rulesChanged() }
    }
    router.show(on: self)
  }

  /// The place of ``branch`` on the stage, or `nil`.
  var branchPlace: StagePlace? {
    guard let branch, let root, root.kind == .tabs else { return nil }
    return root.children.first { $0.name == branch.name }
  }

  private func rulesChanged() {
    check()
    if root == nil { Task { await start() } }
  }

  private func check() {
    problems = router.problems(ofViews: screens, branch: branch)
    #if !DEBUG
    for problem in problems { StageLog.add(problem) }
    #endif
  }

  /// The number of stored places, to test that none is left over.
  var placeCount: Int { places.count }

  private func perform(_ step: StageStep) {
    switch step {
    case .setRoot(let node):
      if let root { forget(root) }
      root = node.map(place)
    case .dismiss(let id): dismiss(over: id)
    case .present(let node, let style, let id): present(node, style, over: places[id])
    case .push(let node, let id): places[id]?.children.append(place(node))
    case .pop(let count, let id):
      for gone in places[id]?.children.dropFirst(count) ?? [] { forget(gone) }
      if let stack = places[id] { stack.children = Array(stack.children.prefix(count)) }
    case .setChildren(let nodes, let id): set(nodes, of: id)
    case .select(let index, let id): places[id]?.selected = index
    case .setPrimary(let node, let id): set(node, \.primary, of: id)
    case .setDetail(let node, let id): set(node, \.detail, of: id)
    case .update(let screen): places[screen.id]?.screen = screen
    }
  }

  /// The place of a node with its contents; created if it is unknown.
  private func place(_ node: StageNode) -> StagePlace {
    if let known = places[node.id] { return known }
    let place = StagePlace(node)
    switch node.content {
    case .screen: break
    case .stack(let nodes): place.children = nodes.map(self.place)
    case .tabs(let branches, let selected):
      place.children = branches.map(self.place)
      place.selected = selected
    case .split(let primary, let detail):
      place.primary = primary.map(self.place)
      place.detail = detail.map(self.place)
    }
    places[node.id] = place
    if let over = node.presented { present(over.node, over.style, over: place) }
    return place
  }

  private func present(_ node: StageNode, _ style: PresentationStyle, over base: StagePlace?) {
    let presented = place(node)
    presented.style = style
    base?.presented = presented
  }

  private func dismiss(over id: Screen.ID) {
    guard let base = places[id], let gone = base.presented else { return }
    base.presented = nil
    forget(gone)
  }

  private func set(_ nodes: [StageNode], of id: Screen.ID) {
    guard let parent = places[id] else { return }
    let staying = Set(nodes.map(\.id))
    for child in parent.children where !staying.contains(child.id) { forget(child) }
    parent.children = nodes.map(place)
  }

  private func set(
    _ node: StageNode?,
    _ part: ReferenceWritableKeyPath<StagePlace, StagePlace?>,
    of id: Screen.ID
  ) {
    guard let split = places[id] else { return }
    if let gone = split[keyPath: part] { forget(gone) }
    split[keyPath: part] = node.map(place)
  }

  private func forget(_ place: StagePlace) {
    places[place.id] = nil
    for child in place.children { forget(child) }
    for part in [place.primary, place.detail, place.presented] {
      if let part { forget(part) }
    }
  }
}

extension StageModel: StageHost {
  /// The names of the registered views.
  public nonisolated var viewNames: Set<String>? { MainActor.assumeIsolated { screens } }

  /// Shows a change.
  public nonisolated func apply(_ change: StageChange) {
    MainActor.assumeIsolated {
      animate(change.transition.isAnimated) {
        for step in change.steps { perform(step) }
        changeCount += 1
      }
      if let top = change.after.top, top.id != change.before.top?.id { announce(top.caption) }
    }
  }

  /// Shows a screen's new description in place.
  public nonisolated func update(_ screen: Screen) {
    MainActor.assumeIsolated { places[screen.id]?.screen = screen }
  }

  /// The shown stage, created from the model's places.
  package nonisolated var picture: StagePicture? { MainActor.assumeIsolated { root?.picture } }
}
