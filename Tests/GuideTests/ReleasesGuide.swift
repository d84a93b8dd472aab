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
