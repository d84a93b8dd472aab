import TextTools

/// Parallel branches with their own stacks, for a route of tabs.
struct Shell: Sendable {
  /// The name that identifies the tabs on the stage.
  let name: String

  let tabs: [String]
  let initial: Int

  /// Reads the branches of a route's definition, or returns `nil` if it is not a shell.
  init?(_ route: borrowing LinkRoute) {
    guard route.isShell else { return nil }
    tabs = route.children.map { $0.name?.trimmed ?? $0.path }
    name = route.name ?? tabs.joined(separator: " ")
    initial = tabs.firstIndex { $0 == route.initialTab } ?? 0
  }
}

struct TabPlace: Sendable {
  let shell: RouteInfo

  let root: RouteInfo

  let plan: Shell

  /// The position of the branch, starting at 0.
  let index: Int

  var name: String { plan.tabs[index] }
}

extension RouteIndex {
  /// The location of the first screen: the initial tab of the outermost tabs, or `/`; `nil` if no
  /// route with a view has it.
  package var startLocation: String? {
    let tab = winningRoutes.first { route in
      guard let place = route.tabPlace, place.root === route, place.shell.tabPlace == nil else {
        return false
      }
      return place.index == place.plan.initial && route.pattern.parameters.isEmpty
    }
    return [tab?.pattern.text, "/"].compactMap(\.self)
      .first { text in
        guard let location = Location(text) else { return false }
        return match(location)?.route.parts.contains(.view) == true
      }
  }
}

extension RouteInfo {
  /// The innermost branch of tabs with the route, or `nil`.
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
