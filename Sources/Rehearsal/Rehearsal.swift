package import Moonroute
package import ScriptHost

/// An application of scripts on a virtual clock, in which things are tried: nothing of it is seen
/// outside, and nothing waits in real time.
///
/// ```swift
/// let rehearsal = try await scripts.rehearsal()
/// let outcome = await rehearsal.perform { await $0.router.open("/cart") }
/// await rehearsal.end()
/// ```
package final class Rehearsal: Sendable {
  /// How long one piece of work may take.
  package struct Limits: Sendable {
    /// The longest that it may wait, on the rehearsal's clock; `nil`: as long as it likes.
    ///
    /// Default: one hour.
    package var waiting: Duration? = .seconds(3_600)

    /// The processor time that it may take, with all that happens while it waits.
    ///
    /// Default: 2 s.
    package var computing = Duration.seconds(2)

    /// Makes the default limits.
    package init() {}
  }

  /// Why a piece of work has not ended.
  package enum Unended: Error, Sendable {
    /// It waits for what does not come by itself, such as an answer of a person.
    case waits
    /// It has had its processor time.
    case computes
    /// It waits for a time on the clock, longer than it may.
    case sleeps

    /// The reason, in words.
    package var words: String {
      switch self {
      case .waits: "it waits for what does not come here, such as an answer"
      case .computes: "it computes for longer than an open may, with all that runs meanwhile"
      case .sleeps: "it waits on the clock for longer than an open may"
      }
    }
  }

  package let host: ScriptHost

  /// The time, and what runs everything.
  package let time: RehearsalTime

  init(_ host: ScriptHost, _ time: RehearsalTime) { (self.host, self.time) = (host, time) }

  package var application: Application { host.application }

  /// Begins to count how long work takes, in the midst of other work.
  ///
  /// - Parameter limits: How long it may take from now on.
  package func begin(_ limits: Limits) {
    time.executor.meter.begin(limit: limits.computing)
    time.limit(limits.waiting)
  }

  /// Ends the rehearsal; what still waits in it is let go.
  package func end() async {
    time.stand()
    await host.close()
  }

  /// Does something with the application, and lets the clock go on until it has ended, or until
  /// nothing more can happen.
  ///
  /// - Parameters:
  ///   - limits: How long it may take. Default: one hour of waiting.
  ///   - work: Does it.
  /// - Returns: What `work` answers; `nil` where it waits for what does not come, such as an answer
  ///   of a person, or has taken longer than it may. It may end later, unseen.
  package func perform<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable (isolated Application) async -> Answer
  ) async -> Answer? {
    let application = application
    return await run(limits) { await application.perform(work) }
  }

  /// Does an act. The clock does not go on by itself meanwhile.
  ///
  /// - Throws: A `RouterError` or `ScriptProblems`.
  package func perform(
    _ act: Act,
    in application: isolated Application
  ) async throws -> ActResult {
    try await act.perform(in: application, host) { await time.clock.advance(by: $0) }
  }

  /// Runs work on the rehearsal's executor, and lets the clock go on until it has ended, or until
  /// nothing more can happen.
  ///
  /// - Parameters:
  ///   - limits: How long it may take. Default: one hour of waiting.
  ///   - work: The work.
  /// - Returns: What `work` answers; `nil` where it has not ended by then. It may end later, unseen.
  package func run<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Answer? {
    try? await attempt(limits, work).get()
  }

  /// The same as ``run(_:_:)``, with the reason why work has not ended.
  ///
  /// Timers that ran before do not count: where they alone are left, or alone use up the time, the
  /// work waits. One that ends meanwhile hides a time that the work waits for: then, too, it waits.
  package func attempt<Answer: Sendable>(
    _ limits: Limits = Limits(),
    _ work: @escaping @Sendable () async -> Answer
  ) async -> Result<Answer, Unended> {
    let time = time
    return await withTaskExecutorPreference(time.executor) {
      begin(limits)
      let (start, sleepers) = (time.clock.now, time.clock.sleeperCount)
      let continuation = OneShotContinuation<Result<Answer, Unended>>()
      let answer = try? await continuation.wait(isCancellable: false) {
        Task(executorPreference: time.executor) {
          continuation.resume(returning: .success(await work()))
        }
        time.run { error in
          let sleeps = time.clock.sleeperCount > sleepers
          let unended: Unended =
            if error is GivenUpWait, sleeps || time.clock.now == start {
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
