#if Inspector
import Moonroute
import RoutePatterns
import Synchronization

/// Counts how often routes were come to, and which of them led to which.
final class RouteVisits: Sendable {
  /// A way from one route to another.
  struct Way: Hashable, Sendable {
    /// The labels of the routes.
    let from: String
    let to: String
  }

  private struct State {
    var hits: [String: Int] = [:]
    var ways: [Way: Int] = [:]
  }

  /// The routes, and the ways, that are counted at most.
  private static let limit = 50_000

  private let state = Mutex(State())

  /// Counts an open.
  func note(_ outcome: Outcome) {
    let legs = outcome.steps.filter { $0.kind == .match }.compactMap(\.name)
    let key = outcome.route.map(Self.key)
    guard key != nil || legs.count > 1 else { return }
    state.withLock { state in
      if let key, state.hits[key] != nil || state.hits.count < Self.limit {
        state.hits[key, default: 0] += 1
      }
      guard !outcome.redirects.isEmpty else { return }
      for (from, to) in zip(legs, legs.dropFirst()) where from != to {
        let way = Way(from: from, to: to)
        guard state.ways[way] != nil || state.ways.count < Self.limit else { continue }
        state.ways[way, default: 0] += 1
      }
    }
  }

  /// How often a route was come to.
  func hits(of route: RouteInfo) -> Int { state.withLock { $0.hits[Self.key(route)] ?? 0 } }

  /// How often each way was gone.
  var ways: [Way: Int] { state.withLock { $0.ways } }

  /// The text by which a route is known, whichever scripts it comes from.
  private static func key(_ route: RouteInfo) -> String {
    "\(route.label) \(route.pattern.text) \(route.scheme ?? "")"
  }
}
#endif
