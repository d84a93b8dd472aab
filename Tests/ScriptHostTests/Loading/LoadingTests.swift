import Foundation
import Moonroute
import ScriptHost
import Testing

/// Scripts that load, and problems that prevent loading.
@Suite struct LoadingTests {
  @Test func `an empty main.lua is an application without routes`() async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(await scripts.open("/") == "not_found not_found: No route matches '/'.")
  }

  @Test func `a missing main.lua is one problem`() async throws {
    let host = try ScriptHost(.texts(["other.lua": ""]), in: .patient())
    await #expect(throws: ScriptProblems.self) { try await host.load() }
    do {
      try await host.load()
    } catch {
      #expect(
        error.description
          == "There is no main.lua. An application is a folder with main.lua, or one .lua file."
      )
      #expect(error.problems.first?.code.rawValue == "missing_file")
    }
  }

  @Test(arguments: [
    ("rooter.route {}", "attempt to index a nil value (global 'rooter'). Did you mean 'router'?"),
    ("router.rout {}", "attempt to call a nil value (field 'rout'). Did you mean 'router.route'?"),
    ("screeen {}", "attempt to call a nil value (global 'screeen'). Did you mean 'screen'?"),
    ("route {}", "attempt to call a nil value (global 'route'). Did you mean 'router.route'?"),
    (
      "load('')",
      "attempt to call a nil value (global 'load'). Scripts have no 'load'. The sandbox has no"
        + " processes or files; use the host."
    ),
    (
      "io.open('x')",
      "attempt to index a nil value (global 'io'). Scripts have no 'io'. The sandbox has no"
        + " processes or files; use the host."
    ),
    (
      "os.exit()",
      "attempt to call a nil value (field 'exit'). Scripts have no 'os.exit'. The sandbox has no"
        + " processes or files; use the host."
    ),
    (
      "local t = {} t.exit()",
      "attempt to call a nil value (field 'exit'). Did you mean 'events.emit'?"
    ),
    (
      "router:route { path = '/' }",
      "router:route passes the router itself to 'route'. Use a dot: router.route."
    ),
    ("nowhere.near()", "attempt to index a nil value (global 'nowhere')"),
    ("local rooter rooter.x()", "attempt to index a nil value (local 'rooter')"),
  ])
  func `an unknown name suggests an existing one`(
    main: String,
    message: String
  ) async throws {
    #expect(try await problems(main) == ["main.lua:1: \(message) [script_error]"])
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', redirect = function() \(main) end }"
    )
    #expect(await scripts.open("/") == "failed script_error: main.lua:1: \(message)")
  }

  @Test(arguments: [
    (
      "{ a = 1 b = 2 }",
      "'}' expected near 'b'. The script does not parse."
        + " A comma or '}' is missing before 'b'."
    ),
    (
      "{ a = 1\nlocal b",
      "'}' expected (to close '{' at line 1) near 'local'. The script does not"
        + " parse. A comma or '}' is missing before 'local'."
    ),
    ("{ a = 1 = 2 }", "'}' expected near '='. The script does not parse."),
    ("{ a = 1", "'}' expected near <eof>. The script does not parse."),
  ])
  func `a missing comma in a table is reported`(
    table: String,
    message: String
  ) async throws {
    let found = try await problems("router.route " + table)
    #expect(found.count == 1)
    #expect(found.first?.contains(": \(message) [syntax_error]") == true)
  }

  @Test func `an error that Lua finds late is shown at its own line, as in the file`()
    async throws
  {
    let main = """
      for i = 1, 3 do
        ::again::
        if i == 2 then goto continue end
        local v = i
        ::continue::
        print(v)
      end
      """
    let host = try ScriptHost(.texts(["main.lua": main]), in: .patient())
    do {
      try await host.load()
      Issue.record("it loads")
    } catch {
      #expect(
        error.description == """
          main.lua:3: <goto continue> at line 3 jumps into the scope of local 'v'. The script does not \
          parse.
            1 | for i = 1, 3 do
            2 |   ::again::
          > 3 |   if i == 2 then goto continue end
              |                       ^^^^^^^^
            4 |   local v = i
          """
      )
    }
  }

  @Test func `a missing folder is reported`() throws {
    #expect(throws: ScriptProblems.self) { try ScriptSource.at("no/such/folder") }
    do {
      _ = try ScriptSource.at("no/such/folder")
    } catch {
      #expect(
        error.description == """
          There is no file or folder 'no/such/folder'. Name a folder with main.lua, or a .lua file.
          """
      )
    }
  }

  @Test func `a mistyped path suggests the nearest one`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scripts-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("shop/routes"),
      withIntermediateDirectories: true
    )
    for name in ["main.lua", "routes/cart.lua"] {
      try Data("return".utf8).write(to: folder.appendingPathComponent("shop/" + name))
    }
    for (path, meant) in [
      ("shop/mian.lua", "shop/main.lua"), ("shpo", "shop"),
      ("shop/routes/crt.lua", "shop/routes/cart.lua"),
      ("shpo/route/cart.lua", "shop/routes/cart.lua"), ("shpo/", "shop/"), ("shop/other.lua", nil),
      ("shop/routes/cart.lua/x", nil),
    ] {
      do {
        _ = try ScriptSource.at(folder.path + "/" + path)
        Issue.record("\(path) is there")
      } catch {
        let advice =
          meant.map { "Did you mean '\(folder.path)/\($0)'?" }
          ?? "Name a folder with main.lua, or a .lua file."
        #expect(
          error.description == "There is no file or folder '\(folder.path)/\(path)'. \(advice)"
        )
      }
    }
  }

  @Test func `scripts load from a folder, or from a single file with its neighbours`() async throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scripts-\(UInt64.random(in: 0...UInt64.max))")
    defer { try? FileManager.default.removeItem(at: folder) }
    let routes = folder.appendingPathComponent("routes")
    try FileManager.default.createDirectory(at: routes, withIntermediateDirectories: true)
    let main = "require 'routes.a' router.route { path = '/', view = 'Home' }"
    try Data(main.utf8).write(to: folder.appendingPathComponent("main.lua"))
    try Data(main.utf8).write(to: folder.appendingPathComponent("single.lua"))
    try Data("router.route { path = '/a', view = 'A' }".utf8)
      .write(to: routes.appendingPathComponent("a.lua"))
    for path in [folder.path, folder.path + "/single.lua"] {
      let host = try ScriptHost(.at(path), in: .patient())
      try await host.load()
      #expect(await host.router.open("/").summary == "opened Home")
      #expect(await host.router.open("/a").summary == "opened A")
    }
  }

  @Test func `a folder without main.lua suggests a subfolder that has one`() async throws {
    let host = try ScriptHost(
      .texts(["app/scripts/main.lua": "", "app/scripts/a.lua": ""]),
      in: .patient()
    )
    let error = await #expect(throws: ScriptProblems.self) { try await host.load() }
    #expect(
      error?.problems.map(\.message) == [
        "There is no main.lua. An application is a folder with main.lua, or one .lua file."
          + " Did you mean the folder 'app/scripts' in it?"
      ]
    )
  }

  @Test func `syntax errors of several files are reported together`() async throws {
    let found = try await problems(
      "local x = ",
      files: [
        "b.lua": "if then", "a/c.lua": "return }", "fine.lua": "return 1", "spec/x_spec.lua": "(",
        ".hidden.lua": "(", "text.txt": "(",
      ]
    )
    #expect(
      found == [
        "a/c.lua:1: unexpected symbol near '}'. The script does not parse. [syntax_error]",
        "b.lua:1: unexpected symbol near 'then'. The script does not parse. [syntax_error]",
        "main.lua:1: unexpected symbol near <eof>. The script does not parse. [syntax_error]",
      ]
    )
  }

  @Test func `a problem shows the lines around its place`() async throws {
    let scripts = try LoadedScripts(
      "-- 1\r\nrouter.route {\r\n\tname = 'a',\r\n\tpath = '/a', veiw = 'A',\r\n}\r\n"
    )
    do {
      try await scripts.host.load()
      Issue.record("loaded")
    } catch {
      #expect(
        error.description == """
          main.lua:4: 'veiw' is not a field of a route. Did you mean 'view'?
            2 | router.route {
            3 |  name = 'a',
          > 4 |  path = '/a', veiw = 'A',
              |               ^^^^
            5 | }
          """
      )
    }
  }

  @Test func `a byte order mark and a shebang are accepted`() async throws {
    let scripts = try await LoadedScripts.load(
      "\u{FEFF}router.route { path = '/', view = 'Home' } require 'tool'",
      files: ["tool.lua": "#!/usr/bin/env moonroute\nlog.info('line 2')"]
    )
    #expect(await scripts.open("/") == "opened Home")
    #expect(scripts.log.lines == ["tool.lua:2 info: line 2"])
  }

  @Test(arguments: [
    ScriptCase(
      "an error in main.lua",
      "\nerror('broken')",
      "main.lua:2: broken [script_error]"
    ),
    ScriptCase(
      "an error without a place is at the line that raised it",
      "\nerror({ 'x' })",
      "main.lua:2: (error object is a table value) [script_error]"
    ),
    ScriptCase(
      "endless recursion",
      "local function f() return 1 + f() end\nf()",
      "main.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop [stack_overflow]"
    ),
    ScriptCase(
      "excessive memory",
      "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
      "main.lua:1: the script needed more than 8 MiB of memory; keep less, or raise memoryLimit "
        + "[memory_limit]"
    ),
  ])
  func `an error while loading has its line`(row: ScriptCase) async throws {
    let scripts = try LoadedScripts(row.script, memoryLimit: 8 << 20)
    do {
      try await scripts.host.load()
      Issue.record("loaded")
    } catch {
      let first = try #require(error.problems.first)
      let place = first.site.map { "\($0): " } ?? ""
      #expect("\(place)\(first.message) [\(first.code)]" == row.expected)
    }
  }

  @Test func `evaluation needs a loaded application`() async throws {
    let scripts = try LoadedScripts("")
    #expect(await scripts.evaluate("1") == "No scripts are loaded yet. Load them first.")
  }

  @Test(arguments: [
    ScriptCase("an expression", "1 + 1, 'x'", "2, x"),
    ScriptCase("a statement", "x = 5", ""),
    ScriptCase("a value that a statement left", "x", "nil"),
    ScriptCase("several lines", "local a = 1\nreturn a", "1"),
    ScriptCase("a table", "{ 1, 'x', k = { true } }", #"{ 1, "x", k = { true } }"#),
    ScriptCase("nothing", "", ""),
    ScriptCase(
      "a syntax error",
      "1 +",
      "(eval):1: unexpected symbol near '1'. The script does not parse."
    ),
    ScriptCase("an error", "error('x')", "(eval):1: x"),
    ScriptCase("an error of the application", "fail()", "main.lua:1: inside"),
  ])
  func `a line is evaluated in the application`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("function fail() error('inside') end")
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }
}
