#if Releases
import Fleet
import MessageStream
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Synchronization
import TestSupport
import Testing

/// A host that takes the news of a fleet.
@Suite(.timeLimit(.minutes(5))) struct FleetFeedTests {
  @Test func `news have all metadata, so only the bundle comes from the depot`() async throws {
    let scene = try await FleetScene()
    try await scene.following {
      try await scene.publish(2)
      await scene.nextNews()
      #expect(await scene.look().problem == nil)
      #expect(scene.program.uses == [1, 2])
      #expect(scene.requests().map { $0.hasPrefix("targets/bundles/") } == [true])
    }
  }

  @Test func `a prepared release is used without any request to the depot`() async throws {
    let scene = try await FleetScene()
    try scene.depot.publish([(2, 0), (1, ChannelRecord.Offer.whole)])
    #expect(await scene.look().prepared?.version == 2)
    _ = scene.requests()
    try await scene.following {
      try await scene.publish(2)
      await scene.nextNews()
      await scene.look()
      #expect(scene.program.uses == [1, 2])
      #expect(scene.requests() == [])
    }
  }

  @Test func `news that were sent before the host came are read`() async throws {
    let scene = try await FleetScene()
    try await scene.publish(2)
    try await scene.following {
      await scene.nextNews()
      await scene.look()
      #expect(scene.program.uses == [1, 2])
    }
  }

  @Test func `equal news and older news cause no look`() async throws {
    let scene = try await FleetScene()
    try await scene.publish(2)
    let key = FleetKey.news("shop", channel: "stable")
    let first = try #require(try scene.server.value(of: key)?.bytes)
    try await scene.publish(3)
    let second = try #require(try scene.server.value(of: key)?.bytes)
    await scene.look()
    #expect(scene.program.uses == [1, 3])
    try await scene.following {
      try scene.write(first)
      try scene.write(second)
      try await scene.publish(2)
      await scene.nextNews()
      await scene.look()
      #expect(scene.program.uses == [1, 3, 2])
      #expect(scene.count == 1)
    }
  }

  /// Texts that are not news, and news without a valid signature.
  private static let garbage: [(name: String, text: String)] = [
    ("nothing", ""), ("no JSON", "{"), ("another value", "[1]"), ("no files", "{}"),
    ("no timestamp", #"{"metadata/9.snapshot.json":"{}"}"#),
    ("another timestamp", #"{"metadata/timestamp.json":"{}"}"#),
    ("a number", #"{"metadata/timestamp.json":1}"#),
    ("too large", String(repeating: " ", count: FleetNews.byteLimit + 1)),
  ]

  @Test func `garbage causes no look, and later news are taken`() async throws {
    let scene = try await FleetScene()
    try await scene.following {
      for (_, text) in Self.garbage { try scene.write(Array(text.utf8)) }
      try scene.server.publish([0xFF], to: .news("shop", channel: "stable"))
      try await scene.publish(2)
      await scene.nextNews()
      await scene.look()
      #expect(scene.program.uses == [1, 2])
      #expect(scene.count == 1)
    }
  }

  @Test func `forged news changes nothing, and the next look is one at the depot`() async throws {
    let scene = try await FleetScene()
    let other = try MemoryDepot.with(1, 2, 3)
    for _ in 0..<5 { try other.publish(2) }
    try await scene.following {
      try await other.announce(over: scene.server)
      await scene.nextNews()
      let problem = await scene.look().problem
      #expect(problem?.contains("metadata/timestamp.json") == true, "\(problem ?? "")")
      #expect(scene.requests() == [])
      #expect(await scene.look().problem == nil)
      #expect(scene.requests() == ["metadata/2.root.json", "metadata/timestamp.json"])
      #expect(scene.program.uses == [1])
    }
  }

  @Test func `a flood of forged news does not keep a host from its depot`() async throws {
    let scene = try await FleetScene()
    let other = try MemoryDepot.with(1, 2, 3)
    for _ in 0..<5 { try other.publish(2) }
    try scene.depot.publish(3)
    try await scene.following {
      for _ in 0..<9 {
        #expect(scene.program.uses == [1])
        try other.publish(2)
        try await other.announce(over: scene.server)
        await scene.nextNews()
        await scene.look()
      }
      #expect(scene.program.uses == [1, 3])
    }
  }

  @Test func `a host runs no withdrawn and no refused release because of news`() async throws {
    let scene = try await FleetScene()
    try await scene.publish(2)
    let old = try #require(try scene.server.value(of: .news("shop", channel: "stable"))?.bytes)
    try scene.depot.withdraw("bundles/shop-2.tar")
    scene.program.with { $0.failing = [3] }
    try scene.depot.publish([(3, ChannelRecord.Offer.whole), (1, ChannelRecord.Offer.whole)])
    await scene.look()
    try await scene.following {
      // The news from before the withdrawal, then today's.
      try scene.write(old)
      try await scene.depot.announce(over: scene.server)
      try scene.depot.publish([(3, ChannelRecord.Offer.whole), (1, ChannelRecord.Offer.whole)])
      try await scene.depot.announce(over: scene.server)
      await scene.nextNews()
      let status = await scene.look()
      #expect(status.refused.map(\.version) == [3])
      #expect(scene.program.uses == [1])
    }
  }

  @Test func `a host that starts again refuses news that are older than its store`() async throws {
    let depot = try MemoryDepot.with(1, 2)
    let link = MemoryLink()
    try depot.publish(2)
    try await depot.announce(over: link)
    let old = try #require(try link.value(of: .news("shop", channel: "stable")))
    try depot.publish(1)
    try await depot.announce(over: link)
    try await TestFolder.run { folder in
      for (isFirst, uses) in [(true, [1]), (false, [1])] {
        if !isFirst {
          let key = FleetKey.news("shop", channel: "stable")
          try link.put(old.bytes, at: key, after: try link.value(of: key)?.revision ?? 0)
        }
        let program = TestProgram()
        let feed = FleetFeed(of: "shop", channel: "stable", over: link, depot: depot)
        let follower = try ReleaseFollower(
          app: "shop",
          channel: "stable",
          root: depot.root,
          from: feed,
          as: "web-1",
          storedIn: ReleaseStore(folder),
          in: program
        )
        await follower.start()
        let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
        let task = Task { await feed.follow(clock: SkippingClock()) { arrival.yield() } }
        for await _ in arrivals { break }
        task.cancel()
        let problem = await follower.look(now: MemoryDepot.start).problem
        #expect(
          problem?.hasSuffix("is known. Serve the newest files.") == (isFirst ? nil : true),
          "\(problem ?? "")"
        )
        #expect(program.uses == uses)
      }
    }
  }

  @Test func `after a gap the key is read again`() async throws {
    let scene = try await FleetScene()
    try await scene.following {
      try await scene.publish(2)
      await scene.nextNews()
      scene.link.isConnected = false
      try await scene.publish(3)
      scene.link.isConnected = true
      await scene.nextNews()
      await scene.look()
      #expect(scene.program.uses == [1, 3])
    }
  }

  @Test func `the key is read every 30 seconds, give or take a tenth`() async throws {
    let scene = try await FleetScene()
    let clock = SteppedClock()
    scene.link.isConnected = false
    try await scene.following(clock: clock) {
      await clock.untilSomebodySleeps()
      // No message of this publication arrives.
      try await scene.publish(2)
      var seconds = 0
      while scene.count == 0, seconds < 1_000_000 {
        clock.advance(by: .seconds(1))
        seconds += 1
        if seconds > 60 { scene.link.isConnected = true }
        await Task.yield()
      }
      await scene.look()
      #expect(scene.program.uses == [1, 2])
      let problems = scene.problems.withLock { $0 }
      #expect(problems == ["The fleet in memory is not connected.", "ok"])
    }
  }

  @Test func `a second publisher with an older copy of the depot is refused`() async throws {
    let scene = try await FleetScene()
    let old = try scene.depot.author()
    try await scene.publish(2)
    let error = await #expect(throws: FleetError.self) {
      try await FleetAnnouncer(over: scene.server).announce(old, channel: "stable")
    }
    #expect(
      error
        == FleetError(
          .conflict,
          "The fleet has newer news than this depot. Update the folder and try again."
        )
    )
    // Unsigned bytes block no later news.
    try scene.write(Array(#"{"metadata/timestamp.json":"{\"signed\":{\"version\":99}}"}"#.utf8))
    try await FleetAnnouncer(over: scene.server).announce(old, channel: "stable")
  }

  @Test func `news leaves out the files that do not fit, the last ones first`() throws {
    let depot = try MemoryDepot()
    let long = String(repeating: "x", count: 90)
    for version in 1...2 {
      let names = (100..<200).map { "\(long)\($0)" }
      try depot.admit(try MemoryDepot.bundle(version, needs: .init(functions: names)))
    }
    try depot.publish(2)
    let files = try depot.author().files(for: "stable")
    let news = try #require(FleetNews(files))
    #expect(news.bytes.count <= FleetNews.byteLimit)
    #expect(FleetNews(news.bytes) == news)
    let text = String(decoding: news.bytes, as: UTF8.self)
    #expect(text.contains(".targets.json") && !text.contains(".releases.json"))
  }
}
#endif
