#if Releases
import Foundation
import Moonroute
import ReleaseHTTP
import ReleaseTrust
import ScriptHost
import ScriptReleases
import Testing

/// The network access of a program.
///
/// `.ci/test-releases` runs each test and lists its sockets.
enum NetworkTests {
  private static func updates(
    of host: ScriptHost,
    report: @escaping @Sendable (ReleaseEvent) -> Void = { _ in }
  ) throws -> ScriptUpdates {
    try ScriptUpdates(
      of: host,
      app: "shop",
      channel: "stable",
      root: MemoryDepot(now: .now).root,
      from: HTTPFeed(try #require(URL(string: "http://127.0.0.1:1/shop"))),
      storedIn: nil,
      report: report
    )
  }

  private static func host() throws -> ScriptHost {
    try ScriptHost(.texts(["main.lua": #"router.route { path = "/a", view = "A" }"#])) { offers in
      offers.view("A") { _ in Screen("A") }
    }
  }

  @Suite struct StartNetworkTests {
    @Test func `a program starts and opens links without the network`() async throws {
      let host = try host()
      try await updates(of: host).start()
      #expect(await host.router.open("/a").status == .opened)
    }
  }

  @Suite(.timeLimit(.minutes(5))) struct LookNetworkTests {
    @Test func `a program that follows a channel uses the network`() async throws {
      let (events, event) = AsyncStream.makeStream(of: ReleaseEvent.self)
      let updates = try updates(of: try host()) { event.yield($0) }
      try await updates.start()
      let following = Task { await updates.run() }
      for await event in events {
        if case .stale(let reason) = event {
          #expect(reason.contains("http://127.0.0.1:1/shop cannot be reached"))
          break
        }
      }
      following.cancel()
      await following.value
    }
  }
}
#endif
