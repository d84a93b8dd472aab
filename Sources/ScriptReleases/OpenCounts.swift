#if Releases
package import Moonroute

/// The numbers of opens and of failures, overall and by route.
package struct OpenCounts: Sendable, Equatable {
  package struct Count: Sendable, Equatable {
    package var opens: Int
    package var failed: Int

    package init(opens: Int = 0, failed: Int = 0) { (self.opens, self.failed) = (opens, failed) }

    /// The share of failed opens, from 0 to 1.
    package var failedShare: Double { opens > 0 ? Double(failed) / Double(opens) : 0 }

    /// The sum; sums of false numbers stay at the largest number.
    package static func + (first: Count, second: Count) -> Count {
      Count(opens: sum(first.opens, second.opens), failed: sum(first.failed, second.failed))
    }

    private static func sum(_ first: Int, _ second: Int) -> Int {
      let (sum, isTooLarge) = first.addingReportingOverflow(second)
      return isTooLarge ? .max : sum
    }

    static func - (first: Count, second: Count) -> Count {
      Count(opens: first.opens - second.opens, failed: first.failed - second.failed)
    }
  }

  /// The maximum number of routes; additional routes only count overall.
  private static let routeLimit = 1_000

  /// The maximum length of a name of a route; longer ones only count overall.
  private static let nameBytes = 256

  package internal(set) var all = Count()
  package private(set) var routes: [String: Count] = [:]

  package init() {}

  /// Counts opens with the same ending and route, except cancelled ones.
  ///
  /// - Parameters:
  ///   - status: The ending; an open with a substitute has failed.
  ///   - route: The name or the pattern of the route, if there is one.
  ///   - count: The number of opens.
  package mutating func note(_ status: Outcome.Status, route: String?, count: Int = 1) {
    guard status != .cancelled else { return }
    let hasFailed = status == .failed || status == .fellBack
    add(Count(opens: count, failed: hasFailed ? count : 0), route: route)
  }

  /// Adds counts of a route, or of no route.
  mutating func add(_ count: Count, route: String?) {
    all = all + count
    guard let route, route.utf8.count <= Self.nameBytes else { return }
    guard let known = routes[route] else {
      if routes.count < Self.routeLimit { routes[route] = count }
      return
    }
    routes[route] = known + count
  }

  /// Adds the counts of another host.
  package mutating func add(_ other: OpenCounts) {
    let total = all + other.all
    for (route, count) in other.routes { add(count, route: route) }
    all = total
  }

  /// The counts since earlier ones.
  package func since(_ earlier: OpenCounts) -> OpenCounts {
    var counts = self
    counts.all = all - earlier.all
    counts.routes = [:]
    for (route, count) in routes {
      let new = count - (earlier.routes[route] ?? Count())
      if new != Count() { counts.routes[route] = new }
    }
    return counts
  }
}
#endif
