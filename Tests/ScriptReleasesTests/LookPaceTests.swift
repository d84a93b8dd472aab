#if Releases
import ReleaseTrust
import ScriptReleases
import Testing

/// The waits between looks at a depot.
@Suite struct LookPaceTests {
  private struct Feed: ReleaseFeed {
    let error: FeedError?

    func fetch(_ path: String, limit: Int) throws -> [UInt8]? {
      if let error { throw error }
      return nil
    }
  }

  /// The result of a look at a depot with this error, or at a depot that works.
  private static func status(_ error: FeedError?) async throws -> ReleaseFollower.Status {
    let depot = try MemoryDepot()
    let feed: any ReleaseFeed = error.map { Feed(error: $0) } ?? depot
    try depot.publish([], state: .embedded)
    let follower = try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: depot.root,
      from: feed,
      as: "web-1",
      in: TestProgram()
    )
    return await follower.look(now: MemoryDepot.start)
  }

  @Test func `waits differ by the spread`() async throws {
    let good = try await Self.status(nil)
    var pace = LookPace(every: .seconds(100), spread: 0.2)
    #expect(pace.wait(after: good, random: 0) == .seconds(80))
    #expect(pace.wait(after: good, random: 0.5) == .seconds(100))
    #expect(pace.wait(after: good, random: 1) == .seconds(120))
  }

  @Test func `after failures, the wait doubles from 1 s up to the usual one`() async throws {
    let (good, bad) = (try await Self.status(nil), try await Self.status(FeedError("gone")))
    var pace = LookPace(every: .seconds(10))
    let waits = (0..<40).map { _ in pace.wait(after: bad, random: 0).components.seconds }
    #expect(waits.prefix(6) == [1, 2, 4, 8, 10, 10])
    #expect(waits.last == 10)
    #expect(pace.wait(after: good, random: 0) == .seconds(10))
    #expect(pace.wait(after: bad, random: 0) == .seconds(1))
  }

  @Test func `a server may ask for a longer wait, up to a day`() async throws {
    let asked = try await Self.status(FeedError("busy", retryAfter: .seconds(120)))
    let always = try await Self.status(FeedError("busy", retryAfter: .seconds(1_000_000)))
    var pace = LookPace(every: .seconds(10))
    #expect(pace.wait(after: asked, random: 0) == .seconds(120))
    #expect(pace.wait(after: always, random: 0) == .seconds(86_400))
  }
}
#endif
