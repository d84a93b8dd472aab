package import RoutePatterns
import Synchronization

/// The current directory, for any thread, across all changes of rules.
package final class CurrentRouteDirectory: Sendable {
  private let directory: Mutex<RouteDirectory>

  init(_ directory: RouteDirectory) { self.directory = Mutex(directory) }

  func replace(_ directory: RouteDirectory) { self.directory.withLock { $0 = directory } }

  /// The compiled routes.
  package var index: RouteIndex { directory.withLock { $0 }.index }

  /// The route that a location matches.
  ///
  /// It calls no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: The complexity of `RouteTable.match(_:)`.
  package func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    index.match(location)
  }

  /// Whether a text is a location that matches a route.
  ///
  /// The query parameters that the route requires must be present. Guards are not called.
  package func canOpen(_ text: String) -> Bool {
    let index = index
    guard let location = try? Location(parsing: text, rules: index.rules) else { return false }
    return index.match(location).map { $0.route.queryProblem(of: location) == nil } ?? false
  }
}
