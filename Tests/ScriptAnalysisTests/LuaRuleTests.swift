import Foundation
import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The rules about Lua.
@Suite struct LuaRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let text: String
    /// The lines with findings.
    var lines: [Int] = [1]
    var testDescription: String { "\(rule): \(text)" }
  }

  private static func none(_ rule: String, _ text: String) -> Case {
    Case(rule: rule, text: text, lines: [])
  }

  @Test(arguments: [
    Case(rule: "unused_value", text: "local x = 1\nx = 2\nprint(x)"),
    Case(rule: "unused_value", text: "local x = 1 print(x)\nx = 2", lines: [2]),
    Case(rule: "unused_value", text: "local x = 1\nif print then x = 2 else x = 3 end print(x)"),
    Case(rule: "unused_value", text: "print(function(a)\na = 1 return a end)"),
    Case(
      rule: "unused_value",
      text: "for i = 1, 2 do local x = i\nwhile x do\nx = 1 break end print(1) end",
      lines: [3]
    ),
    Case(rule: "unused_value", text: "local x\nx = 1\nx = 2 print(x)", lines: [2]),
    none("unused_value", "local x = 1 if print then x = 2 end print(x)"),
    none("unused_value", "local x = nil x = 2 print(x) local y y = 1 print(y)"),
    none("unused_value", "local x = 1 for i = 1, 2 do print(x) x = i end"),
    none("unused_value", "local x = 1 while print do if x then break end x = 2 end"),
    none("unused_value", "local x = 1 repeat x = x + 1 until x > 3"),
    none("unused_value", "local x = 1 print(function() return x end) x = 2"),
    none("unused_value", "local x = 1 do goto next end x = 2 ::next:: print(x)"),
    none("unused_value", "local x = 1 if print then x = 2 elseif type then x = 3 end print(x)"),
    none("unused_value", "local a, b = 1, 2 a, b = b, a print(a, b)"),
    none("unused_value", "local x = 1 print(x) x = nil"),
    none("unused_value", "print(function(a) a = a or 1 return a end)"),
    none("unused_value", "local x = 1 if print then return x end x = 2 return x"),
    Case(rule: "wrong_arguments", text: "print(type(1, 'number'))"),
    Case(rule: "wrong_arguments", text: "function _G.f() return string.format('%d %s', 1) end"),
    Case(rule: "wrong_arguments", text: "print(('%d'):format(1, 2))"),
    Case(rule: "wrong_arguments", text: "function _G.f() return string.rep('-') end"),
    Case(rule: "wrong_arguments", text: "function _G.f() return math.floor({}) end"),
    none("wrong_arguments", "function _G.f(...) return string.format('%d', ...), type(...) end"),
    none("wrong_arguments", "function _G.f() return ('%d%%'):format(1), ('x'):rep(2, ',') end"),
    none("wrong_arguments", "function _G.f(x) return string.rep(x, '3'), math.floor('1') end"),
    none("wrong_arguments", "local t = { f = type } function _G.f() return t.f(1, 2) end"),
    Case(rule: "undefined_global", text: "local function f() pint(1) end f = f or f()"),
    Case(
      rule: "undefined_global",
      text: "router.guard('/a', function()\nreturn usr and usr.name == 'mei' end)",
      lines: [2, 2]
    ),
    none(
      "undefined_global",
      "router.guard('/a', function() if jit and jit.version then return true end return false end)"
    ),
    none("undefined_global", "function _G.f() return jit and jit.version end"),
    none(
      "undefined_global",
      "print(" + String(repeating: "{", count: 90) + "unknown"
        + String(repeating: "}", count: 90) + ")"
    ),
    Case(
      rule: "undefined_global",
      text: "local x = 1 print(" + String(repeating: "{", count: 90) + "x"
        + String(repeating: "}", count: 90) + ")\nfunction _G.f() return pint end",
      lines: [2]
    ),
    Case(rule: "undefined_global", text: "function _G.f() return route { path = '/' } end"),
    none("undefined_global", "function _G.f() print(1) return x end x = 1"),
    none("undefined_global", "if jit then print(jit) end local g = unknown or 1 print(g)"),
    Case(rule: "undefined_field", text: "function _G.f() return string.formt('a') end"),
    Case(rule: "undefined_field", text: "function _G.f() return router.rout end"),
    none(
      "undefined_field",
      "function _G.f() return string.format('a'), string.rep, router.route end"
    ),
    none("undefined_field", "if table.move then print(1) end local u = table.unpac or 1 print(u)"),
    Case(rule: "not_in_sandbox", text: "function _G.f() os.execute('ls') end"),
    Case(rule: "not_in_sandbox", text: "function _G.f() return io.open('x') end"),
    Case(rule: "not_in_sandbox", text: "function _G.f() return load('x') end"),
    none("not_in_sandbox", "function _G.f() return os.time(), os.date() end"),
    Case(rule: "global_write", text: "count = 1"),
    Case(rule: "global_write", text: "function helper() end"),
    none("global_write", "local count = 1 count = 2 print(count)"),
    Case(rule: "unused_local", text: "local x = 1"),
    Case(rule: "unused_local", text: "local x = 1 x = 2"),
    Case(rule: "unused_local", text: "local function f() end"),
    none("unused_local", "local _x = 1 local y <close> = nil local z = 1 print(z)"),
    Case(rule: "unused_local", text: "local t = {} t.a = 1 t[1] = 2 function t.f() end"),
    none("unused_local", "local t = {} t.a = 1 print(t)"),
    none("unused_local", "local t = setmetatable({}, {}) t.a = 1"),
    Case(rule: "unused_label", text: "::again::"),
    none("unused_label", "for i = 1, 2 do if i > 1 then goto next end print(i) ::next:: end"),
    Case(rule: "unset_local", text: "local x\nprint(x)"),
    none("unset_local", "local x\nx = 1\nprint(x)\nlocal y = nil print(y)"),
    Case(rule: "dead_code", text: "for _ = 1, 2 do\nbreak\nprint(1)\nend", lines: [3]),
    Case(rule: "dead_code", text: "do return end\nprint(1)", lines: [2]),
    Case(
      rule: "dead_code",
      text: "print(function(f) repeat if f() then return 1 end until false\nprint(1) end)",
      lines: [2]
    ),
    none("dead_code", "print(function(f) repeat if f() then break end until false print(1) end)"),
    Case(
      rule: "dead_code",
      text: "local function f(x)\nif x then return 1 else error('x') end\nprint(1) end f(1)",
      lines: [3]
    ),
    none("dead_code", "for i = 1, 2 do if i then break end print(1) end"),
    Case(rule: "single_pass", text: "local x = 1\nwhile x do\nprint(x)\nbreak end", lines: [4]),
    none("single_pass", "for _, v in pairs({}) do print(v) break end"),
    Case(
      rule: "single_pass",
      text:
        "function _G.f(t)\nfor _, v in ipairs(t) do\nif v then return v else return end end end",
      lines: [3]
    ),
    Case(
      rule: "single_pass",
      text: "function _G.f(x) while x do\nif x(1) then break else error('x') end end end",
      lines: [2]
    ),
    none("single_pass", "function _G.f(t) for _, v in ipairs(t) do if v then return v end end end"),
    none(
      "single_pass",
      "local x = print while x do if x(1) then goto on else break end ::on:: x = nil end"
    ),
    Case(rule: "unbalanced", text: "local a, b a, b = 1 print(a, b)"),
    Case(rule: "unbalanced", text: "local a = 1, 2 print(a)"),
    none("unbalanced", "local a, b a, b = print(1) local c, d = 1 print(a, b, c, d)"),
    Case(rule: "wrong_step", text: "for i = 10, 1 do print(i) end"),
    Case(rule: "wrong_step", text: "local t = {} for i = #t, 1 do print(i) end"),
    none("wrong_step", "for i = 10, 1, -1 do print(i) end for i = 1, 10 do print(i) end"),
    Case(rule: "wrong_not", text: "local a, b = 1, 2 print(not a == b)"),
    none("wrong_not", "local a, b = 1, 2 print(not (a == b), not a == true, not a == not b)"),
    Case(rule: "duplicate_key", text: "print({ a = 1, ['a'] = 2 })"),
    none("duplicate_key", "print({ a = 1, b = 2, [1] = 1, [2] = 1 })"),
    Case(rule: "same_branches", text: "local x = 1 if x then print(1) else print( 1 ) end"),
    none(
      "same_branches",
      "local x = 1 if x then print(1) else print(2) end if x then print(1) end"
    ),
    Case(rule: "swapped", text: "local a, b = 1, 2\na = b\nb = a print(a, b)", lines: [3]),
    none("swapped", "local a, b = 1, 2 a, b = b, a print(a, b)"),
    Case(rule: "nan_compare", text: "local x = 1 print(x == 0/0)"),
    none("nan_compare", "local x = 1 print(x ~= x)"),
    Case(rule: "literal_compare", text: "local x = 1 print(x == {})"),
    none("literal_compare", "local x = {} print(x == '' or next(x) == nil)"),
    Case(rule: "unused_argument", text: "print(function(a, _b) end)"),
    none("unused_argument", "print(function(a) return a end)"),
    Case(rule: "unused_loop_variable", text: "for i = 1, 2 do print(1) end"),
    none("unused_loop_variable", "for _ = 1, 2 do print(1) end"),
    Case(rule: "shadowed", text: "local a = 1\ndo local a = 2 print(a) end print(a)", lines: [2]),
    none("shadowed", "do local a = 1 print(a) end do local a = 2 print(a) end"),
    Case(rule: "empty_block", text: "if print then end"),
    none("empty_block", "if print then -- nothing to do\nend local f = function() end f()"),
  ])
  func `a rule finds exactly the problems`(row: Case) async throws {
    let found = try await findings(["main.lua": row.text])
    let lines = found.filter { $0.problem.code.rawValue == row.rule }.map { $0.problem.site?.line }
    #expect(lines == row.lines, "\(found.map(\.problem.message))")
  }

  @Test func `only invariants.lua has the function that defines an invariant`() async throws {
    let found = try await findings([
      "main.lua": "local M = require \"m\"\nrouter.route { path = M.path, view = \"A\" }",
      "m.lua": """
      local function later() invariant("x", function() return true end) end
      return { path = "/", later = later }
      """,
      "invariants.lua": """
      invariant("it holds", function(stage) return stage.top() ~= nil end)
      local function never() invariant("y") invarint("z") end
      if session.x then never() end
      """,
    ])
    #expect(
      found.map(\.line).filter { !$0.contains("m.lua:2") } == [
        "invariants.lua:2:24: warning: bad argument #2 to 'invariant' (function expected, got no"
          + " value) [wrong_arguments]",
        "invariants.lua:2:39: error: There is no global 'invarint'. Did you mean 'invariant'?"
          + " [undefined_global]",
        "m.lua:1:24: error: 'invariant' can only be called in invariants.lua, while it loads."
          + " [undefined_global]",
      ]
    )
    let written = try await findings([
      "main.lua": "router.route { path = \"/\", view = \"A\" }",
      "invariants.lua": "if session.x then invariant = 1 end",
    ])
    #expect(
      written.map(\.line) == [
        "invariants.lua:1:19: warning: 'invariant' belongs to the host. Choose another name."
          + " [global_write]"
      ]
    )
  }

  @Test func `a global that scripts set is theirs, and one from before main.lua is the host's`()
    async throws
  {
    let found = try await findings([
      "headless.lua": "helped = 1",
      "main.lua": """
      count = 0
      function helper() return count end
      type, screen = 1, nil
      helped = 2
      router.route { path = "/", action = function() count = count + 1 return helper() end }
      """,
    ])
    #expect(
      found.map(\.line) == [
        "main.lua:1:1: warning: 'count' becomes a global, which every script shares. Write 'local"
          + " count'. [global_write]",
        "main.lua:2:10: warning: 'helper' becomes a global, which every script shares. Write 'local"
          + " helper'. [global_write]",
        "main.lua:3:1: warning: 'type' belongs to the host. Choose another name. [global_write]",
        "main.lua:3:7: warning: 'screen' belongs to the host. Choose another name. [global_write]",
        "main.lua:4:1: warning: 'helped' becomes a global, which every script shares. Write 'local"
          + " helped'. [global_write]",
        "main.lua:5:48: warning: 'count' becomes a global, which every script shares. Write 'local"
          + " count'. [global_write]",
      ]
    )
  }

  @Test(arguments: [
    "pairs = function(_t) return next, {}, nil end", "type = function() return 'value' end",
    "table = nil", "pcall = nil", "next = nil", "string = { find = false }", "tostring = 1",
    "select, ipairs, error, rawget = nil, nil, nil, nil",
    "setmetatable(_G, { __index = error, __newindex = error, __pairs = error })",
  ])
  func `globals that an application replaces do not affect other applications`(
    change: String
  ) async throws {
    let found = try await findings([
      "main.lua": """
      router.route { path = "/", action = function()
        local names = { utf8.char(65), math.type(1), os.time(), json.encode({}), clock.now() }
        log.info(coroutine.running() and stage.top() and names)
        sleep(1)
        return print
      end }
      \(change)
      """
    ])
    #expect(found.filter { $0.problem.code.rawValue != "global_write" }.map(\.line) == [])
  }

  @Test(arguments: [
    "local M = {}\nfunction M.open() end\n",
    "local M = {}\nM.open = function() end\nfunction M.twice() M.open() M.open() end\n",
    "local M = { close = print }\nfunction M:open() return M.close(self) end\n",
  ])
  func `a module that returns nothing gets the advice to return its table`(
    text: String
  ) async throws {
    let found = try await findings(["main.lua": "require \"m\"", "m.lua": text])
    #expect(
      found.map(\.line) == [
        "m.lua:1:7: warning: This module returns nothing, so 'require' returns true. Add 'return"
          + " M' at the end of the file. [unused_local]"
      ]
    )
  }

  @Test(arguments: [
    "local M = {}\nfunction M.open() end\nreturn M",
    "local M = {}\nfunction M.view() end\nrouter.route { path = '/', view = M.view }",
    "local M = {}\nfunction M.open() end\nM.open()",
    "local M = {}\nfunction M.open() end\nif session.x then return M end",
  ])
  func `a module whose table is used or returned has no finding`(text: String) async throws {
    let found = try await findings(["main.lua": "require \"m\"", "m.lua": text])
    #expect(found.map(\.line) == [])
  }

  @Test(arguments: [
    ("router.mount('/city', 'cities.linz')", "return { { path = '/z', veiw = 'Z' } }"),
    (
      "local all = 'cities.linz' router.mount('/city', all)",
      "local all = { { path = '/z', veiw = 'Z' } } return all"
    ),
    (
      "router.mount('/city', 'cities.linz')",
      "return { { path = '/z', view = 'Z', routes = { { path = 'y', veiw = 'Y' } } } }"
    ),
  ])
  func `a definition of a module that is mounted later has no unknown field`(
    mount: String,
    module: String
  ) async throws {
    let found = try await findings([
      "main.lua": "router.route { path = '/', action = function() \(mount) return 1 end }",
      "cities/linz.lua": module,
    ])
    #expect(
      found.map(\.problem.description) == [
        "cities/linz.lua:1: 'veiw' is not a field of a route. Did you mean 'view'?"
      ]
    )
  }

  @Test func `every example has no problems, including notes and specs`() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let examples = [
      "book", "embed/Rules", "github", "library", "museum", "outcomes", "shop", "tabs",
    ]
    for example in examples {
      let folder = "\(root)/examples/\(example)"
      let host = try ScriptHost(
        .at(folder),
        options: ScriptOptions(runsHeadless: true, loadsParts: true)
      )
      await host.router.perform { $0.resources.storage = MemoryResources() }
      let warnings = try await host.load()
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
      var specs: [String: [UInt8]] = [:]
      for path in paths where path.hasSuffix("_spec.lua") {
        specs[path] = FileManager.default.contents(atPath: "\(folder)/\(path)").map { Array($0) }
      }
      let findings = await host.router
        .perform { [specs] application in
          ScriptReview(
            of: host,
            beside: warnings,
            specs: specs,
            reportsSpecs: true,
            in: application
          )
          .findings
        }
        // Specs of an example demonstrate how specs are written: they do not open every route.
        .filter { $0.problem.code.rawValue != "unopened_route" }
      #expect(findings.map { "\($0.label) \($0.problem.message)" } == [], "\(example)")
    }
  }

  @Test(arguments: [
    ("local x = 1 -- moonroute: allow unused_local", true),
    ("-- moonroute: allow unused_local\nlocal x = 1", true),
    ("-- moonroute: allow shadowed, unused_local\nlocal x = 1", true),
    ("-- moonroute: allow shadowed\nlocal x = 1", false),
    ("-- moonroute: allow unused_local\n\nlocal x = 1", false),
    ("local x = '-- moonroute: allow unused_local'", false),
    ("print(1) -- moonroute: allow unused_local\nlocal x = 1", false),
    ("--[[ moonroute: allow unused_local ]] print(1)\nlocal x = 1", false),
    ("-- moonroute: allow unused_local\nlocal x = 1 -- moonroute: allow shadowed", true),
  ])
  func `a trailing allow comment covers its line, and one on its own line the next line`(
    text: String,
    isAllowed: Bool
  ) async throws {
    let found = try await findings(["main.lua": text])
    #expect(found.isEmpty == isAllowed)
  }
}
