import RoutePatterns
import Synchronization

/// The routes as they stand, for whoever asks from whatever thread.
///
/// The index is frozen when somebody first asks after a change, so registering *n* routes one by
/// one costs one freezing, not *n*.
public final class RouteDirectory: Sendable {
  private struct State {
    var routes: [RouteInfo] = []
    var order = RouteTable.Order.rank
    var fallback: [String: Bool] = [:]
    var locationRules = LocationRules.standard
    var index: RouteIndex?
    var version = 0
  }

  private let state = Mutex(State())

  /// Makes an empty directory.
  init() {}

  /// The routes, frozen.
  ///
  /// - Complexity: O(1), but for the first call after a change: O(*n* log *n*) for *n* routes.
  public var index: RouteIndex {
    if let known = state.withLock({ $0.index }) { return known }
    let seen = state.withLock { $0 }
    let fresh = RouteIndex(
      routes: seen.routes,
      order: seen.order,
      fallback: seen.fallback,
      locationRules: seen.locationRules
    )
    state.withLock { state in
      if state.version == seen.version { state.index = fresh }
    }
    return fresh
  }

  /// What wins among several matches.
  var order: RouteTable.Order { state.withLock { $0.order } }

  /// Begins with everything another directory has.
  func take(over other: RouteDirectory) {
    let copied = other.state.withLock { $0 }
    state.withLock { $0 = copied }
  }

  /// Adds routes.
  func add(_ routes: [RouteInfo]) {
    state.withLock {
      $0.routes += routes
      $0.index = nil
      $0.version += 1
    }
  }

  /// Decides what wins among several matches.
  func setOrder(_ order: RouteTable.Order) {
    state.withLock {
      $0.order = order
      $0.index = nil
      $0.version += 1
    }
  }

  /// Decides which hosts routes without one are confined to.
  func setLocationRules(_ rules: LocationRules) {
    state.withLock {
      guard $0.locationRules != rules else { return }
      $0.locationRules = rules
      $0.index = nil
      $0.version += 1
    }
  }

  /// Decides whether locations of a scheme may fall back to routes without one.
  func setFallback(_ fallback: Bool, scheme: String) {
    state.withLock {
      $0.fallback[scheme.lowercased()] = fallback
      $0.index = nil
      $0.version += 1
    }
  }
}
