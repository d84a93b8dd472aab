import LuaRuntime
import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

/// `app.reset` in specs, as often as in a full run.
@Suite struct ResetTests {
  private static let main = """
    router.type("size", { match = { "s", "m" } })
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { path = "/a", tags = { "x" }, meta = { n = 1 }, action = function() return 1 end }
    router.guard("/a", function(state) return true end)
    router.on_error(function() end)
    events.on("/e", function(event) return event.path end)
    every(60, function() end)
    """

  /// The rules after a reset, which the next reset removes.
  private struct Former {
    weak var rules: RouterRules?
    weak var route: RouteInfo?

    init(of router: Router) {
      rules = router.rules
      route = router.rules.directory.index.routes.first
    }
  }

  @Test func `earlier rules leave nothing behind, however often scripts are reset`() async throws {
    let scripts = try await LoadedScripts.load(Self.main, runsHeadless: true)
    let host = scripts.host
    let bytes = try await scripts.router.perform { application in
      guard let driver = try SpecDriver(of: host, in: application) else { return [Int]() }
      var bytes: [Int] = []
      for turn in 1...2_000 {
        try driver.reset()
        _ = await application.open("/")
        #expect(await application.open("/a").status == .handled)
        guard turn == 100 || turn == 2_000 else { continue }
        let former = Former(of: application.router)
        #expect(former.rules != nil)
        #expect(former.route != nil)
        try Self.reset(driver)
        #expect(former.rules == nil)
        #expect(former.route == nil)
        bytes.append(driver.state.memoryInUse)
      }
      driver.end()
      return bytes
    }
    #expect(bytes.count == 2)
    // The shapes of 2,000 resets took 4 MB. The table of objects that await collection is not a
    // shape.
    #expect(bytes[1] - bytes[0] < 256 << 10, "\(bytes)")
  }

  @Test func `Lua's collector keeps up with resets`() async throws {
    let scripts = try await LoadedScripts.load(Self.main, runsHeadless: true)
    let host = scripts.host
    let bytes = try await scripts.router.perform { application in
      guard let driver = try SpecDriver(of: host, in: application) else { return 0 }
      for _ in 1...2_000 { try driver.reset() }
      defer { driver.end() }
      return driver.state.memoryPeak
    }
    #expect(bytes > 0)
    #expect(bytes < 8 << 20)
  }

  private static func reset(_ driver: SpecDriver) throws {
    try driver.reset()
    driver.state.collect()
    driver.state.collect()
  }
}
