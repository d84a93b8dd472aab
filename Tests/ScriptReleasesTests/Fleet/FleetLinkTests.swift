#if Releases
import Fleet
import NATSFleet
import TestSupport
import Testing

/// The rules of a fleet, in memory and over NATS.
@Suite(.timeLimit(.minutes(5))) struct FleetLinkTests {
  enum Engine: CaseIterable, Sendable {
    case memory
    #if NATS
    case nats
    #endif

    /// Two links of one fleet.
    func links() async throws -> (any FleetLink, any FleetLink) {
      switch self {
      case .memory:
        let link = MemoryLink()
        return (link, link.another())
      #if NATS
      case .nats:
        let server = try await NATSServer.shared.value
        return (try await server.link(), try await server.link())
      #endif
      }
    }
  }

  /// A name that no other test uses.
  private static func app(_ name: String, _ engine: Engine) -> String { "\(name)-\(engine)" }

  private static func next(_ deliveries: AsyncStream<FleetDelivery>) async -> FleetMessage? {
    for await case .message(let message) in deliveries { return message }
    return nil
  }

  /// A delivery resumes its receiver, and the end of a receiver changes the fleet.
  @Test func `receivers end while others send`() async throws {
    let link = MemoryLink()
    let other = link.another()
    let subject = FleetSubject.event("shop", ["paid"])
    let consumer = FleetConsumer("one", of: "shop", .event("shop", ["kept"], isDurable: true))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<TestScale.subscriptions { try? link.publish([1], to: subject) }
      }
      group.addTask {
        for _ in 0..<TestScale.subscriptions {
          let messages = other.deliveries(of: [subject], limit: 4)
          let reading = Task { for await _ in messages {} }
          await Task.yield()
          reading.cancel()
        }
      }
      group.addTask {
        try? link.store([1], to: consumer.subject)
        for _ in 0..<TestScale.subscriptions {
          let work = other.work(of: consumer)
          let reading = Task { for await _ in work {} }
          await Task.yield()
          reading.cancel()
        }
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `a message reaches the receivers of its subject`(engine: Engine) async throws {
    let (first, second) = try await engine.links()
    let app = Self.app("message", engine)
    let every = try await second.deliveries(of: .census(app), limit: 4)
    let other = try await second.deliveries(of: .census(app, host: "b"), limit: 4)
    try await first.publish([1], to: .census(app, host: "a.b/ä"))
    try await first.publish([2], to: .census(app, host: "b"))
    #expect(await Self.next(every)?.bytes == [1])
    #expect(await Self.next(every)?.bytes == [2])
    #expect(await Self.next(other)?.bytes == [2])
  }

  @Test(arguments: Engine.allCases)
  func `a key has the last value, and the first writer wins`(engine: Engine) async throws {
    let (first, second) = try await engine.links()
    let key = FleetKey.news(Self.app("key", engine), channel: "stable")
    #expect(try await first.value(of: key) == nil)
    let one = try await first.put([1], at: key, after: 0)
    let two = try await second.put([2], at: key, after: one)
    #expect(two > one)
    #expect(try await first.value(of: key) == FleetValue([2], revision: two))
    for revision in [0, one] {
      let error = await #expect(throws: FleetError.self) {
        try await first.put([3], at: key, after: revision)
      }
      #expect(error?.kind == .conflict)
    }
    #expect(try await second.value(of: key)?.bytes == [2])
  }

  @Test(arguments: Engine.allCases)
  func `nobody receives a refused write, and each message has both revisions`(
    engine: Engine
  ) async throws {
    let (first, second) = try await engine.links()
    let app = Self.app("refused", engine)
    let (key, subject) = (
      FleetKey.news(app, channel: "stable"), FleetSubject.news(app, channel: "stable")
    )
    let one = try await first.put([1], at: key, after: 0)
    let news = try await second.deliveries(of: subject, limit: 4)
    let two = try await first.put([2], at: key, after: one)
    await #expect(throws: FleetError.self) { try await first.put([9], at: key, after: one) }
    let three = try await first.put([3], at: key, after: two)
    let messages = [await Self.next(news), await Self.next(news)]
    #expect(messages.map { $0?.bytes } == [[2], [3]])
    #expect(
      messages.map { $0?.revisions }
        == [.init(current: two, previous: one), .init(current: three, previous: two)]
    )
  }

  @Test(arguments: Engine.allCases)
  func `hosts are listed for their channel`(engine: Engine) async throws {
    let (first, second) = try await engine.links()
    let app = Self.app("hosts", engine)
    #expect(try await second.hosts(of: app, channel: "stable") == [])
    for (channel, host) in [("stable", "web 1"), ("stable", "b.c"), ("beta", "x")] {
      try await first.put([1], at: .host(app, channel: channel, host), after: 0)
    }
    #expect(try await second.hosts(of: app, channel: "stable").sorted() == ["b.c", "web 1"])
  }

  @Test func `a link in memory that was away learns that messages are missing`() async throws {
    let server = MemoryLink()
    let host = server.another()
    let deliveries = host.deliveries(of: [.ask("shop")], limit: 4)
    host.isConnected = false
    try server.publish([1], to: .ask("shop"))
    #expect(throws: FleetError(.offline, "The fleet in memory is not connected.")) {
      try host.publish([], to: .ask("shop"))
    }
    host.isConnected = true
    try server.publish([2], to: .ask("shop"))
    var received = deliveries.makeAsyncIterator()
    #expect(await received.next() == .gap)
    #expect(await received.next() == .message(FleetMessage([2], to: .ask("shop"))))
  }

  @Test func `a slow receiver learns that messages are missing`() async throws {
    let link = MemoryLink()
    let deliveries = link.deliveries(of: [.ask("shop")], limit: 2)
    for number in 1...4 { try link.publish([UInt8(number)], to: .ask("shop")) }
    var received = deliveries.makeAsyncIterator()
    #expect(await received.next() == .gap)
    #expect(await received.next() == .message(FleetMessage([4], to: .ask("shop"))))
  }
}
#endif
