import RoutePatterns
import TextTools

/// A branch of tabs that a user interface shows alone.
package struct StageBranch: Sendable {
  package let name: String

  /// The line that names it.
  let site: SourceSite

  package init(_ name: String, at site: SourceSite) { (self.name, self.site) = (name, site) }
}

extension Router {
  /// The reasons why a user interface cannot show the routes: it does not have a view that a route
  /// names, or no route has its branch.
  ///
  /// - Parameters:
  ///   - views: The names of its views; `nil` for every name.
  ///   - branch: The branch, if it shows only one.
  /// - Returns: The reasons, each view once with its first route; empty if it can.
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

  /// Selects a branch and opens its location, unless it is selected and has screens, or no route has
  /// it.
  ///
  /// - Throws: The reason why it is not possible.
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
  /// Whether the branch can show a route: no other branch has it.
  fileprivate func contains(_ route: RouteInfo) -> Bool {
    route.tabPlace.map { $0.name == name } ?? true
  }

  /// Without routes, the scripts are not loaded yet.
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
