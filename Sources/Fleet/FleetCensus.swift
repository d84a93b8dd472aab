#if Releases
import ReleaseTrust
package import ScriptReleases
import Synchronization

/// Reports a host to its fleet.
package final class FleetCensus: Sendable {
  /// The state of the host, with the counts since its start.
  package typealias Facts = @Sendable () async -> CensusReport

  /// The time between two reports.
  private static let reportTime = Duration.seconds(10)

  /// The longest wait before an answer, so that the hosts do not answer at the same moment.
  private static let answerTime = 0.2

  /// The time after which a host renews its entry, which the fleet keeps for a day.
  private static let joinTime = Duration.seconds(3_600)

  private struct State {
    /// Asks for a report.
    var turn: AsyncStream<Void>.Continuation?
    /// The state of the host at the last report.
    var last: CensusReport?
    /// The counts at the last report.
    var opens = OpenCounts()
    var different = OpenCounts()
    /// The times of the last report and the last entry.
    var reported = Duration.zero
    var joined: Duration?
  }

  private let app: String
  private let host: String
  private let channel: String
  private let link: any FleetLink
  private let state = Mutex(State())

  package init(of app: String, host: String, channel: String, over link: any FleetLink) {
    (self.app, self.host, self.channel, self.link) = (app, host, channel, link)
  }

  /// Reports every 10 seconds, and soon after each question, until the task is cancelled.
  ///
  /// A report that cannot be sent is left out; the next one has its counts.
  package func run<C: Clock<Duration>>(
    clock: C = ContinuousClock(),
    _ facts: @escaping Facts
  ) async {
    let start = clock.now
    await withTaskGroup(of: Void.self) { group in
      let (turns, turn) = AsyncStream.makeStream(
        of: Void.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      state.withLock { $0.turn = turn }
      group.addTask {
        while !Task.isCancelled {
          turn.yield()
          try? await clock.sleep(for: Self.reportTime)
        }
      }
      group.addTask {
        while !Task.isCancelled {
          let questions = try? await self.link.deliveries(of: .ask(self.app), limit: 1)
          if let questions {
            for await question in questions where question != .gap {
              try? await clock.sleep(for: .seconds(Self.answerTime * FleetSurroundings.chance()))
              turn.yield()
            }
          }
          try? await clock.sleep(for: Self.reportTime)
        }
      }
      for await _ in turns {
        let time = start.duration(to: clock.now)
        await report(await facts(), at: time)
        await join(at: time)
      }
    }
  }

  /// Reports soon if the release in use has changed since the last report.
  package func note(_ status: ReleaseFollower.Status) {
    let turn = state.withLock { state in
      state.last.map { $0.digest != status.active?.sha256 } == true ? state.turn : nil
    }
    turn?.yield()
  }

  private func report(_ facts: CensusReport, at time: Duration) async {
    await closeLast(facts, at: time)
    var report = facts
    let known = state.withLock { state in
      state.last = facts
      return state
    }
    report.opens = facts.opens.since(known.opens)
    report.different = facts.different.since(known.different)
    report.time = time - known.reported
    guard await send(report) else { return }
    state.withLock { state in
      (state.opens, state.different, state.reported) = (facts.opens, facts.different, time)
    }
  }

  /// Reports the last opens of a release that the host has left.
  ///
  /// Without a connection they are lost, so that no opens count for another release.
  private func closeLast(_ facts: CensusReport, at time: Duration) async {
    let known = state.withLock { $0 }
    guard var last = known.last, last.digest != facts.digest,
      facts.earlier.all.opens > known.opens.all.opens
    else { return }
    (last.opens, last.different) = (facts.earlier.since(known.opens), OpenCounts())
    last.time = time - known.reported
    _ = await send(last)
    state.withLock { ($0.opens, $0.reported) = (facts.earlier, time) }
  }

  private func send(_ report: CensusReport) async -> Bool {
    (try? await link.publish(report.bytes, to: .census(app, host: host))) != nil
  }

  private func join(at time: Duration) async {
    if let joined = state.withLock({ $0.joined }), time - joined < Self.joinTime { return }
    guard await write("joined") else { return }
    state.withLock { $0.joined = time }
  }

  /// Records that the host ends normally, so that it does not count as silent.
  package func leave() async { _ = await write(Self.left) }

  private static let left = "left"

  private func write(_ word: String) async -> Bool {
    let key = FleetKey.host(app, channel: channel, host)
    do throws(FleetError) {
      let revision = try await link.value(of: key)?.revision ?? 0
      try await link.put(Array(word.utf8), at: key, after: revision)
      return true
    } catch {
      return false
    }
  }

  /// Whether the entry of a host says that it has left.
  static func hasLeft(_ entry: FleetValue?) -> Bool {
    entry.map { $0.bytes == Array(left.utf8) } ?? true
  }
}
#endif
