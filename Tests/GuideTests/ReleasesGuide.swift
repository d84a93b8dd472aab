#if Releases
import Fleet
import Foundation
import Moonroute
import NATSFleet
import ReleaseHTTP
import ReleaseSpecs
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// The code of `Releases.md`, which a test compares with it.
struct ReleasesGuide {
  func sell(_ order: Int, in router: LinkRouter) async throws -> Bool {
    let left = try await router.change("stock") { (count: Int) in count > 0 ? count - 1 : nil }
    guard left != nil else { return false }
    try await router.emitDurably("/paid/:id", ["amount": 20], params: ["id": .int(order)])
    return true
  }

  @Test func `two hosts sell no chair twice`() async throws {
    let fleet = FleetSimulator(seed: 7)
    let sold = try await fleet.run {
      fleet.faults = .init(lost: 0.1, doubled: 0.1, delayed: 0.3)
      async let one = sellAll(of: "web-1", in: fleet)
      async let two = sellAll(of: "web-2", in: fleet)
      return try await one + two
    }
    #expect(sold <= 3)
  }

  func sellAll(of name: String, in fleet: FleetSimulator) async throws -> Int {
    let router = try LinkRouter(
      isolation: fleet.actor,
      options: RouterOptions(clock: fleet.clock)
    )
    try await router.put("/chairs", value: 3, isShared: true)
    let member = FleetMember(of: "shop", host: name, over: fleet.link())
    let life = Task(executorPreference: fleet.executor) {
      await member.run(in: router, clock: fleet.clock)
    }
    try await fleet.clock.sleep(for: .seconds(1))
    var sold = 0
    for _ in 1...10 {
      let left = try? await router.change("/chairs") { (count: Int) in count > 0 ? count - 1 : nil }
      if left != nil { sold += 1 }
      try await fleet.clock.sleep(for: .seconds(5))
    }
    life.cancel()
    await life.value
    return sold
  }

  @Test func `a sale is refused once the stock is empty`() async throws {
    let router = try LinkRouter(isolation: nil)
    try await router.put("/stock", name: "stock", value: 1, isShared: true)
    try await router.declare("paid", "/paid/:id", reach: .fleet, durable: "billing")
    #expect(try await sell(7, in: router))
    #expect(try await !sell(8, in: router))
    #expect(try await router.get("stock", as: Int.self) == 0)
  }

  func makeUpdates(
    of host: ScriptHost,
    root: [UInt8],
    from depot: URL,
    in folder: URL
  ) throws -> ScriptUpdates {
    try ScriptUpdates(
      of: host,
      app: "tabs",
      channel: "stable",
      root: root,
      from: HTTPFeed(depot),
      storedIn: folder,
      checks: [.smokeSpecs()]
    ) { event in
      print(event)
    }
  }

  func follow(_ host: ScriptHost, _ updates: ScriptUpdates) async throws {
    try await updates.start()
    await updates.run()
  }

  #if NATS
  func followFleet(
    _ host: ScriptHost,
    root: [UInt8],
    from depot: HTTPFeed,
    in folder: URL
  ) async throws {
    let link = try await NATSLink.connect(NATSOptions("nats://nats.example.com"))
    let feed = FleetFeed(of: "tabs", channel: "stable", over: link, depot: depot)
    let updates = try ScriptUpdates(
      of: host,
      app: "tabs",
      channel: "stable",
      root: root,
      from: feed,
      storedIn: folder
    )
    try await updates.start()
    async let fleet: Void = feed.follow(updates)
    await updates.run()
    await fleet
  }

  func joinFleet(_ host: ScriptHost, as name: String, over link: NATSLink) async {
    let member = FleetMember(of: "tabs", host: name, over: link)
    await member.run(in: host.router) { problem in
      print(problem?.description ?? "The fleet can be reached again.")
    }
  }
  #endif

  #if DEBUG
  func followMachine(_ link: URL, _ host: ScriptHost) async throws {
    let feed = try await LaptopFeed(link)
    let updates = try ScriptUpdates(
      of: host,
      app: feed.app,
      channel: feed.channel,
      root: feed.root,
      from: feed,
      storedIn: nil,
      every: .seconds(1)
    )
    try await updates.start()
    await updates.run()
  }
  #endif

  @Test func `a root that is not valid is an error with the file`() throws {
    let host = try ScriptHost(.texts(["main.lua": ""]))
    let folder = FileManager.default.temporaryDirectory
    let depot = try #require(URL(string: "https://rules.example.com/tabs"))
    #expect(throws: TrustError.self) {
      try makeUpdates(of: host, root: [], from: depot, in: folder)
    }
  }
}
#endif
