#if Releases
import Fleet
import ReleaseTrust
import ScriptReleases
import Synchronization
import TestSupport

/// A host in a fleet in memory; release 1 is in use.
final class FleetScene: Sendable {
  /// A depot that records the requests for its files.
  private final class RecordingDepot: ReleaseFeed {
    let depot: MemoryDepot
    let paths = Mutex<[String]>([])

    init(_ depot: MemoryDepot) { self.depot = depot }

    func fetch(_ path: String, limit: Int) -> [UInt8]? {
      paths.withLock { $0.append(path) }
      return depot.fetch(path, limit: limit)
    }
  }

  let depot: MemoryDepot
  let program = TestProgram()
  let server = MemoryLink()
  let link: MemoryLink
  let problems = Mutex<[String]>([])
  private let recording: RecordingDepot
  private let feed: FleetFeed
  private let follower: ReleaseFollower
  private let newsCount = Mutex(0)
  private let news = AsyncStream.makeStream(of: Void.self)

  init() async throws {
    depot = try MemoryDepot.with(1, 2, 3)
    try depot.publish(1)
    recording = RecordingDepot(depot)
    link = server.another()
    feed = FleetFeed(of: "shop", channel: "stable", over: link, depot: recording)
    follower = try ReleaseFollower(
      app: "shop",
      channel: "stable",
      root: depot.root,
      from: feed,
      as: "web-1",
      in: program
    )
    await look()
    _ = requests()
  }

  /// Runs a body while the host follows its fleet.
  ///
  /// With the clock of the default, pauses take no time and the key is read only once.
  func following(
    clock: some Clock<Duration> = SkippingClock(),
    _ body: () async throws -> Void
  ) async throws {
    let task = Task {
      await self.feed.follow(clock: clock) { error in
        self.problems.withLock { $0.append(error?.description ?? "ok") }
      } news: {
        self.newsCount.withLock { $0 += 1 }
        self.news.continuation.yield()
      }
    }
    defer { task.cancel() }
    try await body()
  }

  /// Waits for the next news.
  func nextNews() async { for await _ in news.stream { break } }

  /// How often the feed has asked for a look.
  var count: Int { newsCount.withLock { $0 } }

  @discardableResult
  func look() async -> ReleaseFollower.Status { await follower.look(now: MemoryDepot.start) }

  /// The requests to the depot since the last call.
  func requests() -> [String] {
    recording.paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
  }

  /// Publishes versions, and sends the news.
  func publish(_ versions: Int...) async throws {
    try depot.publish(versions.map { ($0, ChannelRecord.Offer.whole) })
    try await depot.announce(over: server)
  }

  /// Writes any bytes to the key of the news.
  func write(_ bytes: [UInt8]) throws {
    let key = FleetKey.news("shop", channel: "stable")
    try server.put(bytes, at: key, after: try server.value(of: key)?.revision ?? 0)
  }
}

extension MemoryDepot {
  /// Sends the news of the depot.
  func announce(over link: any FleetLink) async throws {
    try await FleetAnnouncer(over: link).announce(author(), channel: "stable")
  }
}
#endif
