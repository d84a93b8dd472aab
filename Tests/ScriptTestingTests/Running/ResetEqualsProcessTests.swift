import ScriptTesting
import Testing

/// After a reset, a spec sees the same values as in a new process.
@Suite struct ResetEqualsProcessTests {
  private static let files = [
    "main.lua": """
    count = (count or 0) + 1
    list = { count, nested = { count } }
    setmetatable(list, { __index = { inherited = true } })
    function string.shout(text) return text:upper() .. "!" end
    local kept = reload.keep("kept", function() return { visits = 0 } end)
    local cart = require "cart"
    router.type("size", { match = { "s", "m" } })
    late = router.route { name = "late", path = "/late", action = function() return "late" end }
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "shirt", path = "/shirts/:size<size>", tags = { "x" }, meta = { n = 1 },
      view = "Shirt", redirect = function() return session.user ~= nil or "/" end }
    router.group { path = "/group", routes = { { name = "inner", path = "inner", view = "Inner" } } }
    router.mount("/cart", "cart")
    router.guard("/late", function() return true end)
    router.unmatched(function() return "/" end)
    events.declare { name = "level", path = "/level/:n<int>", sticky = true }
    events.on("level", function(event) kept.visits = kept.visits + event.params.n end)
    resources.put { name = "visits", path = "/visits", value = 1 }
    resources.put { name = "stored", path = "/stored", value = { 1 }, persistent = true }
    every(60, function() ticks = (ticks or 0) + 1 end)
    function visits() return kept.visits + cart.total() end
    """,
    "cart.lua": """
    total = (total or 0) + 1
    return setmetatable({ { name = "cart", path = "", view = "Cart" } }, { __index = {
      total = function() return total end } })
    """,
    "personas.lua": "return { mei = { session = { user = 'mei' } }, visitor = {} }",
    "headless.lua": "host.stub('battery', function() return 80 end)",
  ]

  /// `everything()` returns every value that a script can read, as text; `acts` has possible acts.
  private static let helpers = """
    local function everything()
      local lines, seen = {}, {}
      local function add(path, value, depth)
        local text = type(value)
        if text == "number" or text == "string" or text == "boolean" then
          text = text .. " " .. tostring(value)
        end
        lines[#lines + 1] = path .. " = " .. text
        if type(value) ~= "table" or seen[value] or depth == 0 then
          return
        end
        seen[value] = true
        local keys = {}
        for key in next, value do
          keys[tostring(key)] = key
          keys[#keys + 1] = tostring(key)
        end
        table.sort(keys)
        for _, key in ipairs(keys) do
          add(path .. "." .. key, rawget(value, keys[key]), depth - 1)
        end
        add("metatable of " .. path, getmetatable(value), depth - 1)
      end
      add("_G", globals(), 4)
      add("routes", router.routes(), 4)
      add("resources", resources.list(), 4)
      add("session", session, 2)
      add("screens", #stage.screens(), 1)
      add("personas", app.personas(), 2)
      for _ = 1, 5 do
        add("random", math.random(1000), 1)
      end
      add("methods", tostring(("x").shout) == "nil", 1)
      add("added", ("x").added, 1)
      add("event", events.last("level"), 1)
      add("visits", visits(), 1)
      add("battery", host.battery(), 1)
      add("time", clock.now(), 1)
      for _, link in ipairs { "/late", "/shirts/s", "/group/inner", "/cart", "/nowhere", "/added" } do
        local outcome = router.open(link)
        add(link, outcome.status, 1)
        add(link, outcome.location and tostring(outcome.location), 1)
      end
      clock.advance(120)
      add("ticks", ticks, 1)
      return table.concat(lines, "\\n")
    end

    local acts = {
      function() stub(router, "ask") stub(host, "battery").returns(1) end,
      function() spy.on(table, "concat") end,
      function() table.insert, string.upper, string.added = nil, nil, function() end end,
      function() os, utf8.char, coroutine.wrap = nil, nil, nil end,
      function() math.random = function() return 4 end end,
      function() for _ = 1, 3 do math.random() end end,
      function() rawset(globals(), "leak", {}) rawset(globals(), "count", 7) end,
      function() list.nested[1] = 9 getmetatable(list).__index.inherited = nil end,
      function() session.user, session.list = "ada", { 1 } end,
      function() router.open("/") router.open("/shirts/m") router.open("/cart") end,
      function() events.emit("/level/3") end,
      function() resources.update("visits", 5) resources.update("stored", { 2 }) end,
      function() resources.delete("stored") resources.put { path = "/more", value = 1 } end,
      function() app.persona("mei") end,
      function() after(1, function() late_count = 1 end) spawn(function() sleep(500) end) end,
      function() router.route { name = "added", path = "/added", action = function() end } end,
      function() router.guard("/cart", function() return false end) end,
      function() late:cancel() end,
      function() clock.advance(90) end,
      function() require("cart").total = function() return 100 end end,
      function() app.reload { ["extra.lua"] = "return 1" } end,
      function() app.reload { ["main.lua"] = "visits = nil" } end,
      function()
        setmetatable(globals(), { __newindex = function() error("locked") end,
          __index = function(_, key) error("unknown " .. tostring(key)) end })
      end,
    }
    """

  @Test(arguments: [1, 2, 3])
  func `random acts leave nothing that a script can read after a reset`(seed: Int) async throws {
    let run = try await SpecRun.of(
      """
      local globals = function() return _G end
      \(Self.helpers)
      local first
      it("is new", function() first = everything() end)
      local number = \(seed)
      local function chance()
        number = (number * 1103515245 + 12345) % 2147483648
        return number // 65536 % 2 == 0
      end
      for round = 1, 12 do
        it("is as new " .. round, function()
          for _, act in ipairs(acts) do
            if chance() then pcall(act) end
          end
          app.reset()
          assert.equal(first, everything())
        end)
      end
      """,
      with: Self.files
    )
    #expect(run.results.count == 13)
    for result in run.results {
      #expect(result.status == .passed, "\(result.name): \(result.message ?? "")")
    }
  }
}
