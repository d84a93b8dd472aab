import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Opens whose handlers answer immediately or after a wait.
@MainActor @Suite struct OpenProgramTests {
  @Test(arguments: 0..<UInt64(TestScale.openSeeds))
  func `a generated program does the same if every handler waits`(seed: UInt64) async throws {
    let immediate = RandomProgram(seed: seed, pace: .init(isWaiting: false))
    let waiting = RandomProgram(seed: seed, pace: .init(isWaiting: true))
    let (expected, found) = (try await immediate.run(), try await waiting.run())
    #expect(found == expected, "seed \(seed)")
  }

  @Test func `an open releases its objects when it ends`() async throws {
    final class Token: LifetimeToken {}
    weak var token: Token?
    let router = try Router.make { LinkRoute.page("/a") }
    var options = OpenOptions()
    do {
      let held = Token()
      token = held
      options.makeLifetimeToken = { [held] _, _ in held }
      let outcome = await router.open("/missing", options: options)
      #expect(outcome.status == .notFound)
    }
    options = OpenOptions()
    #expect(token == nil)
  }
}
