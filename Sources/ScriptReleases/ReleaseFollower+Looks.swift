#if Releases
import ReleaseTrust
import Synchronization

/// Asks for a look at a depot before its time.
package final class LookRequests: Sendable {
  private struct State {
    var isWanted = false
    var ticks: AsyncStream<Void>.Continuation?
  }

  private let state = Mutex(State())

  package init() {}

  /// Asks for a look soon; without a follower, the next one begins with a look in any case.
  package func ask() {
    state.withLock { state in
      guard let ticks = state.ticks else { return }
      state.isWanted = true
      ticks.yield()
    }
  }

  fileprivate func take() -> Bool {
    state.withLock { state in
      defer { state.isWanted = false }
      return state.isWanted
    }
  }

  fileprivate func begin(_ ticks: AsyncStream<Void>.Continuation) {
    state.withLock { $0 = State(ticks: ticks) }
  }

  fileprivate func end() { state.withLock { $0 = State() } }
}

extension ReleaseFollower {
  /// The time between two checks of a release on trial.
  private static let checkTime = Duration.seconds(1)

  /// Looks at the depot, and at the opens of a release on trial, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - pace: The waits between looks.
  ///   - requests: Asks for more looks.
  ///   - first: The result of a look that has just been taken; `nil` to look now.
  ///   - note: Called after each look and each check.
  package func follow(
    _ pace: LookPace,
    _ requests: LookRequests = LookRequests(),
    after first: Status? = nil,
    note: @Sendable (Status) async -> Void
  ) async {
    var pace = pace
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    requests.begin(tick)
    var lookAt = ContinuousClock.now
    if let first { lookAt += pace.wait(after: first, random: .random(in: 0...1)) }
    var timer = Self.timer(lookAt, tick)
    for await _ in ticks {
      timer.cancel()
      if requests.take() || ContinuousClock.now >= lookAt {
        let status = await look(now: .now)
        lookAt = .now + pace.wait(after: status, random: .random(in: 0...1))
        await note(status)
      } else {
        await note(await check())
      }
      timer = Self.timer(isOnTrial ? min(lookAt, .now + Self.checkTime) : lookAt, tick)
    }
    timer.cancel()
    requests.end()
  }

  private static func timer(
    _ time: ContinuousClock.Instant,
    _ tick: AsyncStream<Void>.Continuation
  ) -> Task<Void, any Error> {
    Task {
      try await Task.sleep(until: time)
      tick.yield()
    }
  }
}
#endif
