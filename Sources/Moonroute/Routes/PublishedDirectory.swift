public import RoutePatterns
import Synchronization

/// The directory that is in force, for any thread, across every change of rules.
public final class PublishedDirectory: Sendable {
  private struct State {
    var directory: RouteDirectory
    var rules: LocationRules
  }

  private let state: Mutex<State>

  /// Publishes the first directory.
  init(_ directory: RouteDirectory, rules: LocationRules) {
    state = Mutex(State(directory: directory, rules: rules))
  }

  /// Publishes another directory in place of the present one.
  func replace(_ directory: RouteDirectory, rules: LocationRules) {
    state.withLock { $0 = State(directory: directory, rules: rules) }
  }

  /// The routes, frozen.
  public var index: RouteIndex { state.withLock { $0.directory }.index }

  /// What a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: As ``RouteTable/match(_:)``.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    let index = index
    guard let match = index.table.match(location) else { return nil }
    return (index.route(of: match), match)
  }

  /// Whether a text is a location that matches anything.
  ///
  /// Guards are not asked.
  public func canOpen(_ text: String) -> Bool {
    let rules = state.withLock { $0.rules }
    guard let location = try? Location(parsing: text, rules: rules) else { return false }
    return match(location) != nil
  }
}
