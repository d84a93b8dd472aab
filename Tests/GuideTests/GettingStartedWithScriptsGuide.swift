import Foundation
import Moonroute
import ScriptHost
import Testing

/// The code of `GettingStartedWithScripts.md`, which a test compares with it.
struct GettingStartedWithScriptsGuide {
  @Test @MainActor func `a host for a server has an actor of its own`() throws {
    let rules = ""
    let host = try ScriptHost(.texts(["main.lua": rules]), isolation: nil)
    #expect(host.router.owner !== MainActor.shared)
  }

  @Test func `a rule in Lua answers a link, and changes while the program runs`() async throws {
    let rules = """
      router.route { name = "home", path = "/", view = "Home" }
      router.route { name = "greet", path = "/greet/:name", action = function(state)
        return "Hello, " .. state.params.name .. "!"
      end }
      """
    let host = try ScriptHost(.texts(["main.lua": rules]))
    try await host.load()
    let outcome = await host.router.open("/greet/Ada")
    #expect(outcome.values == ["Hello, Ada!"])

    let better = rules.replacing("Hello", with: "Good morning")
    let reload = try await host.load(from: .texts(["main.lua": better]))
    #expect(reload.generation == 2)
    let lines = GuideLines()
    do throws(ScriptProblems) {
      try await host.load(from: .texts(["main.lua": "router.route { path = "]))
    } catch {
      for problem in error.problems { lines.add(problem.message) }
    }
    #expect(lines.all.count == 1)
    #expect(await host.router.open("/greet/Bob").values == ["Good morning, Bob!"])
  }

  @Test func `scripts find the program's offers in host`() async throws {
    let rules = """
      router.route { path = "/open/:hour<int>", action = function(state)
        return host.shop .. (host.is_open(state.params.hour) and " is open" or " is closed")
      end }
      """
    let host = try ScriptHost(.texts(["main.lua": rules])) { offers in
      offers.value("shop", "Corner shop")
      offers.function("is_open") { (hour: Int) in (9..<18).contains(hour) }
      offers.view("Home") { _ in Screen("Home", ["title": "Welcome"]) }
    }
    try await host.load()
    #expect(await host.router.open("/open/12").values == ["Corner shop is open"])
    #expect(await host.router.open("/open/23").values == ["Corner shop is closed"])
  }

  @Test func `a saved file is loaded automatically`() async throws {
    let scripts = try GuideFolder(["main.lua": "router.route { path = '/a', view = 'A' }"])
    defer { scripts.remove() }
    let folder = URL(filePath: scripts.path)
    let host = try ScriptHost(.folder(folder))
    try await host.load()
    var results = host.reloads().makeAsyncIterator()
    let watcher = ScriptWatcher(.folder(folder))
    let watching = Task { await host.reload(on: watcher.changes) }
    try scripts.write("main.lua", "router.route { path = '/b', view = 'B' }")
    guard case .reloaded = await results.next() else {
      Issue.record("the file does not load")
      return
    }
    watching.cancel()
    await watching.value
    #expect(!host.router.canOpen("/a"))
  }

  @Test func `an endless script ends only its own open`() async throws {
    let rules = """
      router.route { path = "/ever", action = function() while true do end end }
      router.route { path = "/one", action = function() return 1 end }
      """
    let host = try ScriptHost(
      .texts(["main.lua": rules]),
      options: ScriptOptions(memoryLimit: 16 << 20, computingTime: .milliseconds(50))
    )
    try await host.load()
    #expect(await host.router.open("/ever").error?.code == .timeout)
    #expect(await host.router.open("/one").values == [1])
  }
}
