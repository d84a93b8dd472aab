#if Releases
import Foundation
import Moonroute
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// A release on trial: its opens are watched, and the starts of the program are counted.
@Suite struct ReleaseTrialTests {
  /// A program that uses version 2 on trial, after a good version 1.
  private static func trial(
    in path: String? = nil,
    _ body: (TestProgram, ReleaseFollower, MemoryDepot) async throws -> Void
  ) async throws {
    let (depot, program) = (try MemoryDepot.with(1, 2, 3), TestProgram())
    let follower = try program.follower(of: depot, in: path)
    try depot.publish(1)
    await follower.look(now: MemoryDepot.start)
    program.note(100, failed: 2)
    program.wait()
    try depot.publish(2)
    await follower.look(now: MemoryDepot.start)
    #expect(program.uses == [1, 2])
    try await body(program, follower, depot)
  }

  @Test func `failing opens bring back the previous release, until a retry`() async throws {
    try await Self.trial { program, follower, depot in
      program.note(20, failed: 2)
      let status = await follower.check()
      #expect(program.uses == [1, 2, 1])
      #expect(status.active?.version == 1)
      #expect(status.refused.map(\.version) == [2])
      #expect(
        status.refused.map(\.reason) == [
          "the route 'cart': 2 of 20 opens failed, and 2 of 100 before"
        ]
      )
      await follower.look(now: MemoryDepot.start)
      #expect(program.uses == [1, 2, 1])
      try depot.publish(2, retry: status.refused.map(\.digest))
      await follower.look(now: MemoryDepot.start)
      #expect(program.uses == [1, 2, 1, 2])
      // The trial counts from its own beginning.
      program.note(19, failed: 19)
      await follower.check()
      #expect(program.uses == [1, 2, 1, 2])
      program.note(1)
      await follower.look(now: MemoryDepot.start)
      // The same retry does not lift the new refusal.
      await follower.look(now: MemoryDepot.start)
      #expect(program.uses == [1, 2, 1, 2, 1])
    }
  }

  /// A program without rules of its own whose release, version 2, fails.
  private static func failed(
    _ body: (TestProgram, ReleaseFollower, MemoryDepot) async throws -> Void
  ) async throws {
    let (depot, program) = (try MemoryDepot.with(1, 2), TestProgram())
    program.with { $0.unusable = [0] }
    let follower = try program.follower(of: depot)
    try depot.publish(2)
    await follower.look(now: MemoryDepot.start)
    program.note(25, failed: 25)
    let status = await follower.check()
    #expect(program.uses == [2] && status.active?.version == 2)
    #expect(status.refused.map(\.version) == [2])
    try await body(program, follower, depot)
  }

  @Test func `a later release is not compared with a failed one`()
    async throws
  {
    try await Self.failed { program, follower, depot in
      try depot.publish(1)
      await follower.look(now: MemoryDepot.start)
      #expect(program.uses == [2, 1])
      // The host cannot return to version 2, and its failures do not excuse those of version 1.
      program.note(25, failed: 25)
      let status = await follower.check()
      #expect(program.uses == [2, 1] && status.active?.version == 1)
      #expect(
        status.refused.map(\.reason).last
          == "the route 'cart': 25 of 25 opens failed, and 0 of 0 before"
      )
    }
  }

  @Test func `a retry begins the trial of a failed release in use again`() async throws {
    try await Self.failed { program, follower, depot in
      let digests = await follower.status.refused.map(\.digest)
      try depot.publish(2, retry: digests)
      #expect(await follower.look(now: MemoryDepot.start).refused.isEmpty)
      program.note(19, failed: 19)
      #expect(await follower.check().refused.isEmpty)
      program.note(1, failed: 1)
      #expect(await follower.check().refused.map(\.version) == [2])
    }
  }

  @Test func `opens after the trial, and few opens in it, change nothing`() async throws {
    try await Self.trial { program, follower, _ in
      program.note(19, failed: 19)
      program.wait(.seconds(29))
      await follower.check()
      #expect(await follower.isOnTrial)
      program.wait(.seconds(1))
      await follower.check()
      #expect(await !follower.isOnTrial)
      program.note(1_000, failed: 1_000)
      await follower.check()
      #expect(program.uses == [1, 2])
    }
  }

  @Test func `without a previous release, the program's own rules return`() async throws {
    let (depot, program) = (try MemoryDepot.with(1), TestProgram())
    let follower = try program.follower(of: depot)
    try depot.publish(1)
    await follower.look(now: MemoryDepot.start)
    program.note(20, failed: 20)
    let status = await follower.check()
    #expect(program.uses == [1, 0])
    #expect(status.active == nil)
  }

  @Test func `a release that cannot return gives way to the program's own rules`() async throws {
    try await Self.trial { program, follower, _ in
      program.with { $0.unusable = [1] }
      program.note(20, failed: 20)
      await follower.check()
      #expect(program.uses == [1, 2, 0])
    }
  }

  @Test func `a program without other rules keeps the failing ones`() async throws {
    try await Self.trial { program, follower, _ in
      program.with { $0.unusable = [0, 1] }
      program.note(20, failed: 20)
      let status = await follower.check()
      #expect(program.uses == [1, 2])
      #expect(status.active?.version == 2)
      #expect(status.problem == "the scripts do not load")
      #expect(await !follower.isOnTrial)
    }
  }

  @Test func `a host never returns to a release whose trial did not end`() async throws {
    try await Self.trial { program, follower, depot in
      try depot.publish(3)
      await follower.look(now: MemoryDepot.start)
      program.note(20, failed: 20)
      await follower.check()
      #expect(program.uses == [1, 2, 3, 1])
    }
  }

  @Test func `a host never returns to a withdrawn release`() async throws {
    try await Self.trial { program, follower, depot in
      try depot.withdraw("bundles/shop-1.tar")
      try depot.publish(2)
      await follower.look(now: MemoryDepot.start)
      program.note(20, failed: 20)
      await follower.check()
      #expect(program.uses == [1, 2, 0])
    }
  }

  @Test func `an embedded channel ends the trial`() async throws {
    try await Self.trial { program, follower, depot in
      try depot.publish([], state: .embedded)
      await follower.look(now: MemoryDepot.start)
      program.note(20, failed: 20)
      await follower.check()
      #expect(program.uses == [1, 2, 0])
    }
  }

  // MARK: Starts

  @Test func `the third start within a trial returns to the previous release`() async throws {
    try await TestFolder.run { path in
      try await Self.trial(in: path) { _, _, depot in
        for uses in [[2], [2], [1], [1]] {
          let program = TestProgram()
          let status = try await program.follower(of: depot, in: path).start()
          #expect(program.uses == uses)
          let reasons = uses == [1] ? ["the program started 3 times within the trial"] : []
          #expect(status.refused.map(\.reason) == reasons)
        }
        let program = TestProgram()
        let follower = try program.follower(of: depot, in: path)
        await follower.start()
        await follower.look(now: MemoryDepot.start)
        #expect(program.uses == [1])
      }
    }
  }

  @Test func `a program that ends as it should has not crashed`() async throws {
    try await TestFolder.run { path in
      try await Self.trial(in: path) { _, _, depot in
        for _ in 0..<5 {
          let program = TestProgram()
          let follower = try program.follower(of: depot, in: path)
          await follower.start()
          await follower.end()
          #expect(program.uses == [2])
        }
      }
    }
  }

  @Test func `a trial goes on after a restart, with the opens of the previous rules`() async throws
  {
    try await TestFolder.run { path in
      try await Self.trial(in: path) { _, _, depot in
        let program = TestProgram()
        let follower = try program.follower(of: depot, in: path)
        await follower.start()
        // 2 % of the opens failed before.
        program.note(200, failed: 11)
        await follower.check()
        #expect(program.uses == [2])
        program.note(0, failed: 1)
        await follower.check()
        #expect(program.uses == [2, 1])
      }
    }
  }

  @Test func `a crash loop without other rules starts the same release`() async throws {
    try await TestFolder.run { path in
      let depot = try MemoryDepot.with(1)
      try depot.publish(1)
      try await TestProgram().follower(of: depot, in: path).look(now: MemoryDepot.start)
      for _ in 0..<4 {
        let program = TestProgram()
        program.with { $0.unusable = [0] }
        try await program.follower(of: depot, in: path).start()
        #expect(program.uses == [1])
      }
    }
  }

  // MARK: Health

  private static func counts(_ routes: [String: (opens: Int, failed: Int)]) -> OpenCounts {
    var counts = OpenCounts()
    for (route, count) in routes {
      counts.note(.opened, route: route, count: count.opens - count.failed)
      counts.note(.failed, route: route, count: count.failed)
    }
    return counts
  }

  @Test(arguments: [
    // Opens and failures of the new rules, then of those before, and whether that is healthy.
    (20, 1, 0, 0, true), (20, 2, 0, 0, false), (19, 19, 0, 0, true), (100, 5, 0, 0, true),
    (100, 6, 0, 0, false), (100, 15, 100, 5, false), (100, 14, 100, 5, true),
    (100, 50, 100, 50, true), (100, 100, 100, 34, true), (100, 6, 1_000, 20, false),
  ])
  func `opens are healthy below 5 % or three times the failures before`(
    opens: Int,
    failed: Int,
    before: Int,
    failedBefore: Int,
    isHealthy: Bool
  ) {
    let problem = ReleaseHealth()
      .problem(
        of: Self.counts(["cart": (opens, failed)]),
        before: Self.counts(["cart": (before, failedBefore)])
      )
    #expect((problem == nil) == isHealthy)
  }

  @Test func `one failing route is enough, unless it failed equally before`() {
    let opens = Self.counts(["home": (10_000, 0), "cart": (20, 10), "help": (19, 19)])
    let fresh = Self.counts(["home": (10_000, 0), "cart": (100, 1)])
    #expect(
      ReleaseHealth().problem(of: opens, before: fresh)?.description
        == "the route 'cart': 10 of 20 opens failed, and 1 of 100 before"
    )
    // Together, opens can be unhealthy although no route has enough of them.
    let rare = Self.counts(["a": (10, 5), "b": (10, 5)])
    #expect(
      ReleaseHealth().problem(of: rare, before: fresh)?.description
        == "10 of 20 opens failed, and 1 of 10100 before"
    )
    let same = Self.counts(["home": (10_000, 0), "cart": (100, 50)])
    #expect(ReleaseHealth().problem(of: opens, before: same) == nil)
  }

  @Test func `a substitute is a failure, and a cancelled open does not count`() {
    var counts = OpenCounts()
    counts.note(.fellBack, route: "cart")
    counts.note(.cancelled, route: "cart", count: 5)
    counts.note(.notFound, route: nil)
    #expect(counts.all == .init(opens: 2, failed: 1))
    #expect(counts.routes == ["cart": .init(opens: 1, failed: 1)])
  }

  @Test func `routes beyond the limit count only overall`() {
    var counts = OpenCounts()
    for number in 0..<1_100 { counts.note(.opened, route: "r\(number)") }
    counts.note(.failed, route: String(repeating: "r", count: 257))
    #expect(counts.all == .init(opens: 1_101, failed: 1))
    #expect(counts.routes.count == 1_000)
  }
}
#endif
