#if Command && LinkService && NATS
import Fleet
import Foundation
import MessageStream
import NATSFleet
import Synchronization
import TestSupport
import Testing

/// `channel promote` and the other changes of a fleet, with a real server and real hosts.
@Suite(.timeLimit(.minutes(10))) struct PromoteTests {
  /// A depot with release 1 in use by two hosts, and release 2, whose route `orders` may fail.
  private static func fleet(
    isFailing: Bool = false,
    _ body: (FleetHosts) async throws -> Void
  ) async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    try await folder.publish(1, view: "Home")
    // A session without a user makes the guard fail.
    let condition = isFailing ? "session.user.name" : "session.user"
    let main = ReleaseFolder.main("Home").replacing("session.user ~= nil", with: condition)
    try folder.write(["shop/main.lua": main])
    for run in [try await folder.bundle(2), try await folder.release(2)] {
      try #require(run.status == 0, "\(run.errors)")
    }
    let server = try await NATSServer()
    try await FleetHosts.run(["web-1", "web-2"], folder, server.address) {
      try await body(FleetHosts(folder: folder, address: server.address, hosts: $0))
    }
  }

  private static let promote = ["promote", "--stages", "50%,100%", "--every", "1s"]

  @Test func `a healthy release reaches all hosts, also if the command is killed in between`()
    async throws
  {
    try await Self.fleet { fleet in
      #expect(try await fleet.channel("publish", "2", "--share", "0").status == 0)
      for host in fleet.hosts { _ = await host.run.line(with: "release 2 is prepared") }
      let killed = try fleet.start(Self.promote)
      #expect(await killed.line(with: "#") == "stable #4: 50 % on 2, 50 % on 1")
      _ = await killed.interrupt()
      let run = try await fleet.channel(Self.promote)
      #expect(run.status == 0, "\(run.errors)")
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.first?.hasPrefix("2 at 50 % is healthy: ") == true, "\(run.output)")
      #expect(lines.contains("stable #5: 100 % on 2"))
      #expect(lines.contains { $0.hasPrefix("2 at 100 % is healthy: 2 hosts, ") })
      #expect(lines.contains("2 hosts"))
      for host in fleet.hosts { _ = await host.run.line(with: "release 2 of 'stable' is in use") }
      // All hosts have it, so nothing is left to do.
      let again = try await fleet.channel(Self.promote)
      #expect(again.status == 0)
      #expect(again.output == "stable #5: 100 % on 2\n")
    }
  }

  @Test func `a single bad route halts a roll-out, and the hosts return`() async throws {
    try await Self.fleet(isFailing: true) { fleet in
      // Nearly every host gets it, so that at least one of two does.
      #expect(try await fleet.channel("publish", "2", "--share", "99.99%").status == 0)
      let link = try await NATSLink.connect(NATSOptions(fleet.address))
      let questions = try await link.deliveries(of: .ask("shop"), limit: 4)
      let run = try fleet.start(["promote", "--every", "1h", "--json"])
      // The command has subscribed before it asks.
      for await _ in questions { break }
      // Otherwise the failures of one host could halt the roll-out before the other has the release.
      for host in fleet.hosts { _ = await host.run.line(with: "release 2 of 'stable' is in use") }
      for host in fleet.hosts {
        for _ in 0..<20 { try await fleet.open("/orders", port: host.port) }
      }
      let line = try #require(await run.line(with: #""rollout":"halted""#))
      let halt = try JSON(reading: line)
      #expect(halt["release"].int == 2)
      #expect(halt["share"].int == 9_999)
      #expect(halt["details"]["route"].text == "orders")
      #expect((halt["details"]["failed"].int ?? 0) >= 20)
      let back = try JSON(reading: try #require(await run.line(with: "offers")))
      #expect(back["offers"].items.map { $0["bundle"].text } == ["bundles/shop-1.tar"])
      let status = try JSON(reading: try #require(await run.line(with: "fleet")))
      #expect(status["number"].int == 4)
      #expect(await run.end() == 1)
      for host in fleet.hosts { _ = await host.run.line(with: "release 1 of 'stable' is in use") }
    }
  }

  @Test func `every change of a channel is news`() async throws {
    try await Self.fleet { fleet in
      let link = try await NATSLink.connect(NATSOptions(fleet.address))
      let changes: [(command: [String], line: String?)] = [
        (["publish", "2"], "release 2 of 'stable' is in use"),
        (["rollback"], "release 1 of 'stable' is in use"), (["pause"], nil), (["resume"], nil),
        (["rollback", "--to", "2"], "release 2 of 'stable' is in use"),
      ]
      for change in changes {
        let run = try await fleet.channel(change.command)
        #expect(run.status == 0, "\(change): \(run.errors)")
        #expect(try await fleet.isNews(link), "\(change)")
        guard let line = change.line else { continue }
        for host in fleet.hosts { #expect(await host.run.line(with: line) != nil) }
      }
      let renewal = try await fleet.folder.moonroute(
        "channel",
        "renew",
        "--depot",
        "public",
        "--key",
        "keys/channel.pem",
        "--fleet",
        fleet.address
      )
      #expect(renewal.status == 0, "\(renewal.errors)")
      #expect(try await fleet.isNews(link))
    }
  }

  @Test func `status --watch prints the hosts again and again, until Ctrl-C`() async throws {
    try await Self.fleet { fleet in
      let run = try WatchRun(
        ["status", "--watch", "--depot", "public", "--fleet", fleet.address],
        of: "channel",
        in: fleet.folder.scratch.folder
      )
      for _ in 0..<2 {
        #expect(await run.line(with: "#") == "stable #2: 100 % on 1")
        #expect(await run.line(with: "host") == "2 hosts")
        #expect(await run.line(with: "worst route") != nil)
      }
      #expect(await run.interrupt() == 0)
      // Without a terminal, no line has control sequences.
      #expect(!run.printed.withLock { $0 }.joined().contains("\u{1B}"))
    }
  }

  @Test func `a roll-out that cannot begin says why`() async throws {
    let folder = try ReleaseFolder()
    defer { folder.remove() }
    try await folder.makeDepot()
    let fleet = ["--fleet", "nats://127.0.0.1:\(OwnPort.next())"]
    func check(_ arguments: [String], _ message: String) async throws {
      let run = try await folder.channel(arguments)
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let usage: [([String], String)] = [
      ([], "'promote' watches the hosts of a fleet. Give it --fleet URL."),
      (
        fleet + ["--stages", "50%,10%"],
        "--stages takes growing shares such as 10%,50%,100%, but got '50%,10%'."
      ),
      (fleet + ["--stages", "0,10"], "--stages takes growing shares"),
      (fleet + ["--stages", "10%,"], "--stages takes 0% to 100%"),
      (fleet + ["--halt", "x"], "--halt takes 0% to 100% in steps of 0.01%, but got 'x'."),
      (
        fleet + ["--every", "10 minutes"],
        "--every takes 1s to 7d, such as 30s, 10m or 2h, but got '10 minutes'."
      ),
      (fleet + ["--every", "0"], "--every takes 1s to 7d"),
      (fleet + ["--every", "99999999999999999999d"], "--every takes 1s to 7d"),
      (
        fleet,
        "The channel 'stable' offers nothing. Begin with: channel publish VERSION --share 1%."
      ),
    ]
    for (arguments, message) in usage { try await check(["promote"] + arguments, message) }
    try await folder.publish(1, view: "Home")
    #expect(try await folder.channel("pause").status == 0)
    try await check(
      ["promote"] + fleet,
      "The channel 'stable' is paused. Make its offers count again first: channel resume."
    )
  }
}

/// Hosts of one fleet, and the commands that change it.
struct FleetHosts {
  let folder: ReleaseFolder
  let address: String
  let hosts: [(run: WatchRun, port: Int)]

  func channel(_ arguments: String...) async throws -> CommandRun { try await channel(arguments) }

  func channel(_ arguments: [String]) async throws -> CommandRun {
    try await folder.channel(arguments + ["--fleet", address])
  }

  /// Starts a command that changes the channel.
  func start(_ arguments: [String]) throws -> WatchRun {
    try WatchRun(
      arguments + [
        "--channel", "stable", "--depot", "public", "--key", "keys/channel.pem", "--fleet", address,
      ],
      of: "channel",
      in: folder.scratch.folder
    )
  }

  /// Resolves a link on a host, and returns the value of its action.
  @discardableResult
  func open(_ link: String, port: Int) async throws -> String? {
    let client = try RawClient(port: port)
    try await client.send("GET /v1/resolve?link=\(link) HTTP/1.1\r\nHost: x\r\n\r\n")
    return try JSON(reading: try await client.answer().body)["value"].text
  }

  /// Whether the news has the timestamp of the depot.
  func isNews(_ link: NATSLink) async throws -> Bool {
    let value = try await link.value(of: .news("shop", channel: "stable"))
    let news = try JSON(reading: String(decoding: value?.bytes ?? [], as: UTF8.self))
    let path = "metadata/timestamp.json"
    let file = folder.scratch.folder.appending(path: "public/\(path)")
    return news[path].text == (try String(contentsOf: file, encoding: .utf8))
  }

  /// Runs hosts that look at their depot once an hour, and a body, then ends the hosts.
  static func run(
    _ names: [String],
    _ folder: ReleaseFolder,
    _ address: String,
    _ body: ([(run: WatchRun, port: Int)]) async throws -> Void
  ) async throws {
    var hosts: [(run: WatchRun, port: Int)] = []
    for name in names {
      let run = try WatchRun(
        [
          "--from", "public", "--root", "keys/1.root.json", "--channel", "stable", "--id", name,
          "--every", "3600", "--port", "0", "--drain", "0", "--actions", "--fleet", address,
        ],
        of: "host",
        in: folder.scratch.folder
      )
      let line = try #require(await run.line(with: " at http://127.0.0.1:"))
      hosts.append((run, try #require(line.split(separator: ":").last.flatMap { Int($0) })))
    }
    do {
      try await body(hosts)
    } catch {
      for host in hosts { _ = await host.run.interrupt(isTermination: true) }
      throw error
    }
    for host in hosts { #expect(await host.run.interrupt(isTermination: true) == 0) }
  }
}
#endif
