import Moonroute
import ScriptHost
import Testing

/// Broken or malicious scripts: the host remains intact, and shows nothing that a guard protects.
@Suite struct HostileScriptTests {
  private static let safe = "router.route { path = '/safe', view = 'Safe', animator = 'root' }\n"

  @Test(arguments: [
    ScriptCase(
      "endless recursion",
      "local function f() return 1 + f() end return f()",
      "failed stack_overflow"
    ),
    ScriptCase(
      "endless recursion through pcall",
      "local function f() return pcall(f) end f() return nil",
      "failed"
    ),
    ScriptCase(
      "a memory bomb in a table",
      "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
      "failed memory_limit"
    ),
    ScriptCase(
      "a memory bomb in a string",
      "local s = 'x' while true do s = s .. s end",
      "failed memory_limit"
    ),
    ScriptCase("an endless loop", "while true do end", "failed timeout"),
    ScriptCase(
      "an endless loop in pcall and coroutines",
      "while true do pcall(coroutine.wrap(function() while true do end end)) end",
      "failed timeout"
    ),
    ScriptCase(
      "a pattern that searches forever",
      "return ('a'):rep(20000):find('.-.-.-b')",
      "failed timeout"
    ),
    ScriptCase("a huge reason", "return false, ('x'):rep(400000)", "intercepted"),
    ScriptCase("a huge text", "return ('x'):rep(400000)", "failed bad_location"),
    ScriptCase("a huge location", "return '/' .. ('x'):rep(400000)", "failed bad_location"),
    ScriptCase("a text with zero bytes", "return '/\\0'", "not_found"),
    ScriptCase("a text that is not UTF-8", "return '/\\xff'", "failed script_error"),
    ScriptCase("a coroutine", "return coroutine.create(function() end)", "failed script_error"),
    ScriptCase(
      "a yield outside a coroutine",
      "coroutine.yield(true) return true",
      "failed script_error"
    ),
    ScriptCase(
      "an error that cannot be shown",
      "error(setmetatable({}, { __tostring = function() error('x') end }))",
      "failed script_error"
    ),
    ScriptCase(
      "an error that shows itself by recursion",
      "error(setmetatable({}, { __index = function(t, k) return t[k] end }))",
      "failed script_error"
    ),
    ScriptCase("changing the state", "state.params.id = 8 state.location = 1", "failed"),
    ScriptCase(
      "an error inside a coroutine",
      "coroutine.wrap(function() error('inside') end)()",
      "failed script_error"
    ),
    ScriptCase(
      "an error value of its own with a wrong shape",
      "error({ code = 7, message = {}, line = 'x', file = true })",
      "failed"
    ),
  ])
  func `a guard that fails denies access, and the host continues`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.safe
        + "router.route { name = 'a', path = '/a/:id', view = 'A' }\n"
        + "router.guard('a', function(state)\n\(row.script)\nend)",
      memoryLimit: 8 << 20
    )
    let got = await scripts.open("/a/7")
    #expect(got.hasPrefix(row.expected))
    #expect(await scripts.router.perform { $0.stage.screens.isEmpty })
    #expect(await scripts.open("/safe") == "opened Safe")
    #expect(await scripts.evaluate("1 + 1") == "2")
  }

  @Test(arguments: [
    "router = nil", "_G.router = nil", "router = { open = print }", "_G = nil", "screen = nil",
    "string.format = nil", "table = nil", "error = nil pcall = nil", "require = nil", "host = nil",
    "for k in pairs(_G) do _G[k] = nil end", "setmetatable = nil", "stage = {}", "state = 1",
    "coroutine.wrap = nil", "tostring = function() error('x') end", "session = nil",
    "getmetatable('').__index = function() error('x') end",
  ])
  func `globals that a script replaces affect only itself`(line: String) async throws {
    let scripts = try await LoadedScripts.load(
      Self.safe + """
        router.route { path = "/break", action = function() pcall(function() \(line) end) end }
        router.guard("/g/**", function(state)
          return state.path == "/g/1", tostring and "no"
        end)
        router.route { path = "/g/:n<int>", animator = "root", view = function(state)
          return (screen or function(t) return t end) { "G" }
        end }
        """
    )
    #expect(await scripts.open("/break") == "handled ")
    #expect(await scripts.open("/safe") == "opened Safe")
    #expect(await scripts.open("/g/2").hasPrefix("intercepted"))
    _ = await scripts.open("/g/1")
    try await scripts.host.load()
    #expect(await scripts.open("/g/1") == "opened G")
  }

  @Test(arguments: ["router", "json", "events", "resources", "log", "clock", "reload"])
  func `a script cannot change a module of the host`(module: String) async throws {
    let scripts = try await LoadedScripts.load(Self.safe)
    let words =
      "cannot be set: modules of the host are read-only. Use a table of your own, or stub"
      + " a function in a spec."
    let lines = [
      "\(module).mine = 1", "rawset(\(module), 'mine', 1)",
      "(function() local t = \(module) t.mine = nil end)()",
    ]
    for line in lines {
      #expect(await scripts.evaluate(line) == "(eval):1: '\(module).mine' \(words)")
    }
    let first = "(function() for name, value in pairs(\(module)) do return name, value end end)()"
    #expect(await scripts.evaluate("#select(1, \(first)) > 1") == "true")
    #expect(await scripts.evaluate("rawget(\(module), (next(\(module)))) ~= nil") == "true")
    #expect(await scripts.evaluate("type(\(module)), getmetatable(\(module))") == "table, false")
  }

  @Test(arguments: ["host", "stage", "animator"])
  func `an object of the host refuses new fields`(name: String) async throws {
    let scripts = try await LoadedScripts.load(Self.safe)
    for line in ["\(name).mine = 1", "rawset(\(name), 'mine', 1)"] {
      #expect(await scripts.evaluate(line).hasPrefix("(eval):1: "))
    }
  }

  @Test(arguments: [
    ScriptCase("extra", "router.open('/a', { extra = loop })", "cannot be passed"),
    ScriptCase("props", "screen { 'A', p = loop }", "cannot be passed"),
    ScriptCase("a property", "(function() stage.top().p = loop end)()", "cannot be passed"),
    ScriptCase("host", "host.add(loop)", "cannot be passed"),
    ScriptCase("json", "json.encode(loop)", "cannot be passed"),
    ScriptCase("log", "log.info(loop)", "cannot be passed"),
    ScriptCase("meta", "router.route { path = '/m', view = 'M', meta = loop }", "cannot be passed"),
    ScriptCase("too deep", "screen { 'A', p = deep }", "nested deeper than 64"),
  ])
  func `a table that cannot be copied is an error in the script`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.safe + """
        loop = {}
        loop.loop = loop
        deep = {}
        for i = 1, 200 do deep = { deep } end
        """
    ) { offers in
      offers.function("add") { _ in .null }
    }
    _ = await scripts.open("/safe")
    let got = await scripts.evaluate(row.script)
    #expect(got.hasPrefix("(eval):1: ") && got.contains(row.expected))
    #expect(await scripts.open("/safe") == "opened Safe")
  }

  @Test func `an action that returns a cyclic table fails`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', action = function() local t = {} t.t = t return t end }"
    )
    #expect(await scripts.open("/").hasPrefix("failed "))
  }

  @Test func `a coroutine inside a guard can wait`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/inner", action = function() sleep(0) return "inner" end }
      router.route { path = "/a", view = "A", redirect = function()
        local step = coroutine.wrap(function()
          local ok, value = pcall(function() return router.open("/inner").value end)
          coroutine.yield(ok, value)
          sleep(0)
          error("after")
        end)
        local ok, value = step()
        local fine, problem = pcall(step)
        return false, tostring(ok) .. " " .. value .. " " .. tostring(fine) .. " " .. problem
      end }
      """
    )
    #expect(await scripts.open("/a") == "intercepted: true inner false main.lua:7: after")
  }

  @Test func `of two concurrent opens the newer wins, and actions do not interfere`()
    async throws
  {
    let (started, startedInput) = AsyncStream.makeStream(of: Void.self)
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/slow", view = "Slow", animator = "root",
        redirect = function() host.wait() end }
      router.route { path = "/fast", view = "Fast", animator = "root" }
      router.route { path = "/sum/:n<int>", action = function(state)
        sleep(0) return state.params.n
      end }
      """
    ) { offers in
      offers.function("wait") { _ async throws in
        startedInput.yield()
        try await Task.sleep(for: .seconds(3600))
        return .null
      }
    }
    let application = scripts.router
    async let slow = application.open("/slow")
    for await _ in started { break }
    #expect(await scripts.open("/fast") == "opened Fast")
    #expect(await slow.status == .cancelled)
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          let outcome = await application.open("/sum/\(number)")
          return outcome.values == [.int(Int64(number))] ? 1 : 0
        }
      }
      var right = 0
      for await one in group { right += one }
      #expect(right == 20)
    }
  }

  @Test func `a registration flood inside deep recursion ends`() async throws {
    let found = try await problems(
      """
      local function deep(n) if n > 0 then deep(n - 1) return 1 end
        for i = 1, 500 do router.route { path = i } end
      end
      deep(5000)
      """
    )
    #expect(found.count == 101)
  }
}
