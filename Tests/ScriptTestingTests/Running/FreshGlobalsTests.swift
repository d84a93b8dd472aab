import ScriptTesting
import Testing

/// `app.reset` removes all changes made by the application, its modules, stubs and spies.
@Suite struct FreshGlobalsTests {
  private static let main = """
    cache = cache or {}
    loads = (loads or 0) + 1
    table.patched = (table.patched or 0) + 1
    router.patched = (router.patched or 0) + 1
    started = os.time()
    function greet() return "the application" end
    function string.shout(text) return text:upper() .. "!" end
    local cart = require "cart"
    router.route { name = "add", path = "/add/:x", action = function(state)
      cache[#cache + 1] = state.params.x
      return #cache
    end }
    router.route { name = "loads", path = "/loads", action = function() return loads end }
    router.route { name = "patched", path = "/patched", action = function()
      return table.patched + router.patched
    end }
    router.route { name = "random", path = "/random", action = function() return math.random(9) end }
    router.route { name = "total", path = "/total", action = function() return cart.total() end }
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "asks", path = "/asks", action = function() return router.ask("/") end }
    router.route { name = "shout", path = "/shout", action = function() return ("hey"):shout() end }
    router.route { name = "age", path = "/age", action = function() return os.time() - started end }
    router.route { name = "day", path = "/day", action = function()
      return os.date("!%H:%M", 0) .. " " .. (os.time(os.date("*t")) - os.time())
    end }
    """
  private static let locked =
    main + """

      setmetatable(_G, {
        __newindex = function(_, key) error("undeclared global " .. tostring(key), 2) end,
        __index = function(_, key) error("unknown global " .. tostring(key), 2) end,
      })
      """

  private static let cart =
    "count = (count or 0) + 1 return { total = function() return count end }"

  private func run(
    _ spec: String,
    _ files: [String: String] = [:],
    isUnsafe: Bool = false
  ) async throws -> [String] {
    let application = ["main.lua": Self.main, "cart.lua": Self.cart].merging(files) { $1 }
    return
      try await SpecRun.of(spec, with: application) {
        $0.isUnsafe = isUnsafe
        $0.loadsApplications = true
      }
      .results
      .map { result in
        result.status == .passed ? "held" : "\(result.name): \(result.message ?? "")"
      }
  }

  @Test(arguments: [false, true])
  func `a reset starts with fresh globals, library tables and modules of the host`(
    isUnsafe: Bool
  ) async throws {
    let results = try await run(
      """
      before_each(app.reset)
      for name in string.gmatch("first second", "%a+") do
        it(name, function()
          assert.handled(router.open("/add/a"), 1)
          assert.handled(router.open("/loads"), 1)
          assert.handled(router.open("/patched"), 2)
          assert.handled(router.open("/total"), 1)
          assert.handled(router.open("/shout"), "HEY!")
        end)
      end
      """,
      isUnsafe: isUnsafe
    )
    #expect(results == ["held", "held"])
  }

  @Test(arguments: [false, true])
  func `an application that locks its globals is tested like any other`(isUnsafe: Bool) async throws
  {
    let results = try await run(
      """
      before_each(app.reset)
      it("runs", function() assert.handled(router.open("/loads"), 1) end)
      it("runs again", function() assert.handled(router.open("/loads"), 1) end)
      it("reloads", function()
        assert.is_true(app.reload())
        assert.handled(router.open("/loads"), 1)
      end)
      it("has the words of specs", function()
        assert.same({}, arg)
        assert.equal(0, clock.now())
        helped = require("spec.helper").value
        assert.equal(7, helped)
        assert.equal(8, set_by_helper)
      end)
      insulate("a block of its own", function()
        it("is insulated", function() assert.handled(router.open("/loads"), 1) end)
      end)
      """,
      [
        "main.lua": Self.locked,
        "spec/helper.lua": "set_by_helper = 8 assert.is_function(describe) return { value = 7 }",
      ],
      isUnsafe: isUnsafe
    )
    #expect(results == ["held", "held", "held", "held", "held"])
  }

  @Test func `the globals that a spec file sets stay, including replaced application globals`()
    async throws
  {
    let results = try await run(
      """
      function mine() return "a global" end
      _G.other = { "a field" }
      function _G.greet() return "the spec" end
      function string.whisper(text) return text:lower() .. "…" end
      _G.loads = nil
      before_each(app.reset)
      for name in string.gmatch("first second", "%a+") do
        it(name, function()
          assert.equal("a global", mine())
          assert.same({ "a field" }, other)
          assert.equal("the spec", greet())
          assert.equal("hey…", ("HEY"):whisper())
          assert.is_nil(loads)
          _G.late = (_G.late or 0) + 1
          assert.equal(1, _G.late)
        end)
      end
      it("a reload keeps them", function()
        assert.is_true(app.reload())
        assert.equal("the spec", greet())
      end)
      """
    )
    #expect(results == ["held", "held", "held"])
  }

  @Test(arguments: [false, true])
  func `a reset reverts every stub and spy`(isUnsafe: Bool) async throws {
    let results = try await run(
      """
      local own = { f = function() return "own" end }
      local random, open = math.random, router.open
      stub(math, "random").returns("left over")
      it("stubs", function()
        stub(router, "ask").returns("asked")
        stub(require("cart"), "total").returns("stubbed")
        stub(host, "flag").returns("stubbed")
        stub(own, "f").returns("stubbed")
        spy.on(router, "open")
        spy.on(table, "concat")
        local upper = stub(string, "upper")
        assert.handled(router.open("/asks"), "asked")
        assert.handled(router.open("/total"), "stubbed")
        assert.handled(router.open("/random"), "left over")
        app.reset()
        assert.equal("own", own.f())
        assert.equal(open, router.open)
        assert.equal(random, math.random)
        assert.is_false(spy.is_spy(table.concat))
        assert.handled(router.open("/shout"), "HEY!")
        assert.has_error(function() return host.flag() end)
        assert.handled(router.open("/total"), 1)
        assert.is_not.handled(router.open("/random"), "left over")
        upper:revert()
        assert.equal("A", string.upper("a"))
        stub(router, "ask").returns("again")
        assert.handled(router.open("/asks"), "again")
      end)
      """,
      isUnsafe: isUnsafe
    )
    #expect(results == ["held"])
  }

  @Test func `the time of day follows the clock, and a reset restores it`() async throws {
    let results = try await run(
      """
      it("passes", function()
        local before = os.time()
        assert.handled(router.open("/age"), 0)
        clock.advance(3600.5)
        sleep(59.5)
        assert.handled(router.open("/age"), 3660)
        assert.equal(before + 3660, os.time())
        assert.equal(os.date("%c", before + 3660), os.date("%c"))
        assert.equal(86400, os.time({ year = 1970, month = 1, day = 2, hour = 0 })
          - os.time({ year = 1970, month = 1, day = 1, hour = 0 }))
        assert.handled(router.open("/day"), "00:00 0")
        assert.is_true(app.reload())
        assert.equal(before + 3660, os.time())
        app.reset()
        assert.equal(before, os.time())
        assert.handled(router.open("/age"), 0)
      end)
      it("complains as Lua does", function()
        assert.error_matches(function() os.date("%Ez") end, "^bad argument #1 to 'date'")
        assert.error_matches(function() os.time(7) end, "^bad argument #1 to 'time'")
      end)
      """
    )
    #expect(results == ["held", "held"])
  }

  @Test func `after a failed reload of a spec, methods are those of the active scripts`()
    async throws
  {
    let results = try await run(
      """
      it("goes on", function()
        assert.is_false(app.reload { ["main.lua"] = "function string.shout() return 1 end error('no')" })
        assert.handled(router.open("/shout"), "HEY!")
        assert.is_true(app.reload { ["main.lua"] = [[
          function string.shout() return "new" end
          router.route { path = "/shout", action = function() return ("hey"):shout() end }]] })
        assert.handled(router.open("/shout"), "new")
        app.reset()
        assert.handled(router.open("/shout"), "HEY!")
      end)
      """
    )
    #expect(results == ["held"])
  }
}
