import Moonroute
import ScriptHost
import Synchronization
import Testing

/// The functions, types and values that a program offers to its scripts.
@Suite struct HostOfferTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "not today" }
  }

  private struct Product: Codable, Sendable {
    let id: Int
    let name: String
  }

  /// Functions without results.
  private final class Calls: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
  }

  private static func offer(_ offers: inout HostOffers) {
    let calls = Calls()
    offers.function("add") { arguments in
      .int(arguments.compactMap(\.int).reduce(0, +))
    }
    offers.function("refuse") { _ in throw Refused() }
    offers.function("deny") { _ in throw RouterError(.denied, "You may not.") }
    offers.function("later") { arguments async in
      await Task.yield()
      return arguments.first ?? .null
    }
    offers.function("later_refuse") { _ async throws in
      await Task.yield()
      throw Refused()
    }
    offers.function("odd-name") { _ in "odd" }
    offers.value("product", Product(id: 7, name: "Lamp"))
    offers.function("rename") { (product: Product, name: String) in
      Product(id: product.id, name: name)
    }
    offers.function("greet") { (name: String, count: Int?) in "\(name) \(count ?? 1)" }
    offers.function("pi") { 3.5 }
    offers.function("slow") { (product: Product) async in
      await Task.yield()
      return [product]
    }
    offers.function("call_back") { arguments in arguments.first ?? .null }
    offers.function("notify") { (name: String) in calls.note(name) }
    offers.function("notify_late") { (name: String) async in
      await Task.yield()
      calls.note(name)
    }
    offers.function("notify_both") { (one: Int, two: Int) in
      let text = "\(one) and \(two)"
      calls.note(text)
    }
    offers.value("version", "1.4.0")
    offers.value("limits", ["max": 3, "names": ["a", "b"]])
    offers.view("Home") { state in
      Screen("Home", ["n": state.queryItems["n"].map(Value.text) ?? .null])
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
      "a function of the script passes through",
      "host.call_back(function() return 'back' end)()",
      "back"
    ),
    ScriptCase("an error that it throws", "pcall(host.refuse)", "false, (eval):1: not today"),
    ScriptCase(
      "an error that it throws after a wait",
      "pcall(host.later_refuse)",
      "false, (eval):1: not today"
    ),
    ScriptCase("an error with a code", "select(2, pcall(host.deny)).code", "denied"),
    ScriptCase(
      "an unknown name",
      "pcall(function() return host.ad end)",
      "false, (eval):1: The program does not offer 'ad'. Did you mean 'add'?"
    ),
    ScriptCase(
      "an unknown name without near ones",
      "pcall(function() return host.xyzzy end)",
      "false, (eval):1: The program does not offer 'xyzzy'. Register it."
    ),
    ScriptCase(
      "call: an unknown name",
      "pcall(host.call, 'ad')",
      "false, (eval):1: The program does not offer 'ad'. Did you mean 'add'?"
    ),
    ScriptCase(
      "setting a name",
      "pcall(function() host.add = 1 end)",
      "false, (eval):1: 'add' is not a field of host"
    ),
    ScriptCase(
      "stub is for headless.lua",
      "pcall(host.stub, 'add', print)",
      "false, (eval):1: host.stub only works in headless.lua and in specs. Register the function."
    ),
    ScriptCase(
      "a table of the program is read-only",
      "pcall(function() host.limits.max = 9 end)",
      "false, (eval):1: 'host.limits.max' cannot be set: values of the program are read-only. Copy"
        + " it into a table of your own."
    ),
    ScriptCase(
      "a nested table as well",
      "pcall(function() host.limits.names[1] = 'x' end)",
      "false, (eval):1: 'host.limits.names' cannot be changed: values of the program are read-only."
        + " Copy it into a table of your own."
    ),
    ScriptCase(
      "a table is the same each time, and can be iterated",
      "(function() local all = {} for k in pairs(host.limits) do all[#all + 1] = k end"
        + " table.sort(all) return host.limits == host.limits, #host.limits.names,"
        + " table.concat(host.limits.names, '+'), table.concat(all, ' ') end)()",
      "true, 2, a+b, max names"
    ),
    ScriptCase(
      "a structure is a table",
      "(function() local p = host.product return p.id, p.name end)()",
      "7, Lamp"
    ),
    ScriptCase(
      "a function of structures",
      "(function() local p = host.rename({ id = 1, name = 'x' }, 'y') return p.id, p.name end)()",
      "1, y"
    ),
    ScriptCase("a function without arguments", "host.pi()", "3.5"),
    ScriptCase(
      "functions that return nothing",
      "host.notify('a'), host.notify_late('b'), host.notify_both(1, 2)",
      "nil, nil, nil"
    ),
    ScriptCase(
      "a function of structures that waits",
      "host.slow({ id = 2, name = 'z' })[1].id",
      "2"
    ),
    ScriptCase(
      "an optional argument",
      "host.greet('Ada'), host.greet('Ada', 2)",
      "Ada 1, Ada 2"
    ),
    ScriptCase(
      "an argument of the wrong type",
      "pcall(host.rename, { id = 'one', name = 'x' }, 'y')",
      "false, (eval):1: bad argument #1 to 'host.rename' (id: 'Int' was expected, and this is"
        + " text.)"
    ),
    ScriptCase(
      "an argument that is missing",
      "pcall(host.rename, { id = 1, name = 'x' })",
      "false, (eval):1: bad argument #2 to 'host.rename' ('String' was expected, and this is"
        + " nothing.)"
    ),
  ])
  func `scripts use the offers`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load("", offering: Self.offer)
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }

  @Test func `conflicting names of offers are refused`() {
    let problem = #expect(throws: ScriptProblems.self) {
      try ScriptHost(.texts([:])) { offers in
        offers.function("call") { _ in .null }
        offers.value("a", 1)
        offers.function("a") { _ in .null }
        offers.view("Home") { _ in nil }
        offers.view("Home") { _ async in nil }
        offers.type("string", String.self)
        offers.type("Profile", Product.self)
        offers.type("Profile", Product.self)
        offers.value("odd", Double.nan as Double)
      }
    }
    #expect(
      problem?.problems.map(\.message) == [
        "'host.call' is built in. Choose another name.",
        "Two functions or values are offered as 'host.a'. Choose another name.",
        "Two views are offered as 'Home'. Choose another name.",
        "The type 'string' is built in. Choose another name.",
        "Two types are offered as 'Profile'. Choose another name.",
      ]
    )
    #expect(problem?.problems.allSatisfy { $0.code == .duplicate } == true)
  }

  @Test func `an offered view can wait`() async throws {
    let scripts = try await LoadedScripts.load("router.route { path = '/', view = 'Later' }") {
      offers in
      offers.view("Later") { _ async in
        await Task.yield()
        return Screen("Late")
      }
    }
    #expect(await scripts.router.open("/").screen?.view == "Late")
  }

  @Test func `offered views make screens, and their errors belong to the open`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/", view = "Home" }
      router.route { path = "/nothing", view = "Nothing" }
      router.route { path = "/broken", view = "Broken" }
      """,
      offering: Self.offer
    )
    #expect(await scripts.router.open("/?n=5").screen?.props["n"] == "5")
    #expect(
      await scripts.open("/nothing")
        == "failed no_view: main.lua:2: The view of route '/nothing' returned no screen."
    )
    let broken = await scripts.open("/broken")
    #expect(broken == "failed script_error: main.lua:3: '/broken' failed: not today")
  }

  @Test(arguments: [
    ("host.later(1)", "host.later"), ("router.open('/')", "router.open"),
    ("router.fetch('/')", "router.fetch"), ("sleep(1)", "sleep"),
    ("host.call('later')", "host.later"),
  ])
  func `a function that waits cannot be called while scripts load`(
    line: String,
    name: String
  ) async throws {
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

  @Test func `functions that wait take any number of arguments`() async throws {
    let script = """
      router.route { path = "/", action = function()
        host.note("a", 1)
        return host.all(1, "b", true, { 2, 3 }), host.none(), host.half(3)
      end }
      """
    let notes = Mutex<[String]>([])
    let scripts = try await LoadedScripts.load(script) { offers in
      offers.function("all") { (number: Int, name: String, flag: Bool, list: [Int]) async in
        "\(number) \(name) \(flag) \(list)"
      }
      offers.function("none") { () async in 7 }
      offers.function("half", half)
      offers.function("note") { (name: String, count: Int?) async in
        notes.withLock { $0.append("\(name) \(count ?? 0)") }
      }
    }
    #expect(try await scripts.router.fetchValues("/") == ["1 b true [2, 3]", 7, 1.5])
    #expect(notes.withLock { $0 } == ["a 1"])
  }

  @Test @MainActor func `scripts may call functions of the main actor while they load`()
    async throws
  {
    var names: [String] = []
    let script = "host.add('a')\nassert(host.count() == 1)"
    let host = try ScriptHost(.texts(["main.lua": script])) { offers in
      offers.function("add") { (name: String) in names.append(name) }
      offers.function("count") { names.count }
    }
    #expect(host.router.owner === MainActor.shared)
    try await host.load()
    #expect(names == ["a"])
  }

  @Test @MainActor func `a host with an application has the actor of the application`()
    async throws
  {
    let application = try LinkRouter(isolation: nil)
    let host = try ScriptHost(.texts(["main.lua": ""]), in: application)
    #expect(host.router.owner !== MainActor.shared)
    let alone = try ScriptHost(.texts(["main.lua": ""]), isolation: nil)
    #expect(alone.router.owner !== MainActor.shared)
  }

  @Test @MainActor
  func `a function of another actor is logged, and its error at load has the remedy`()
    async throws
  {
    var names: [String] = []
    let lines = Mutex<[String]>([])
    let line = #line + 2
    let host = try ScriptHost(.texts(["main.lua": "host.count()"]), isolation: nil) {
      $0.function("count") { names.count }
      $0.function("count_later") { () async in names.count }
    }
    names.append("a")
    let log = HopLog { line in lines.withLock { $0.append(line) } }
    let problems = await HopLog.$current.withValue(log) {
      await #expect(throws: ScriptProblems.self) { try await host.load() }
    }
    let advice = """
      \(#fileID):\(line): this handler is isolated to MainActor, but the router runs on its \
      own actor: every call has to hop to MainActor (about 15 µs), and scripts cannot call the \
      handler while they load. Create the router on MainActor (in a function, or with \
      LinkRouter.onMainActor), or pass a nonisolated function.
      """
    #expect(lines.withLock { $0 } == [advice])
    #expect(
      problems?.problems.map(\.message) == [
        """
        cannot await here (at load time): host.count waits. Call it in a handler, such as a view \
        or an action. \(advice)
        """
      ]
    )
  }

  @Test func `a function that waits cannot be called inside a sort`() async throws {
    let scripts = try await LoadedScripts.load("", offering: Self.offer)
    let got = await scripts.evaluate("table.sort({ 2, 1 }, function() return host.later(true) end)")
    #expect(
      got == """
        (eval):1: cannot await here (inside 'sort'): host.later waits. Call it in a handler, such \
        as a view or an action.
        """
    )
  }

  @Test func `headless.lua replaces functions and runs only headless`() async throws {
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
        == "failed unknown_name: main.lua:1: The program does not offer 'new'. Register it."
    )
  }

  @Test func `log and print include file and line`() async throws {
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
        "main.lua:3 warn: /a function: main.lua:3",
        "main.lua:4 error: ",
        "main.lua:5 info: p\t1.5\tnil",
        "main.lua:6 info: inside",
      ]
    )
  }

  @Test(arguments: [true, false])
  @MainActor func `functions and views of the main actor use its state`(
    isOnMain: Bool
  ) async throws {
    var names: [String] = []
    let script = """
      router.route { path = "/", view = "Home" }
      router.route { path = "/a/:name", action = function(state)
        host.log_name({ state.params.name })
        host.add_name("y")
        return host.join("a"), host.count_later(2), host.pick(2), host.count()
      end }
      """
    var patient = RouterConfiguration()
    patient.waitLimit = nil
    let host = try ScriptHost(
      .texts(["main.lua": script]),
      in: try LinkRouter(
        isolation: isOnMain ? MainActor.shared : nil,
        options: RouterOptions(patient)
      )
    ) { offers in
      offers.function("log_name") { arguments in
        names.append(arguments.first?.table?.items.first?.text ?? "")
        return .null
      }
      offers.function("join") { arguments in .text(names.joined(separator: "+")) }
      offers.function("count_later") { (factor: Int) async in names.count * factor }
      offers.function("add_name") { (name: String) in names.append(name) }
      offers.function("pick") { (index: Int, other: String?) in
        names.indices.contains(index) ? names[index] : other
      }
      offers.function("count") { names.count }
      offers.view("Home") { _ in
        names.append("home")
        return Screen("Home")
      }
    }
    try await host.load()
    #expect(await host.router.open("/").status == .opened)
    let outcome = await host.router.open("/a/x")
    #expect(outcome.values == ["home+x+y", 6, "y", 3], "\(outcome.error.map { "\($0)" } ?? "")")
  }
}

private func half(_ number: Double) async throws -> Double { number / 2 }
