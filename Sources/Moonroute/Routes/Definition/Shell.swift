import TextTools

/// Branches side by side, each with a stack of its own: what a route of tabs shows.
struct Shell: Sendable {
  /// The name under which the stage finds the tabs again.
  let name: String

  /// The names of the branches, in order.
  let tabs: [String]

  /// The branch that the shell's own location leads to.
  let initial: Int

  /// Reads the branches of a route's definition, or answers `nil` when it has none.
  init?(_ route: borrowing Route) {
    guard route.isShell else { return nil }
    tabs = route.children.map { $0.name?.trimmed ?? $0.path }
    name = route.name ?? tabs.joined(separator: " ")
    initial = tabs.firstIndex { $0 == route.initialTab } ?? 0
  }
}

/// A branch of a shell.
struct TabPlace: Sendable {
  /// The shell's route.
  let shell: RouteInfo

  /// The route at the root of the branch.
  let root: RouteInfo

  /// The parts of the shell.
  let plan: Shell

  /// The position of the branch, counted from 0.
  let index: Int

  /// The name of the branch.
  var name: String { plan.tabs[index] }
}

extension RouteInfo {
  /// The branch of tabs that the route is in, the innermost one, or `nil`.
  var tabPlace: TabPlace? {
    var route: RouteInfo? = self
    while let candidate = route {
      if let above = candidate.parent, let plan = above.shell,
        let index = plan.tabs.firstIndex(of: candidate.label)
      {
        return TabPlace(shell: above, root: candidate, plan: plan, index: index)
      }
      route = candidate.parent
    }
    return nil
  }
}
