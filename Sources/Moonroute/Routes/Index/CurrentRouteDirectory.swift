public import RoutePatterns
import Synchronization

/// The directory that is in force, for any thread, across every change of rules.
public final class CurrentRouteDirectory: Sendable {
  private let directory: Mutex<RouteDirectory>

  /// Publishes the first directory.
  init(_ directory: RouteDirectory) { self.directory = Mutex(directory) }

  /// Publishes another directory in place of the present one.
  func replace(_ directory: RouteDirectory) { self.directory.withLock { $0 = directory } }

  /// The routes, compiled.
  public var index: RouteIndex { directory.withLock { $0 }.index }

  /// The route that a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: As `RouteTable.match(_:)`.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    index.match(location)
  }

  /// Whether a text is a location that matches anything.
  ///
  /// Query parameters that its route requires have to be there. Guards are not asked.
  public func canOpen(_ text: String) -> Bool {
    let index = index
    guard let location = try? Location(parsing: text, rules: index.rules) else { return false }
    return index.match(location).map { $0.route.queryProblem(of: location) == nil } ?? false
  }
}
