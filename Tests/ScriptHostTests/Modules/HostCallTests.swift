import Moonroute
import ScriptHost
import Synchronization
import Testing

/// Calls of the program's functions from the perspective of observers.
@Suite struct HostCallTests {
  final class Calls: Sendable {
    private let held = Mutex<[String]>([])

    func add(_ call: HostCall) {
      let arguments = call.arguments.map(\.summary).joined(separator: ", ")
      let end = call.answers.map { "= " + $0.map(\.summary).joined(separator: ", ") }
      let place = call.place.map { " in \($0.open) at \($0.step)" } ?? ""
      let site = call.site.map { "\($0): " } ?? ""
      let line = "\(site)\(call.name)(\(arguments)) \(end ?? "! " + (call.error ?? "?"))\(place)"
      held.withLock { $0.append(line) }
    }

    func take() -> [String] {
      held.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  private let main = """
    local early = host.twice
    router.route { name = "home", path = "/", redirect = function(state)
      host.twice(2)
      return true
    end, view = function()
      host.late("a", { list = { 1, 2 }, f = print })
      return screen { "Home" }
    end }
    router.route { path = "/error", action = function() return host.refuse(1) end }
    router.route { path = "/early", action = function() return early(4) end }
    function same(t) return host.given(t) == t end
    function caught() return pcall(host.broken, { code = 7 }) end
    """

  private func offer(_ offers: inout HostOffers) {
    offers.function("twice") { arguments in .int(2 * (arguments.first?.int ?? 0)) }
    offers.function("late") { arguments in
      await Task.yield()
      return .text("late \(arguments.first?.text ?? "")")
    }
    offers.function("refuse") { _ in throw RouterError(.denied, "Not today.") }
  }

  @Test func `a call is reported with arguments, result, place and its open`()
    async throws
  {
    let scripts = try LoadedScripts(main, offering: offer)
    let calls = Calls()
    let observation = scripts.host.observeHostCalls(calls.add)
    try await scripts.host.load()
    await scripts.router.perform { $0.router.hooks.stopwatch = { .zero } }
    _ = await scripts.open("/")
    #expect(
      calls.take() == [
        "main.lua:3: twice(2) = 4 in 1 at 2",
        "main.lua:6: late(a, {f = function, list = {1, 2}}) = late a in 1 at 4",
      ]
    )
    #expect(await scripts.open("/error") == "failed denied: main.lua:9: Not today.")
    #expect(calls.take() == ["main.lua:9: refuse(1) ! Not today. in 2 at 2"])
    #expect(await scripts.open("/early") == "handled 8")
    #expect(calls.take() == ["main.lua:10: twice(4) = 8 in 3 at 2"])
    #expect(await scripts.evaluate("host.call('twice', 5)") == "10")
    #expect(calls.take() == ["(eval):1: twice(5) = 10"])
    withExtendedLifetime(observation) {}
  }

  @Test func `stubs of headless.lua are reported, and values pass unchanged`()
    async throws
  {
    let headless = """
      host.stub("twice", function(n) return 3 * n, "thrice" end)
      host.stub("given", function(t) sleep(0) return t end)
      host.stub("broken", function(e) error(e) end)
      host.stub("text", function() error("no text") end)
      """
    let scripts = try LoadedScripts(
      main,
      files: ["headless.lua": headless],
      runsHeadless: true,
      offering: offer
    )
    let calls = Calls()
    let observation = scripts.host.observeHostCalls(calls.add)
    try await scripts.host.load()
    #expect(await scripts.evaluate("host.twice(2)") == "6, thrice")
    #expect(await scripts.evaluate("same({})") == "true")
    #expect(await scripts.evaluate("select(2, caught()).code") == "7")
    #expect(await scripts.evaluate("host.twice == host.twice") == "true")
    #expect(
      await scripts.evaluate("(function() local t = {} t.t = t return same(t) end)()") == "true"
    )
    _ = calls.take()
    let told = await scripts.evaluate("host.text()")
    #expect(told == "headless.lua:4: no text")
    #expect(calls.take() == ["(eval):1: text() ! headless.lua:4: no text"])
    withExtendedLifetime(observation) {}
  }

  @Test func `without observers nothing is reported, and functions are unchanged`() async throws {
    let scripts = try await LoadedScripts.load(main, offering: offer)
    let calls = Calls()
    #expect(await scripts.evaluate("host.twice(2)") == "4")
    var observation: ScriptObservation<HostCall>? = scripts.host.observeHostCalls(calls.add)
    #expect(await scripts.evaluate("host.twice(3)") == "6")
    #expect(await scripts.open("/early") == "handled 8")
    withExtendedLifetime(observation) {}
    observation = nil
    #expect(await scripts.evaluate("host.twice(4)") == "8")
    #expect(calls.take() == ["(eval):1: twice(3) = 6"])
  }
}
