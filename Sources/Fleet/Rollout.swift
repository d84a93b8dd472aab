#if Releases
package import ScriptReleases

/// The decisions of a roll-out in stages; they depend only on the reports of hosts and on times.
package struct Rollout: Sendable {
  package struct Plan: Sendable {
    /// The shares of the hosts out of 10,000, in growing order.
    package let stages: [Int]
    /// The time between two stages.
    package let every: Duration
    /// The rule by which a stage is healthy.
    package let health: ReleaseHealth

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - stages: The shares of the hosts out of 10,000, in growing order.
    ///   - every: The time between two stages.
    ///   - failedShare: The share of failed opens, from 0 to 1, that is still healthy.
    package init(stages: [Int], every: Duration, failedShare: Double) {
      (self.stages, self.every) = (stages, every)
      health = ReleaseHealth(failedShare: failedShare)
    }
  }

  package enum Step: Sendable, Equatable {
    case wait
    /// Ask the hosts for reports, which the end of the stage needs.
    case ask
    /// The stage is healthy; the next one has this share.
    case raise(to: Int)
    case halt(Problem)
    /// The last stage is healthy.
    case done
  }

  /// The reason for a halt.
  package enum Problem: Sendable, Equatable {
    /// Opens fail on a number of hosts.
    case opens(ReleaseHealth.Problem, hosts: Int)
    /// Some of the hosts that have proven or refused the release refuse it.
    case refusals(FleetView.Refusal, hosts: Int, of: Int)
  }

  /// The time before the end of a stage for their reports.
  private static let answerTime = Duration.seconds(1)

  package let plan: Plan
  package let version: Int
  /// The share of the current stage.
  package private(set) var share: Int
  /// All reports since the start.
  package private(set) var view = FleetView()
  /// The opens under the release before the current stage.
  private var earlier = OpenCounts()
  private var begin: Duration
  private var hasAsked = false
  /// Whether a host has reported since the start of the stage.
  package private(set) var isHeard = false

  /// Begins with the stage in which a channel is.
  ///
  /// - Parameters:
  ///   - version: The version of the release.
  ///   - share: The share that the channel offers now; its stage takes the whole time again.
  ///   - plan: The stages; those up to the share are over.
  ///   - time: The time of the clock.
  package init(of version: Int, at share: Int, _ plan: Plan, time: Duration) {
    (self.version, self.share, self.plan, begin) = (version, share, plan, time)
  }

  package mutating func add(_ report: CensusReport) {
    view.add(report)
    isHeard = true
  }

  /// Begins the stage of a share.
  package mutating func begin(_ share: Int, at time: Duration) {
    (self.share, begin, hasAsked, isHeard) = (share, time, false, false)
    earlier = view.opens(of: version)
  }

  /// Whether the time of the stage is over, but no host has reported.
  package func isSilent(at time: Duration) -> Bool { !isHeard && time - begin >= plan.every }

  /// The next step at a time.
  package mutating func step(at time: Duration) -> Step {
    if let problem { return .halt(problem) }
    // With the share 0, no host has anything to watch.
    if share > 0 {
      let rest = plan.every - (time - begin)
      if rest <= Self.answerTime, !hasAsked {
        hasAsked = true
        return .ask
      }
      // A stage without any report cannot be judged.
      guard rest <= .zero, isHeard else { return .wait }
    }
    return plan.stages.first { $0 > share }.map(Step.raise) ?? .done
  }

  private var problem: Problem? {
    // Routes that fail under the other releases as well do not count; these are compared over the
    // whole time, because their hosts become fewer.
    let now = view.opens(of: version).since(earlier)
    if let problem = plan.health.problem(of: now, before: view.opens(exceptOf: version)) {
      return .opens(problem, hosts: view.row(of: version).hosts(failing: problem.route))
    }
    return refusals
  }

  /// The refusals, if their share is too large; hosts whose program lacks something do not count.
  private var refusals: Problem? {
    let refusals = view.refusals.filter { refusal in
      refusal.refusal.version == version && !refusal.refusal.isOfProgram
    }
    guard let first = refusals.first else { return nil }
    let refusing = Set(refusals.flatMap(\.hosts))
    let others = view.reports.filter { report in
      (report.version == version || report.prepared == version) && !refusing.contains(report.host)
    }
    let all = refusing.count + others.count
    guard Double(refusing.count) > plan.health.failedShare * Double(all) else { return nil }
    return .refusals(first, hosts: refusing.count, of: all)
  }
}
#endif
