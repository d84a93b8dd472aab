#if Releases
import Fleet
import Foundation
import Moonroute
import ReleaseSpecs
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// A host whose scripts follow a channel.
@Suite(.timeLimit(.minutes(5))) struct ScriptUpdatesTests {
  private struct NoFeed: ReleaseFeed {
    func fetch(_ path: String, limit: Int) throws -> [UInt8]? { throw FeedError("offline") }
  }

  /// A program, and the events of its updates.
  private struct Program {
    let host: ScriptHost
    let updates: ScriptUpdates
    var events: AsyncStream<ReleaseEvent>.Iterator

    init(
      of root: [UInt8],
      from feed: any ReleaseFeed,
      in path: String? = nil,
      as id: String? = nil,
      checks: [ReleaseCheck] = []
    ) throws {
      host = try ScriptHost(.texts(["main.lua": Self.main("own")])) { offers in
        offers.view("Home") { _ in Screen("Home") }
        offers.function("fails") { () throws -> Bool in throw FeedError("no") }
      }
      let (stream, continuation) = AsyncStream.makeStream(of: ReleaseEvent.self)
      updates = try ScriptUpdates(
        of: host,
        app: "shop",
        channel: "stable",
        root: root,
        from: feed,
        storedIn: path.map { URL(filePath: $0) },
        id: id,
        every: .seconds(86_400),
        checks: checks
      ) { continuation.yield($0) }
      events = stream.makeAsyncIterator()
    }

    static func main(_ rules: String) -> String {
      #"router.route { name = "rules", path = "/rules", action = function() return "\#(rules)" end }"#
    }

    /// The rules in force.
    func rules() async -> String? { await host.router.open("/rules").values.first?.text }

    mutating func next() async -> String {
      await events.next(isolation: #isolation)?.description ?? "the end"
    }
  }

  private static func depot(_ scripts: String...) throws -> MemoryDepot {
    let depot = try MemoryDepot(now: .now)
    for (index, script) in scripts.enumerated() {
      try depot.admit(try MemoryDepot.bundle(index + 1, main: script))
    }
    return depot
  }

  /// Runs updates during a body.
  private static func run(
    _ updates: ScriptUpdates,
    _ body: () async throws -> Void
  ) async throws {
    let running = Task { await updates.run() }
    do {
      try await body()
    } catch {
      running.cancel()
      throw error
    }
    running.cancel()
    await running.value
  }

  @Test func `a program uses its own scripts, then each release, also after a restart`()
    async throws
  {
    try await TestFolder.run { path in
      let depot = try Self.depot(Program.main("one"), Program.main("two"))
      try depot.publish(1)
      var program = try Program(of: depot.root, from: depot, in: path)
      try await program.updates.start()
      #expect(await program.rules() == "own")
      #expect(program.host.release == nil)
      try await Self.run(program.updates) {
        #expect(await program.next() == "release 1 of 'stable' is in use")
        #expect(await program.rules() == "one")
        try depot.publish(2)
        program.updates.checkForUpdates()
        #expect(await program.next() == "release 2 of 'stable' is in use")
        #expect(await program.rules() == "two")
        #expect(program.host.release?.version == 2)
        let lua = try await program.host.evaluate(
          "reload.release.version, reload.release.channel, #reload.release.digest"
        )
        #expect(lua == ["2", "stable", "64"])
      }
      program = try Program(of: depot.root, from: NoFeed(), in: path)
      try await program.updates.start()
      #expect(await program.rules() == "two")
      #expect(await program.next() == "release 2 of 'stable' is in use")
      try await Self.run(program.updates) {
        #expect(await program.next() == "the rules stay as they are: offline")
      }
    }
  }

  @Test func `a program takes the news of its fleet, reports itself, and leaves`() async throws {
    let depot = try Self.depot(Program.main("one"), Program.main("two"))
    try depot.publish(1)
    let server = MemoryLink()
    let feed = FleetFeed(of: "shop", channel: "stable", over: server.another(), depot: depot)
    var program = try Program(of: depot.root, from: feed, as: "phone-1")
    try await program.updates.start()
    let reports = server.deliveries(of: [.census("shop")], limit: 64)
    let key = FleetKey.host("shop", channel: "stable", "phone-1")
    try await Self.run(program.updates) {
      #expect(await program.next() == "release 1 of 'stable' is in use")
      let following = Task { [updates = program.updates] in await feed.follow(updates) }
      while try server.value(of: key) == nil { await Task.yield() }
      #expect(await program.rules() == "one")
      try depot.publish(2)
      try await depot.announce(over: server)
      #expect(await program.next() == "release 2 of 'stable' is in use")
      #expect(await program.rules() == "two")
      // The switch is reported at once, with the opens before it.
      var seen: [CensusReport] = []
      for await case .message(let message) in reports {
        seen += CensusReport(message.bytes).map { [$0] } ?? []
        if seen.last?.version == 2 { break }
      }
      #expect(Set(seen.map(\.host)) == ["phone-1"])
      #expect(seen.filter { $0.version == 1 }.map(\.opens.all.opens).reduce(0, +) == 1)
      #expect(seen.last?.isOnTrial == true)
      #expect(seen.last?.generation == 3)
      following.cancel()
      await following.value
      #expect(try server.value(of: key)?.bytes == Array("left".utf8))
    }
  }

  @Test func `scripts that do not load are refused, and the old ones stay`() async throws {
    let depot = try Self.depot(Program.main("one"), #"router.route { path = "/", nam = 1 }"#)
    try depot.publish(1)
    var program = try Program(of: depot.root, from: depot)
    try await program.updates.start()
    try await Self.run(program.updates) {
      _ = await program.next()
      try depot.publish(2)
      program.updates.checkForUpdates()
      let refusal = await program.next()
      #expect(refusal.hasPrefix("release 2 is refused: main.lua:1: 'nam' is not a field"))
      #expect(await program.rules() == "one")
    }
  }

  @Test func `a release that needs an absent view names it`() async throws {
    let depot = try Self.depot()
    let needs = ScriptBundle.Needs(functions: ["fails", "stock"], views: ["Cart", "Home"])
    try depot.admit(try MemoryDepot.bundle(1, needs: needs))
    try depot.publish(1)
    var program = try Program(of: depot.root, from: depot)
    try await program.updates.start()
    try await Self.run(program.updates) {
      #expect(
        await program.next()
          == "release 1 is refused: the program lacks the view 'Cart' and the function 'stock'"
      )
    }
  }

  @Test func `opens of the host decide about a release`() async throws {
    let bad =
      Program.main("bad")
      + #" router.route { name = "cart", path = "/cart", action = function() host.fails() end }"#
    let depot = try Self.depot(bad)
    try depot.publish(1)
    var program = try Program(of: depot.root, from: depot)
    try await program.updates.start()
    try await Self.run(program.updates) {
      _ = await program.next()
      for _ in 0..<20 { _ = await program.host.router.open("/cart") }
      program.updates.checkForUpdates()
      #expect(
        await program.next()
          == "release 1 is refused: the route 'cart': 20 of 20 opens failed, and 0 of 0 before"
      )
      #expect(await program.next() == "the program's own rules are in use")
      #expect(await program.rules() == "own")
    }
  }

  @Test func `a failing smoke spec refuses a release`() async throws {
    let depot = try Self.depot()
    let bundle = try ScriptBundle(
      app: "shop",
      version: 1,
      needs: .init(),
      files: [
        "main.lua": Array(Program.main("one").utf8),
        "spec/smoke/rules_spec.lua": Array(
          #"it("opens", function() assert.handled(router.open("/rules"), "two") end)"#.utf8
        ),
      ]
    )
    try depot.admit(bundle)
    try depot.publish(1)
    var program = try Program(of: depot.root, from: depot, checks: [.smokeSpecs()])
    try await program.updates.start()
    try await Self.run(program.updates) {
      let refusal = await program.next()
      #expect(refusal.contains("spec/smoke/rules_spec.lua:1"), "\(refusal)")
    }
  }

  @Test func `a root of another form is an error`() {
    let error = #expect(throws: TrustError.self) {
      try Program(of: Array("{}".utf8), from: NoFeed())
    }
    #expect(error?.description.contains("root") == true)
  }
}
#endif
