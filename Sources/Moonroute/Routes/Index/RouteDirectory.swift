import RoutePatterns
import Synchronization

/// The registered routes, for callers on any thread.
///
/// The index is compiled at the first request after a change, so that registering *n* routes one by
/// one requires one compilation instead of *n*. With a request after each registration, only few
/// routes are compiled each time.
package final class RouteDirectory: Sendable {
  private struct State {
    var routes: [RouteInfo] = []
    var settings = MatchSettings()
    var index: RouteIndex?
    /// The index before routes were added, as the base of the next one.
    var before: RouteIndex?
    /// The index of the previous rules, to reuse identical parts.
    var previous: RouteIndex?
    var version = 0
    /// The total size of all patterns, and of the uncompiled ones, in bytes.
    var patternBytes = 0
    var unfrozenBytes = 0

    /// Inserts a late route at the place of its declaration.
    mutating func insert(_ route: RouteInfo) {
      let place = routes.lastIndex { $0.order <= route.order }.map { $0 + 1 } ?? 0
      routes.insert(route, at: place)
      patternBytes += route.pattern.text.utf8.count
      unfrozenBytes = patternBytes
      change()
    }

    /// Invalidates the index after a change.
    mutating func change(before: RouteIndex? = nil) {
      self.before = before
      index = nil
      version += 1
    }
  }

  private let state = Mutex(State())

  init() {}

  /// The compiled routes.
  ///
  /// - Complexity: O(1), except for the first call after a change: O(*n* log *n*) for *n* routes,
  ///   and much less if few were added.
  package var index: RouteIndex {
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

  var settings: MatchSettings { state.withLock { $0.settings } }

  var order: RouteTable.Order { settings.order }

  func take(over other: RouteDirectory) {
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Expects routes similar to another index, until the next compilation.
  func follow(_ index: RouteIndex) { state.withLock { $0.previous = index } }

  func add(_ route: RouteInfo) {
    state.withLock {
      guard $0.routes.last.map({ $0.order <= route.order }) ?? true else {
        return $0.insert(route)
      }
      $0.routes.append(route)
      $0.patternBytes += route.pattern.text.utf8.count
      $0.unfrozenBytes += route.pattern.text.utf8.count
      $0.change(before: $0.index ?? $0.before)
    }
  }

  /// The size of the uncompiled patterns in bytes, for tests.
  package var unfrozenBytes: Int { state.withLock { $0.unfrozenBytes } }

  /// The pattern size in bytes that is left to the first reader.
  private static let leftBytes = 1 << 14

  /// Compiles added routes once they are large, so that the caller that adds them pays the cost.
  ///
  /// - Complexity: O(log *n*) on average for each of *n* added routes.
  package func settle() {
    let isMuch = state.withLock {
      $0.unfrozenBytes > max(Self.leftBytes, ($0.patternBytes - $0.unfrozenBytes) / 4)
    }
    if isMuch { _ = index }
  }

  func tidyUp() {
    state.withLock {
      $0.routes.removeAll { !$0.isActive }
      $0.patternBytes = $0.routes.reduce(0) { $0 + $1.pattern.text.utf8.count }
      $0.unfrozenBytes = $0.patternBytes
      $0.change()
    }
  }

  func configure(_ settings: MatchSettings) {
    state.withLock {
      guard $0.settings != settings else { return }
      $0.settings = settings
      $0.change()
    }
  }
}

/// The settings that, in addition to the routes, affect which route a location matches.
struct MatchSettings: Hashable, Sendable {
  /// The winning order among several matches.
  var order = RouteTable.Order.rank
  /// Whether locations of a scheme may use routes without a scheme, by lowercase scheme.
  var fallback: [String: Bool] = [:]
  /// The parsing rules of locations, with the hosts for routes without a host.
  var rules = LocationRules.standard
  var declaredSchemes: Set<String> = []
}
