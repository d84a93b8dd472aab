import Moonroute
import ScriptHost
import Testing

@Suite struct RequireTests {
  @Test func `a module runs once and returns its value to all`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local a, b = require "lib.counter", require("lib.counter")
      log.info(a == b, a.next(), b.next(), require "quiet", require "folder", require "folder.part")
      log.info(require "lib.counter".next(), require "names")
      """,
      files: [
        "lib/counter.lua": """
        print("loading")
        local count = 0
        return { next = function() count = count + 1 return count end }
        """,
        "quiet.lua": "",
        "folder/init.lua": "return 'init'",
        "folder/part.lua": "return 'part'",
        "names.lua": "local name, path = ... return name .. ' ' .. path",
      ]
    )
    #expect(
      scripts.log.lines == [
        "lib/counter.lua:1 info: loading",
        "main.lua:2 info: true 1 2 true init part",
        "main.lua:3 info: 3 names names.lua",
      ]
    )
  }

  @Test(arguments: [
    ScriptCase(
      "a missing module",
      #"require "routs.cart""#,
      """
      main.lua:1: There is no module 'routs.cart': no file routs/cart.lua. The nearest file is \
      routes/cart.lua: require "routes.cart". [script_error]
      """
    ),
    ScriptCase(
      "a module without its folder",
      #"require "cart""#,
      """
      main.lua:1: There is no module 'cart': no file cart.lua. The nearest file is \
      routes/cart.lua: require "routes.cart". [script_error]
      """
    ),
    ScriptCase(
      "the name of a file",
      #"require "routes.cart.lua""#,
      """
      main.lua:1: There is no module 'routes.cart.lua': no file routes/cart/lua.lua. The nearest \
      file is routes/cart.lua: require "routes.cart". [script_error]
      """
    ),
    ScriptCase(
      "a missing module without near ones",
      #"require "xyzzy""#,
      "main.lua:1: There is no module 'xyzzy': no file xyzzy.lua. [script_error]"
    ),
    ScriptCase(
      "a module that requires itself through another",
      #"require "a""#,
      """
      b.lua:1: 'a' requires itself, directly or through another module. Move the shared code \
      into a third module. [script_error]
      """
    ),
    ScriptCase(
      "an error inside a module",
      #"require "broken""#,
      "broken.lua:3: attempt to index a nil value (global 'nothing') [script_error]"
    ),
    ScriptCase(
      "an error value inside a module",
      #"require "raises""#,
      "raises.lua:2: (error object is a table value) [script_error]"
    ),
    ScriptCase(
      "a module that does not parse",
      #"require "unparsed""#,
      "unparsed.lua:2: unexpected symbol near '=='. The script does not parse. [syntax_error]"
    ),
    ScriptCase(
      "no text",
      "require(7)",
      "main.lua:1: bad argument #1 to 'require' (string expected, got number) [bad_argument]"
    ),
  ])
  func `a failed require has the script's own line`(row: ScriptCase) async throws {
    let found = try await problems(
      row.script,
      files: [
        "routes/cart.lua": "",
        "a.lua": "require 'b'",
        "b.lua": "require 'a'",
        "broken.lua": "\n\nreturn nothing.at.all",
        "raises.lua": "\nerror({})",
        "unparsed.lua": "\nlocal x == 1",
      ]
    )
    #expect(found.contains(row.expected))
  }

  @Test(arguments: [
    "../secret", "..", ".", "", "/etc/passwd", "routes/cart", "routes\\cart", "a..b", ".a", "a.",
    "a b", "a\\0", "c:x", "a\\n",
  ])
  func `a name that is a path is refused`(name: String) async throws {
    let found = try await problems(
      "require \"\(name)\"",
      files: ["secret.lua": "error('read')", "routes/cart.lua": "error('read')"]
    )
    #expect(found.count == 1)
    #expect(
      found.first?.contains("is not a module name. Write its path without '.lua'") == true
        || name.contains("\\c")
    )
    #expect(!found.joined().contains("read"))
  }

  @Test func `a module that failed can be required again`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      log.info(pcall(require, "sometimes"))
      works = true
      log.info(pcall(require, "sometimes"))
      """,
      files: ["sometimes.lua": "if not works then error('not yet') end return 'fine'"]
    )
    #expect(
      scripts.log.lines == [
        "main.lua:1 info: false sometimes.lua:1: not yet", "main.lua:3 info: true fine",
      ]
    )
  }

  @Test func `a handler can require, and the module can wait`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', action = function() return require 'late' end }",
      files: ["late.lua": "sleep(0) return 'late'"]
    )
    #expect(await scripts.open("/") == "handled late")
  }
}
