#if Releases
/// The rule by which the opens of a new release are healthy.
public struct ReleaseHealth: Sendable, Equatable {
  /// The time after an activation in which opens are watched.
  public var trialTime: Duration

  /// The number of opens, overall or on one route, below which nothing is decided.
  public var leastOpens: Int

  /// The share of failed opens, from 0 to 1, that is still healthy.
  public var failedShare: Double

  /// The growth of the share of failed opens that is unhealthy.
  public var growth: Double

  /// The start of the program within the trial at which the release is left.
  public var starts: Int

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - trialTime: The time after an activation in which opens are watched. Default: 30 s.
  ///   - leastOpens: The number of opens below which nothing is decided. Default: 20.
  ///   - failedShare: The share of failed opens, from 0 to 1, that is still healthy. Default: 0.05.
  ///   - growth: The growth of that share that is unhealthy. Default: 3.
  ///   - starts: The start of the program within the trial at which the release is left. Default: 3.
  public init(
    trialTime: Duration = .seconds(30),
    leastOpens: Int = 20,
    failedShare: Double = 0.05,
    growth: Double = 3,
    starts: Int = 3
  ) {
    (self.trialTime, self.leastOpens, self.starts) = (trialTime, leastOpens, starts)
    (self.failedShare, self.growth) = (failedShare, growth)
  }

  /// Opens that are unhealthy.
  package struct Problem: Sendable, Equatable, CustomStringConvertible {
    /// `nil` for the opens of all routes.
    package let route: String?
    package let now: OpenCounts.Count
    package let before: OpenCounts.Count

    package var description: String {
      let numbers = numbers(comparedWith: "before")
      return route.map { "the route '\($0)': \(numbers)" } ?? numbers
    }

    /// The numbers, such as `9 of 20 opens failed, and 1 of 311 before`.
    package func numbers(comparedWith others: String) -> String {
      "\(now.failed) of \(now.opens) opens failed, and \(before.failed) of \(before.opens) \(others)"
    }
  }

  /// Returns the worst unhealthy route, or all opens if only these are unhealthy, or `nil`.
  package func problem(of opens: OpenCounts, before: OpenCounts) -> Problem? {
    let routes = opens.routes.compactMap { route, count in
      problem(of: count, before: before.routes[route], route)
    }
    return routes.min {
      ($1.now.failedShare, $0.route ?? "") < ($0.now.failedShare, $1.route ?? "")
    }
      ?? problem(of: opens.all, before: before.all)
  }

  private func problem(
    of now: OpenCounts.Count,
    before: OpenCounts.Count?,
    _ route: String? = nil
  ) -> Problem? {
    let before = before ?? OpenCounts.Count()
    let (opens, failed) = (Double(now.opens), Double(now.failed))
    // Products instead of quotients, so that exactly three times as many count.
    guard now.opens >= leastOpens, now.failed > 0, failed > failedShare * opens,
      failed * Double(before.opens) >= growth * Double(before.failed) * opens
    else { return nil }
    return Problem(route: route, now: now, before: before)
  }
}
#endif
