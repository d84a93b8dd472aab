import Moonroute
import ScriptHost
import Testing

/// The offers of the program to its scripts.
@Suite struct HostOfferTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "not today" }
  }

  private static func offer(_ offers: inout HostOffers) {
    offers.function("add") { arguments in
      .integer(arguments.compactMap(\.integer).reduce(0, +))
    }
    offers.function("refuse") { _ in throw Refused() }
    offers.function("deny") { _ in throw RouterError(.denied, "You may not.") }
    offers.function("later") { arguments async in
      await Task.yield()
      return arguments.first ?? .none
    }
    offers.function("later_refuse") { _ async throws in
      await Task.yield()
      throw Refused()
    }
    offers.function("odd-name") { _ in "odd" }
    offers.function("call_back") { arguments in arguments.first ?? .none }
    offers.value("version", "1.4.0")
    offers.value("limits", ["max": 3, "names": ["a", "b"]])
    offers.view("Home") { state in Screen("Home", ["n": state.query["n"].map(Value.text) ?? .none])
    }
    offers.view("Nothing") { _ in nil }
    offers.view("Broken") { _ in throw Refused() }
  }

  @Test(arguments: [
    ScriptCase("a function", "host.add(1, 2, 3)", "6"),
    ScriptCase("a function as a value", "(function() local f = host.add return f(1) end)()", "1"),
    ScriptCase("a function that waits", "host.later('x')", "x"),
    ScriptCase(
      "a function that waits inside a coroutine",
      "coroutine.wrap(function() return host.later('y') end)()",
      "y"
    ),
    ScriptCase("a function that waits inside pcall", "pcall(host.later, 'z')", "true, z"),
    ScriptCase("a value", "host.version", "1.4.0"),
    ScriptCase("a table", "host.limits.max, host.limits.names[2]", "3, b"),
    ScriptCase("call", "host.call('odd-name'), host.call('add', 1, 1)", "odd, 2"),
    ScriptCase("call: a function that waits", "host.call('later', 'w')", "w"),
    ScriptCase(
      "a function of the script goes through",
      "host.call_back(function() return 'back' end)()",
      "back"
    ),
    ScriptCase("what it throws", "pcall(host.refuse)", "false, (eval):1: not today"),
    ScriptCase("what it throws later", "pcall(host.later_refuse)", "false, (eval):1: not today"),
    ScriptCase("an error with a code", "select(2, pcall(host.deny)).code", "denied"),
    ScriptCase(
      "an unknown name",
      "pcall(function() return host.ad end)",
      "false, (eval):1: The program offers no 'ad'. Did you mean 'add'?"
    ),
    ScriptCase(
      "an unknown name far from all",
      "pcall(function() return host.xyzzy end)",
      "false, (eval):1: The program offers no 'xyzzy'. Register it."
    ),
    ScriptCase(
      "call: an unknown name",
      "pcall(host.call, 'ad')",
      "false, (eval):1: The program offers no 'ad'. Did you mean 'add'?"
    ),
    ScriptCase(
      "setting a name",
      "pcall(function() host.add = 1 end)",
      "false, (eval):1: 'add' is not a field of host"
    ),
    ScriptCase(
      "stub is for headless.lua",
      "pcall(host.stub, 'add', print)",
      "false, (eval):1: host.stub works in headless.lua and in specs only. Register the function."
    ),
    ScriptCase(
      "a table of a script cannot change the program's",
      "(function() host.limits.max = 9 return host.limits.max end)()",
      "3"
    ),
  ])
  func `scripts use what is offered`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("", offering: Self.offer)
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }

  @Test func `offered views make screens, and their errors are the open's`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home" }
      router.route { path = "/nothing", view = "Nothing" }
      router.route { path = "/broken", view = "Broken" }
      """,
      offering: Self.offer
    )
    #expect(await scripts.application.open("/?n=5").screen?.props["n"] == "5")
    #expect(
      await scripts.open("/nothing")
        == "failed no_view: main.lua:2: The view of route '/nothing' answered no screen."
    )
    let broken = await scripts.open("/broken")
    #expect(broken == "failed script_error: main.lua:3: '/broken' failed: not today")
  }

  @Test(arguments: [
    ("host.later(1)", "host.later"), ("router.open('/')", "router.open"),
    ("router.fetch('/')", "router.fetch"), ("sleep(1)", "sleep"),
    ("host.call('later')", "host.later"),
  ])
  func `what waits cannot be called while scripts load`(line: String, name: String) async throws {
    let found = try await problems("\n" + line, offering: Self.offer)
    #expect(
      found == [
        """
        main.lua:2: cannot await here (at load time): \(name) waits. Call it in a handler, such as \
        a view or an action. [cannot_await]
        """
      ]
    )
  }

  @Test func `what waits cannot be called inside a sort`() async throws {
    let scripts = try await LoadedScripts.load("", offering: Self.offer)
    let got = await scripts.evaluate("table.sort({ 2, 1 }, function() return host.later(true) end)")
    #expect(
      got == """
        (eval):1: cannot await here (inside 'sort'): host.later waits. Call it in a handler, such \
        as a view or an action.
        """
    )
  }

  @Test func `headless.lua stands in for functions and runs only headless`() async throws {
    let main =
      "router.route { path = '/', action = function() return host.add(1, 1), host.new() end }"
    let headless =
      "host.stub('add', function() return 'stub' end) host.stub('new', function() return 1 end)"
    let alone = try await LoadedScripts.load(
      main,
      files: ["headless.lua": headless],
      runsHeadless: true,
      offering: Self.offer
    )
    #expect(await alone.open("/") == "handled stub, 1")
    let embedded = try await LoadedScripts.load(
      main,
      files: ["headless.lua": headless],
      offering: Self.offer
    )
    #expect(
      await embedded.open("/")
        == "failed unknown_name: main.lua:1: The program offers no 'new'. Register it."
    )
  }

  @Test func `log and print tell file and line`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      log.debug("a", 1, nil, true)
      log.info { 1, 2, name = "x" }
      log.warn(router.location("/a"), function() end)
      log.error()
      print("p", 1.5, nil)
      local function helper() log.info("inside") end
      helper()
      """
    )
    #expect(
      scripts.log.lines == [
        "main.lua:1 debug: a 1 nil true",
        #"main.lua:2 info: { 1, 2, name = "x" }"#,
        "main.lua:3 warn: /a function",
        "main.lua:4 error: ",
        "main.lua:5 info: p\t1.5\tnil",
        "main.lua:6 info: inside",
      ]
    )
  }
}
