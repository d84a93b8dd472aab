#if Inspector
import Moonroute
import RoutePatterns
import Synchronization

final class RouteVisits: Sendable {
  /// A redirect from one route to another.
  struct Way: Hashable, Sendable {
    let from: String
    let to: String
  }

  private struct State {
    var hits: [String: Int] = [:]
    var ways: [Way: Int] = [:]
  }

  private static let limit = 50_000

  private let state = Mutex(State())

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

  func hits(of route: RouteInfo) -> Int { state.withLock { $0.hits[Self.key(route)] ?? 0 } }

  var ways: [Way: Int] { state.withLock { $0.ways } }

  /// A key for the same route in different versions of the scripts.
  private static func key(_ route: RouteInfo) -> String {
    "\(route.label) \(route.pattern.text) \(route.scheme ?? "")"
  }
}
#endif
