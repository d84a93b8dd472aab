import RoutePatterns
import TextTools

/// A branch of tabs that a user interface shows alone.
package struct StageBranch: Sendable {
  package let name: String

  /// The line of code that names the branch.
  let site: SourceSite

  package init(_ name: String, at site: SourceSite) { (self.name, self.site) = (name, site) }
}

extension Router {
  /// Returns the reasons why a user interface cannot show the routes.
  ///
  /// A view of a route may be missing in the user interface, or no route may have the branch.
  ///
  /// - Parameters:
  ///   - views: The names of the views that the user interface has; `nil` allows every name.
  ///   - branch: The branch, if the user interface shows only one.
  /// - Returns: The reasons, one for each missing view, with the first route that names it. Empty
  ///   if the user interface can show all routes.
  /// - Complexity: O(*n*) for *n* routes.
  package func problems(ofViews views: Set<String>?, branch: StageBranch?) -> [RouterError] {
    let routes = rules.directory.index.routes.filter(\.isActive)
    if let problem = branch?.problem(in: routes) { return [problem] }
    guard let views else { return [] }
    var missing: Set<String> = []
    return routes.compactMap { route in
      guard branch.map({ $0.contains(route) }) ?? true, let name = rules.viewName(of: route),
        !views.contains(name), missing.insert(name).inserted
      else { return nil }
      return .missingView(name, of: route, among: views)
        .located(at: rules.behaviour(of: route)?.sites.view ?? route.site)
    }
  }

  /// Selects a branch and opens its location.
  ///
  /// Does nothing if the branch is already selected and has screens, or if no route has the branch.
  ///
  /// - Throws: The error of the open or of the selection.
  package func enter(_ branch: StageBranch) async throws(RouterError) {
    guard rules.directory.index.routes.contains(where: { $0.tabPlace?.name == branch.name }) else {
      return
    }
    guard case .tabs(let branches, let selected) = stage.tree.root?.content,
      let index = branches.firstIndex(where: { $0.name == branch.name })
    else {
      let outcome = await open(try location(to: branch.name))
      if let error = outcome.asError { throw error }
      return
    }
    guard index != selected || branches[index].children.isEmpty else { return }
    if let error = await select(tab: .name(branch.name)).error { throw error }
  }
}

extension StageBranch {
  /// Whether the branch can show a route: the route does not belong to another branch.
  fileprivate func contains(_ route: RouteInfo) -> Bool {
    route.tabPlace.map { $0.name == name } ?? true
  }

  /// The error if no shell has the branch; `nil` without routes, because scripts may load later.
  fileprivate func problem(in routes: [RouteInfo]) -> RouterError? {
    let names = routes.flatMap { $0.shell?.tabs ?? [] }
    guard !routes.isEmpty, !names.contains(name) else { return nil }
    let remedy =
      names.isEmpty
      ? " Put its routes into a shell, or show the whole stage."
      : NearestNames.hintOrList(for: name, among: names)
    return RouterError(.unknownName, "No shell has the branch '\(name)'.\(remedy)", at: site)
  }
}

extension RouterError {
  fileprivate static func missingView(
    _ name: String,
    of route: RouteInfo,
    among views: Set<String>
  ) -> RouterError {
    let nearest = NearestNames.of(name, among: views.sorted())
    let hint = NearestNames.hint(of: nearest.first)
    return RouterError(
      .noView,
      "Route '\(route.pattern.text)' shows '\(name)', but the user interface has no such view."
        + (hint.isEmpty ? " Add it with screen(\"\(name)\")." : hint),
      nearest: nearest
    )
  }
}
