#if Releases
import Fleet
import ReleaseTrust
import ScriptReleases
import Synchronization
import TestSupport

/// A host of a fleet that looks at the depot after news, and reports when it uses a release.
final class FollowingHost: Sendable {
  let program = TestProgram()
  private let uses = AsyncStream.makeStream(of: Int.self)
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(
    _ name: String,
    _ depot: MemoryDepot,
    _ link: any FleetLink,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    let feed = FleetFeed(
      of: "shop",
      channel: "stable",
      over: link,
      depot: depot
    )
    let follower = try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: depot.root,
      from: feed,
      as: name,
      in: program
    )
    let requests = LookRequests()
    let first = await follower.look(now: .now)
    task.withLock {
      $0 = Task { [uses] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await feed.follow(clock: clock) { requests.ask() } }
          group.addTask {
            await follower.follow(LookPace(every: .seconds(3_600)), requests, after: first) {
              uses.continuation.yield($0.active?.version ?? 0)
            }
          }
        }
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }

  func isUsing(_ version: Int) async {
    for await use in uses.stream where use == version { return }
  }
}
#endif
