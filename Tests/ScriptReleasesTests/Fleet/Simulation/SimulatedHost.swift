#if Releases
import Fleet
import Moonroute
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization

/// A host of a simulated fleet, with one life after the other.
final class SimulatedHost: Sendable {
  private enum Turn { case news, second }

  let name: String
  private let state = Mutex((status: ReleaseFollower.Status(), link: SimulatedLink?.none))

  init(_ name: String) { self.name = name }

  /// The state after the last look or check.
  var status: ReleaseFollower.Status { state.withLock { $0.status } }

  /// The connection of this life; `nil` while the host is down.
  var link: SimulatedLink? { state.withLock { $0.link } }

  /// Follows the fleet until the task is cancelled, as after a crash.
  func live(in simulation: RolloutSimulation) async throws {
    let (fleet, link) = (simulation.fleet, simulation.fleet.link())
    let feed = FleetFeed(
      of: "shop",
      channel: "stable",
      over: link,
      depot: FaultyDepot(simulation)
    )
    let program = SimulatedProgram(simulation)
    let follower = try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: simulation.depot.root,
      from: feed,
      as: name,
      in: program
    )
    state.withLock { $0 = (.init(), link) }
    let census = feed.census(of: name)
    let (turns, turn) = AsyncStream.makeStream(of: Turn.self)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await feed.follow(reporting: census, clock: fleet.clock) {
          await self.report(follower, program)
        } problem: { _ in
        } news: {
          turn.yield(.news)
        }
      }
      group.addTask {
        while !Task.isCancelled {
          turn.yield(.second)
          try? await fleet.clock.sleep(for: .seconds(1))
        }
      }
      var pace = LookPace(every: .seconds(300))
      var lookAt = simulation.now
      for await turn in turns {
        if turn == .second { program.serve() }
        let isLook = turn == .news || simulation.now >= lookAt
        let status =
          isLook ? await follower.look(now: MemoryDepot.start) : await follower.check()
        if isLook { lookAt = simulation.now + pace.wait(after: status, random: fleet.chance()) }
        state.withLock { $0.status = status }
        census.note(status)
        simulation.observe(self, isLook: isLook)
      }
    }
    state.withLock { $0.link = nil }
  }

  private func report(
    _ follower: ReleaseFollower,
    _ program: SimulatedProgram
  ) async -> CensusReport {
    let isOnTrial = await follower.isOnTrial
    var report = CensusReport(host: name, channel: "stable", status, isOnTrial: isOnTrial)
    report.opens = program.opens()
    return report
  }
}

/// A depot that is away from time to time.
private struct FaultyDepot: ReleaseFeed {
  let simulation: RolloutSimulation

  init(_ simulation: RolloutSimulation) { self.simulation = simulation }

  func fetch(_ path: String, limit: Int) throws -> [UInt8]? {
    if simulation.fleet.chance() < simulation.fleet.faults.lost { throw FeedError("offline") }
    return simulation.depot.fetch(path, limit: limit)
  }
}

/// A program whose opens depend on its release.
private final class SimulatedProgram: ReleaseProgram {
  private let simulation: RolloutSimulation
  private let state = Mutex((version: 0, opens: OpenCounts()))

  init(_ simulation: RolloutSimulation) { self.simulation = simulation }

  var uptime: Duration { simulation.now }

  /// Counts the opens of a second.
  func serve() {
    state.withLock { state in
      state.opens.note(.opened, route: "home", count: 3)
      state.opens.note(.opened, route: "cart")
      let isFailing = simulation.isBad && state.version == 2
      state.opens.note(isFailing ? .failed : .opened, route: "cart")
    }
  }

  func lacks(_ needs: ScriptBundle.Needs) -> ScriptBundle.Needs { .init() }

  func prove(_ bundle: ScriptBundle) -> String? { nil }

  func use(_ rules: ReleaseFollower.Rules) -> String? {
    var version = 0
    if case .release(let source) = rules { version = source.release?.version ?? -1 }
    state.withLock { $0.version = version }
    return nil
  }

  func opens() -> OpenCounts { state.withLock { $0.opens } }
}
#endif
