import LuaRuntime
import Moonroute
import Testing

@testable import ScriptHost

/// Reloading: the old rules stay in effect until the new ones are complete, and leave nothing
/// behind.
@Suite struct GenerationTests {
  @Test func `a load that fails changes nothing`() async throws {
    let scripts = try ChangingScripts()
    let first = "router.route { name = 'a', path = '/a', view = 'A' } session.n = 1"
    #expect(try await scripts.load(first) == [])
    for broken in [
      "router.route { path = '/b', view = 'B' } error('late')",
      "router.route { path = '/b', view = 'B' } router.route { pth = '/c' }",
      "router.configure { redirect_limit = 1 } session.n = 2 local = 3",
      "router.configure { hosts = { 'example.com' } } require 'missing'",
    ] {
      #expect(try await scripts.load(broken).isEmpty == false)
      #expect(await scripts.open("/a") == "opened A")
      #expect(await scripts.open("https://example.org/a") == "opened A")
      #expect(await scripts.open("/b").hasPrefix("not_found"))
      #expect(try await scripts.evaluate("session.n, router.can_open('/b')") == "1, false")
      #expect(scripts.router.canOpen("/a") && !scripts.router.canOpen("/b"))
    }
  }

  @Test func `a new load replaces all rules and keeps stage and session`() async throws {
    let scripts = try ChangingScripts()
    _ = try await scripts.load(
      """
      router.configure { redirect_limit = 1 }
      router.route { name = "a", path = "/a", view = "A", animator = "root" }
      router.unmatched(function() return screen { "Lost" } end)
      session.cart = { [7] = 2, items = { "x" }, where = router.location("/a?b") }
      """
    )
    _ = await scripts.open("/a")
    #expect(
      try await scripts.load(
        "router.route { path = '/b', action = function() return session.cart.items[1] end }"
      ) == []
    )
    #expect(await scripts.open("/a").hasPrefix("not_found"))
    #expect(await scripts.open("/b") == "handled x")
    #expect(
      try await scripts.evaluate(
        "session.cart[7], tostring(session.cart.where:with { query = { b = 1 } }), stage.top().name"
      ) == "2, /a?b=1, a"
    )
  }

  @Test func `session values that are not plain end with a warning`() async throws {
    let scripts = try ChangingScripts()
    _ = try await scripts.load("session.f = { g = screen { 'A' } } session.n = 1")
    #expect(
      try await scripts.load("assert(session.n == 1 and session.f.g == nil)") == [
        """
        warning: session.f.g is a screen and ends with its generation. Keep plain data in session.
        """
      ]
    )
  }

  @Test func `a session that cannot be copied keeps the old generation`() async throws {
    let scripts = try ChangingScripts()
    _ = try await scripts.load(
      "local t = {} session.deep = t for _ = 1, 100 do t.inner = {} t = t.inner end"
    )
    let problems = try await scripts.load("router.route { path = '/b', view = 'B' }")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("error: tables nested deeper than") == true)
    #expect(await scripts.open("/b").hasPrefix("not_found"))
  }

  @Test func `a function kept from an ended generation reports this`() async throws {
    let scripts = try ChangingScripts()
    _ = try await scripts.load(
      """
      router.route { name = "a", path = "/a", animator = "root", view = function()
        return screen { "A", title = "T", on_tap = function() return 1 end }
      end }
      router.route { path = "/give", action = function() return function() end end }
      """
    )
    _ = await scripts.open("/a")
    let given = await scripts.router.open("/give").values
    _ = try await scripts.load(
      "router.route { path = '/take', action = function(state) return state.extra end }"
    )
    #expect(
      try await scripts.evaluate(
        "stage.top().title, pcall(function() return stage.top().on_tap end)"
      )
        == """
        T, false, (eval):1: This belonged to generation 1; the scripts have been loaded again since.
        """
    )
    let taken = await scripts.router.perform { application in
      await application.open("/take", options: OpenOptions(extra: given.first ?? .null))
    }
    #expect(
      taken.error?.message
        == "'/take' failed: This belonged to generation 1; the scripts have been loaded again since."
    )
  }

  @Test func `an earlier open continues with its own rules and registers nothing`()
    async throws
  {
    let (started, startedInput) = AsyncStream.makeStream(of: Void.self)
    let (go, goInput) = AsyncStream.makeStream(of: Void.self)
    let scripts = try ChangingScripts()
    _ = try await scripts.load(
      """
      router.route { path = "/old", action = function()
        host.wait()
        local ok, problem = pcall(router.route, { path = "/late", view = "Late" })
        return not ok, problem.code, problem.message, router.open("/new").status
      end }
      """
    ) { offers in
      offers.function("wait") { _ async in
        startedInput.yield()
        for await _ in go { break }
        return .null
      }
    }
    async let old = scripts.open("/old")
    for await _ in started { break }
    _ = try await scripts.load("router.route { path = '/new', view = 'New' }")
    goInput.yield()
    #expect(
      await old == """
        handled true, closed, This belonged to generation 1; the scripts have been loaded again \
        since., opened
        """
    )
    #expect(await scripts.open("/late").hasPrefix("not_found"))
  }

  @Test func `ended generations, hosts and applications leave nothing behind`() async throws {
    let witnesses = Witnesses()
    do {
      let scripts = try ChangingScripts()
      for number in 1...20 {
        _ = try await scripts.load(
          """
          local kept = {}
          every(3600, function() return kept end)
          router.configure { animator = "root" }
          router.guard("/a/**", function(state) kept.state = state return true end)
          router.proxy("/p", "/a/\(number)")
          router.on_error(function() return kept end)
          router.unmatched(function() return nil end)
          router.route { name = "a", path = "/a/:n<int>", on_exit = function() return kept ~= nil end,
            animator = animator.refresh { apply = function() return kept end, otherwise = "root" },
            view = function(state)
              kept.screen = screen { "A", on_tap = function() return kept end, state_ = state }
              return kept.screen
            end }
          """
        )
        #expect(await scripts.open("/a/1?x=1") == "opened A")
        #expect(await scripts.open("/nowhere").hasPrefix("not_found"))
        _ = try await scripts.load("error('never in force')")
        await scripts.router.perform { application in
          witnesses.add(ScriptEngine.of(application).generation)
          witnesses.add(ScriptEngine.of(application).generation?.state)
        }
      }
      _ = try await scripts.load("")
      // The previous generation is removed in its own turn.
      for _ in 0..<1_000 {
        if await scripts.router.perform({ _ in witnesses.aliveCount }) == 0 { break }
        await Task.yield()
      }
      #expect(witnesses.aliveCount == 0)
      await scripts.router.perform { application in
        witnesses.add(ScriptEngine.of(application).generation)
        witnesses.add(ScriptEngine.of(application).generation?.state)
        witnesses.add(ScriptEngine.of(application))
        witnesses.add(application.router)
        witnesses.add(application)
      }
    }
    // The last task of the application may still be about to release it.
    for _ in 0..<1_000 where witnesses.aliveCount > 0 { await Task.yield() }
    #expect(witnesses.aliveCount == 0)
  }
}
