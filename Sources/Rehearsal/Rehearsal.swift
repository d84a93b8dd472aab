package import Moonroute
package import ScriptHost

/// A scripted application on a virtual clock.
///
/// It has no effects outside and never waits in real time.
///
/// ```swift
/// let rehearsal = try await scripts.rehearsal()
/// let outcome = await rehearsal.perform { await $0.router.open("/cart") }
/// await rehearsal.end()
/// ```
package final class Rehearsal: Sendable {
  /// The limits of one piece of work.
  package struct Limits: Sendable {
    /// The maximum wait on the rehearsal's clock; `nil` means no limit.
    package var waiting: Duration? = .seconds(3_600)

    /// The maximum processor time, including work that runs while it waits.
    package var computing = Duration.seconds(2)

    package init() {}
  }

  /// The reason why work has not ended.
  package enum UnendedError: Error, Sendable {
    /// It waits for an external event, such as a person's answer.
    case waits
    /// It exceeded its processor time.
    case computes
    /// It waits on the clock for longer than its limit.
    case sleeps

    package var words: String {
      switch self {
      case .waits: "it waits for an outside event, such as an answer"
      case .computes: "it exceeds the computing time of an open, including work that runs meanwhile"
      case .sleeps: "it waits on the clock for longer than an open is allowed to"
      }
    }
  }

  package let host: ScriptHost

  package let time: RehearsalTime

  private let calls: ScriptObservation<HostCall>?

  init(_ host: ScriptHost, _ time: RehearsalTime, _ calls: ScriptObservation<HostCall>?) {
    (self.host, self.time, self.calls) = (host, time, calls)
  }

  package var application: LinkRouter { host.router }

  /// Applies limits to the current work from now on.
  package func begin(_ limits: Limits) {
    time.executor.meter.begin(limit: limits.computing)
    time.limit(limits.waiting)
  }

  /// Ends the rehearsal and closes its script host.
  package func end() async {
    time.stand()
    await host.close()
  }

  /// Returns to the application as it was loaded first, at time zero, without loading its files.
  ///
  /// Unfinished work is cancelled and gets the time to end.
  package func reset() async throws {
    let (host, time) = (host, time)
    try await application.perform { try host.empty(in: $0) }
    time.clock.reset(endingAdvances: true)
    _ = await run { await time.settle() }
    try await application.perform { try host.reset(in: $0) }
    time.clock.reset(endingAdvances: true)
  }

  /// Runs work on the application and advances the clock until the work ends or nothing more can
  /// happen.
  ///
  /// - Returns: The result of `work`, or `nil` if it waits for an external event or exceeds its
  ///   limits. It may end later, unseen.
  package func perform<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable (isolated LinkRouter) async -> Answer
  ) async -> Answer? {
    let application = application
    return await run(limits) { await application.perform(work) }
  }

  /// Performs an act without advancing the clock automatically.
  package func perform(
    _ act: Act,
    in application: isolated LinkRouter
  ) async throws -> ActResult {
    try await act.perform(in: application, host) { await time.clock.advance(by: $0) }
  }

  /// Runs work on the rehearsal's executor and advances the clock until the work ends or nothing
  /// more can happen.
  ///
  /// - Returns: The result of `work`, or `nil` if it has not ended by then. It may end later,
  ///   unseen.
  package func run<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Answer? {
    try? await attempt(limits, work).get()
  }

  /// Runs work like ``run(_:_:)`` and also returns the reason why it has not ended.
  ///
  /// Timers from before the call do not count. If only they remain or use up the time, the result
  /// is `waits`. If one of them ends meanwhile, it hides a sleep of the work, and the result is
  /// also `waits`.
  package func attempt<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Result<Answer, UnendedError> {
    let time = time
    return await withTaskExecutorPreference(time.executor) {
      begin(limits)
      let (start, sleepers) = (time.clock.now, time.clock.sleeperCount)
      let continuation = OneShotContinuation<Result<Answer, UnendedError>>()
      let answer = try? await continuation.wait(isCancellable: false) {
        Task(executorPreference: time.executor) {
          continuation.resume(returning: .success(await work()))
        }
        time.run { error in
          let sleeps = time.clock.sleeperCount > sleepers
          let unended: UnendedError =
            if error is GivenUpWaitError, sleeps || time.clock.now == start {
              .computes
            } else {
              sleeps ? .sleeps : .waits
            }
          continuation.resume(returning: .failure(unended))
        }
      }
      time.stand()
      return answer ?? .failure(.waits)
    }
  }
}
