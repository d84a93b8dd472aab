#if Releases
import ScriptReleases
import Synchronization

/// Runs a roll-out: collects the reports of hosts, and takes one step after the other.
package struct RolloutRun<C: Clock<Duration>>: Sendable {
  /// An event of a roll-out.
  package enum Event: Sendable {
    /// The hosts have to get this share now.
    case raise(to: Int, Rollout)
    /// The time of a stage is over, but no host has reported.
    case silence(Rollout)
  }

  /// The end of a roll-out.
  package enum Result: Sendable {
    case done(Rollout)
    case halted(Rollout.Problem, Rollout)
  }

  /// The time between two steps.
  private static var stepTime: Duration { .seconds(1) }

  private let app: String
  private let channel: String
  private let link: any FleetLink
  private let clock: C

  package init(
    of app: String,
    channel: String,
    over link: any FleetLink,
    clock: C = ContinuousClock()
  ) {
    (self.app, self.channel, self.link, self.clock) = (app, channel, link, clock)
  }

  /// Rolls a release out until its last stage is over, or until it halts.
  ///
  /// - Parameters:
  ///   - version: The version of the release.
  ///   - share: The share that the channel offers now.
  ///   - plan: The stages.
  ///   - isolation: The caller.
  ///   - take: Called with each event; publishes the shares. If it returns `false`, it is called
  ///     again a second later.
  /// - Returns: The end.
  /// - Throws: The error of `take`.
  package func run(
    _ version: Int,
    at share: Int,
    _ plan: Rollout.Plan,
    isolation: isolated (any Actor)? = #isolation,
    _ take: (Event) async throws -> Bool
  ) async throws -> Result {
    let rollout = Shared(Rollout(of: version, at: share, plan, time: .zero))
    // Subscribed before the first question, so that no answer is missed.
    let first = await deliveries()
    return try await withThrowingTaskGroup(
      of: Void.self,
      returning: Result.self,
      isolation: isolation
    ) { group in
      group.addTask { await collect(first, rollout) }
      defer { group.cancelAll() }
      return try await steps(of: rollout, isolation: isolation, take)
    }
  }

  private func steps(
    of rollout: Shared,
    isolation: isolated (any Actor)?,
    _ take: (Event) async throws -> Bool
  ) async throws -> Result {
    await ask()
    let start = clock.now
    var isSilenceKnown = false
    while true {
      let time = start.duration(to: clock.now)
      switch rollout.with({ $0.step(at: time) }) {
      case .wait:
        let isSilent = rollout.with { $0.isSilent(at: time) }
        if isSilent, !isSilenceKnown { _ = try await take(.silence(rollout.with { $0 })) }
        isSilenceKnown = isSilent
      case .ask: await ask()
      case .raise(let share):
        if try await take(.raise(to: share, rollout.with { $0 })) {
          rollout.with { $0.begin(share, at: start.duration(to: clock.now)) }
        }
      case .halt(let problem): return .halted(problem, rollout.with { $0 })
      case .done: return .done(rollout.with { $0 })
      }
      try await clock.sleep(for: Self.stepTime)
    }
  }

  private func ask() async { try? await link.publish([], to: .ask(app)) }

  private func deliveries() async -> AsyncStream<FleetDelivery>? {
    try? await link.deliveries(of: .census(app), limit: FleetView.hostLimit)
  }

  private func collect(_ first: AsyncStream<FleetDelivery>?, _ rollout: Shared) async {
    var current = first
    while !Task.isCancelled {
      if let current {
        for await delivery in current {
          guard let report = CensusReport(delivery, of: channel) else { continue }
          rollout.with { $0.add(report) }
        }
      }
      try? await clock.sleep(for: Self.stepTime)
      current = await deliveries()
    }
  }
}

/// A roll-out that two tasks use.
private final class Shared: Sendable {
  private let rollout: Mutex<Rollout>

  init(_ rollout: Rollout) { self.rollout = Mutex(rollout) }

  func with<Result: Sendable>(_ use: (inout Rollout) -> Result) -> Result {
    rollout.withLock { use(&$0) }
  }
}
#endif
