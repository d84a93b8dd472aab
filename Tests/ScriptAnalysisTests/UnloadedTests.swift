import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Scripts that do not load: load problems come first, and the rules about Lua check the rest.
@Suite struct UnloadedTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let lines: [String]
    var testDescription: String { text }
  }

  static let rows: [Case] = [
    Case(
      text: "local x = 1\nif x != 1 then end",
      lines: [
        "main.lua:2:6: error: 'then' expected near '!'. The script does not parse. Not equal is ~=."
          + " [syntax_error]"
      ]
    ),
    Case(
      text: "local x = { name: 'a' }",
      lines: [
        "main.lua:1:19: error: <name> expected near ''a''. The script does not parse. Write 'name ='"
          + " instead of 'name:'. [syntax_error]"
      ]
    ),
    Case(
      text: "local x = “a”",
      lines: [
        #"main.lua:1:11: error: unexpected symbol near '<\226>'. The script does not parse. Write ""#
          + " instead of “. [syntax_error]"
      ]
    ),
    Case(
      text: #"local x = "\d+""#,
      lines: [
        #"main.lua:1:12: error: invalid escape sequence near '"\d'. The script does not parse. Write"#
          + #" '\\d', or use [[…]], which has no escapes. [syntax_error]"#
      ]
    ),
    Case(
      text: "local x = 1\nif x = nil then end",
      lines: [
        "main.lua:2:6: error: 'then' expected near '='. The script does not parse. Equal is ==; ="
          + " sets a variable. [syntax_error]"
      ]
    ),
    Case(
      text: "local function f()\n  if f then\n    f()\nend\nf()",
      lines: [
        "main.lua:5:4: error: 'end' expected (to close 'function' at line 1) near <eof>. The script"
          + " does not parse. The 'if' in line 2 has no 'end'. [syntax_error]"
      ]
    ),
    Case(
      text: "router:route { path = '/', view = 'V' }",
      lines: [
        "main.lua:1:1: error: router:route passes the router itself to 'route'. Use a dot:"
          + " router.route. [script_error]"
      ]
    ),
    Case(
      text: "local a = 1\nroute { path = '/', view = 'V' }",
      lines: [
        "main.lua:1:7: warning: 'a' is never used. Remove it, or rename it to '_a'. [unused_local]",
        "main.lua:2:1: error: attempt to call a nil value (global 'route'). Did you mean"
          + " 'router.route'? [script_error]",
      ]
    ),
    Case(
      text: "router.route { path = '/:id<itn>', view = 'V' }\nfunction _G.f() return pint end",
      lines: [
        "main.lua:1:29: error: '/:id<itn>' names the unknown type 'itn' at byte 5. Did"
          + " you mean '<int>'? [unknown_type]",
        "main.lua:2:24: error: There is no global 'pint'. Did you mean 'print'? [undefined_global]",
      ]
    ),
    Case(
      text: "local m = require 'm'\nm.f()",
      lines: [
        "main.lua:2:1: error: attempt to index a boolean value (local 'm'). 'm.lua' returns"
          + " nothing. End it with 'return M', the table of its functions. [script_error]",
        "m.lua:1:7: warning: 'M' is never used. Remove it, or rename it to '_M'. [unused_local]",
      ]
    ),
    Case(
      text:
        "for i = 1, 3 do\n  if i == 2 then goto next end\n  local v = i\n  ::next::\n "
        + " print(v)\nend",
      lines: [
        "main.lua:2:23: error: <goto next> at line 2 jumps into the scope of local 'v'. The script"
          + " does not parse. [syntax_error]"
      ]
    ),
    Case(
      text: "local x = 1\n\nbreak\nprint(x)\n",
      lines: [
        "main.lua:3:1: error: break outside loop at line 3. The script does not parse."
          + " [syntax_error]"
      ]
    ),
    Case(
      text: "for i = 1, 3 do\n  ::a::\n  print(i)\n  ::a::\n\n  print(2)\nend",
      lines: [
        "main.lua:4:5: error: label 'a' already defined on line 2. The script does not parse."
          + " [syntax_error]"
      ]
    ),
    Case(
      text: "print(function()\n  goto nowhere\n\nend)\n",
      lines: [
        "main.lua:2:8: error: no visible label 'nowhere' for <goto> at line 2. The script does not"
          + " parse. [syntax_error]"
      ]
    ),
    Case(
      text: "os.execute('ls')",
      lines: [
        "main.lua:1:1: error: attempt to call a nil value (field 'execute'). Scripts have no"
          + " 'os.execute'. The sandbox has no processes or files; use the host. [script_error]"
      ]
    ),
    Case(
      text: "io.open('x')",
      lines: [
        "main.lua:1:1: error: attempt to index a nil value (global 'io'). Scripts have no 'io'."
          + " The sandbox has no processes or files; use the host. [script_error]"
      ]
    ),
    Case(
      text: "load('x')",
      lines: [
        "main.lua:1:1: error: attempt to call a nil value (global 'load'). Scripts have no 'load'."
          + " The sandbox has no processes or files; use the host. [script_error]"
      ]
    ),
    Case(
      text: "router.route { pth = '/', view = 'V' }",
      lines: [
        "main.lua:1:1: error: A route needs a path, such as path = \"/cart\". [bad_pattern]",
        "main.lua:1:16: error: 'pth' is not a field of a route. Did you mean 'path'?"
          + " [unknown_field]",
      ]
    ),
    Case(
      text: "require 'nowhere'\nlocal b = 1",
      lines: [
        "main.lua:1:1: error: There is no module 'nowhere': no file nowhere.lua. [script_error]",
        "main.lua:2:7: warning: 'b' is never used. Remove it, or rename it to '_b'. [unused_local]",
      ]
    ),
  ]

  @Test(arguments: rows)
  func `each error is reported once, and the rest of the texts is checked`(row: Case) async throws {
    let files = ["main.lua": row.text, "m.lua": "local M = {}"]
    let host = try ScriptHost(
      .texts(files),
      options: ScriptOptions(runsHeadless: true, loadsParts: true)
    )
    let problems = await #expect(throws: ScriptProblems.self) { try await host.load() }
    let empty = try ScriptHost(
      .texts(["main.lua": ""]),
      options: ScriptOptions(runsHeadless: true, loadsParts: true)
    )
    try await empty.load()
    let known = problems?.problems ?? []
    let found = await empty.router.perform { application in
      ScriptReview(
        unloaded: host.entryFile,
        beside: known,
        scripts: [],
        globalsOf: empty,
        in: application,
        reading: { host.scriptText(of: $0) }
      )
      .findings
    }
    #expect(found.map(\.line).sorted() == row.lines.sorted())
  }
}
