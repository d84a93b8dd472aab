import RoutePatterns
import Synchronization

/// The routes as they stand, for callers on any thread.
///
/// The index is compiled at the first request after a change, so registering *n* routes one by one
/// costs one compilation, not *n*. A request after each of them pays for few at a time.
public final class RouteDirectory: Sendable {
  private struct State {
    var routes: [RouteInfo] = []
    var settings = MatchSettings()
    var index: RouteIndex?
    /// The index before routes were added, to build the next one upon.
    var before: RouteIndex?
    /// The index of the rules before, to take over what is the same.
    var previous: RouteIndex?
    var version = 0
    /// The bytes of all patterns, and of those that no index has.
    var patternBytes = 0
    var unfrozenBytes = 0

    /// Forgets the index after a change.
    mutating func change(before: RouteIndex? = nil) {
      self.before = before
      index = nil
      version += 1
    }
  }

  private let state = Mutex(State())

  /// Makes an empty directory.
  init() {}

  /// The routes, compiled.
  ///
  /// - Complexity: O(1), but for the first call after a change: O(*n* log *n*) for *n* routes, and
  ///   much less when few were added.
  public var index: RouteIndex {
    if let known = state.withLock({ $0.index }) { return known }
    let seen = state.withLock { $0 }
    let fresh = RouteIndex(
      routes: seen.routes,
      settings: seen.settings,
      before: seen.before,
      previous: seen.previous
    )
    state.withLock { state in
      guard state.version == seen.version else { return }
      (state.index, state.previous, state.unfrozenBytes) = (fresh, nil, 0)
    }
    return fresh
  }

  /// The settings that decide beside the routes themselves.
  var settings: MatchSettings { state.withLock { $0.settings } }

  /// The order in which one of several matches wins.
  var order: RouteTable.Order { settings.order }

  /// Begins with everything another directory has.
  func take(over other: RouteDirectory) {
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Expects routes much like those of another index, until the next compilation.
  func follow(_ index: RouteIndex) { state.withLock { $0.previous = index } }

  func add(_ route: RouteInfo) {
    state.withLock {
      $0.routes.append(route)
      $0.patternBytes += route.pattern.text.utf8.count
      $0.unfrozenBytes += route.pattern.text.utf8.count
      $0.change(before: $0.index ?? $0.before)
    }
  }

  /// The bytes of the patterns that are not compiled yet, for tests.
  package var unfrozenBytes: Int { state.withLock { $0.unfrozenBytes } }

  /// The bytes that the first reader compiles.
  private static let leftBytes = 1 << 14

  /// Compiles what was added once that is much, so that one who adds very much pays for it.
  ///
  /// - Complexity: O(log *n*) for each route on average, for *n* routes that are added.
  package func settle() {
    let isMuch = state.withLock {
      $0.unfrozenBytes > max(Self.leftBytes, ($0.patternBytes - $0.unfrozenBytes) / 4)
    }
    if isMuch { _ = index }
  }

  /// Forgets the routes that do not count any more.
  func tidyUp() {
    state.withLock {
      $0.routes.removeAll { !$0.isActive }
      $0.patternBytes = $0.routes.reduce(0) { $0 + $1.pattern.text.utf8.count }
      $0.unfrozenBytes = $0.patternBytes
      $0.change()
    }
  }

  /// Decides what counts beside the routes themselves.
  func configure(_ settings: MatchSettings) {
    state.withLock {
      guard $0.settings != settings else { return }
      $0.settings = settings
      $0.change()
    }
  }
}

/// The settings that decide, beside the routes themselves, which of them a location matches.
struct MatchSettings: Hashable, Sendable {
  /// The order in which one of several matches wins.
  var order = RouteTable.Order.rank
  /// Whether locations of a scheme may use the routes without one, by lower-cased scheme.
  var fallback: [String: Bool] = [:]
  /// How locations are read, and the hosts that routes without one are confined to.
  var rules = LocationRules.standard
  /// The schemes that were declared, lower-cased.
  var declaredSchemes: Set<String> = []
}
