import Moonroute
import ScriptHost
import Testing

/// Two applications in one process are isolated from each other.
@Suite struct SeparationTests {
  private struct Profile: Sendable {}

  private static let main = """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "page", path = "/page", view = "Page", animator = "root" }
    events.declare { name = "kept", path = "/kept", sticky = true }
    cart = reload.keep("cart", function() return { count = 0 } end)
    """

  private static let files = ["counter.lua": "return { count = 0 }"]

  /// An action in one application, and its effect there and in the other.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: String
    let look: String
    let here: String
    let there: String

    init(_ rule: String, _ change: String, _ look: String, _ here: String, _ there: String) {
      (testDescription, self.change, self.look) = (rule, change, look)
      (self.here, self.there) = (here, there)
    }
  }

  private static let cases = [
    Case("a global", "mine = 1", "mine", "1", "nil"),
    Case("a global by _G", "_G.mine = 1", "rawget(_G, 'mine')", "1", "nil"),
    Case("a removed global", "pairs = nil", "type(pairs)", "nil", "function"),
    Case(
      "a function of string",
      "string.upper = function() return 'mine' end",
      "string.upper('a')",
      "mine",
      "A"
    ),
    Case("a new function of string", "string.mine = print", "type(string.mine)", "function", "nil"),
    Case("a function of table", "table.concat = nil", "type(table.concat)", "nil", "function"),
    Case(
      "a function of coroutine",
      "coroutine.wrap = 1",
      "type(coroutine.wrap)",
      "number",
      "function"
    ),
    Case("a number of math", "math.pi = 3", "math.pi == 3", "true", "false"),
    Case("a pattern of utf8", "utf8.charpattern = '.'", "utf8.charpattern == '.'", "true", "false"),
    Case("a function of os", "os.time = nil", "type(os.time)", "nil", "function"),
    Case("the session", "session.user = 'ann'", "session.user", "ann", "nil"),
    Case("a kept value", "cart.count = 5", "cart.count", "5", "0"),
    Case(
      "a module of the application",
      "require('counter').count = 7",
      "require('counter').count",
      "7",
      "0"
    ),
    Case(
      "a resource",
      "resources.put { path = '/r', value = 1 }",
      "resources.has('/r')",
      "true",
      "false"
    ),
    Case(
      "a sticky event",
      "events.emit('/kept', 1)",
      "events.last('/kept') ~= nil",
      "true",
      "false"
    ),
    Case("a subscription", "events.on('/seek', print)", "events.emit('/seek')", "1", "0"),
    Case(
      "a route",
      "router.route { path = '/new', view = 'New' }",
      "router.can_open('/new')",
      "true",
      "false"
    ),
    Case("the stage", "router.open('/page')", "(stage.top() or {}).name", "page", "nil"),
    Case(
      "a guard",
      "router.guard('page', function() return false end)",
      "router.open('/page').status",
      "intercepted",
      "opened"
    ),
    Case(
      "a parameter type",
      "router.type('even', { match = '%d*[02468]' })",
      "(pcall(router.route, { path = '/e/:n<even>', view = 'E' }))",
      "true",
      "false"
    ),
  ]

  private static func pair(
    offering: (inout HostOffers) -> Void = { _ in }
  ) async throws -> (LoadedScripts, LoadedScripts) {
    (
      try await .load(main, files: files, offering: offering), try await .load(main, files: files)
    )
  }

  @Test(arguments: cases)
  func `changes of one application are invisible to the other`(row: Case) async throws {
    let (one, other) = try await Self.pair()
    let problem = await one.evaluate("(function() \(row.change) end)()")
    #expect(problem.isEmpty)
    #expect(await one.evaluate(row.look) == row.here)
    #expect(await other.evaluate(row.look) == row.there)
  }

  @Test func `all changes together leave the other application intact`() async throws {
    let (one, other) = try await Self.pair()
    for row in Self.cases { _ = await one.evaluate("(function() \(row.change) end)()") }
    for row in Self.cases {
      #expect(await other.evaluate(row.look) == row.there, "\(row.testDescription)")
    }
  }

  @Test(arguments: [
    "getmetatable('').__index = { upper = print }",
    "setmetatable('', { __index = { upper = print } })",
    "router.open = print", "rawset(router, 'open', print)", "json.mine = 1",
    "getmetatable(router.location('/')).__eq = print", "rawset(_G, 'router', {})",
    "for name in pairs(_G) do _G[name] = nil end",
  ])
  func `an attack on shared functions does not reach the other application`(
    line: String
  ) async throws {
    let (one, other) = try await Self.pair()
    _ = await one.evaluate("(function() \(line) end)()")
    #expect(
      await other.evaluate("('a'):upper(), type(router.open), json.mine") == "A, function, nil"
    )
    #expect(await other.evaluate("router.location('/') == router.location('/')") == "true")
    #expect(await other.open("/page") == "opened Page")
  }

  @Test func `reloading one application does not affect the other`() async throws {
    let (one, other) = try await Self.pair()
    _ = await other.evaluate("(function() mine = 1 end)()")
    try await one.host.load()
    #expect(await one.evaluate("reload.generation") == "2")
    #expect(await other.evaluate("reload.generation, mine") == "1, 1")
  }

  @Test func `each application has its own log and offers`() async throws {
    let (one, other) = try await Self.pair { offers in
      offers.value("secret", "s")
      offers.type("Profile", Profile.self)
    }
    _ = await one.evaluate("log.info(host.secret)")
    #expect(one.log.lines.count == 1)
    #expect(other.log.lines.isEmpty)
    #expect(await other.evaluate("pcall(function() return host.secret end)").hasPrefix("false"))
    let line = "resources.get('/r', 'Profile')"
    #expect(await one.evaluate(line).contains("No resource"))
    #expect(await other.evaluate(line).contains("'Profile'"))
  }

  @Test func `a function that the program transfers to another application is not called there`()
    async throws
  {
    let scripts = """
      router.route { path = "/give", action = function() return function() return secret end end }
      router.route { path = "/take", action = function(state) return state.extra() end }
      """
    let one = try await LoadedScripts.load(scripts + "\nsecret = 'one'")
    let other = try await LoadedScripts.load(scripts + "\nsecret = 'other'")
    let values = await one.router.open("/give").values
    // The other application has a function with the same number.
    let others = await other.router.open("/give").values
    func take(_ scripts: LoadedScripts) async -> Outcome {
      var options = OpenOptions()
      options.extra = values[0]
      return await scripts.router.open("/take", options: options)
    }
    #expect(await take(one).summary == "handled one")
    let carried = await take(other)
    #expect(carried.status == .failed)
    #expect(carried.error?.message.contains("another application") == true)
    #expect(others.count == 1)
  }

  @Test func `two concurrent applications keep their own values`() async throws {
    let gathering = Gathering(of: 2)
    func load() async throws -> LoadedScripts {
      try await .load(Self.main, files: Self.files) { offers in
        offers.function("meet") { _ async in
          await gathering.arrive()
          return .null
        }
        offers.function("pause") { _ async in
          await Task.yield()
          return .null
        }
      }
    }
    func work(_ scripts: LoadedScripts, _ name: String) async -> String {
      await scripts.evaluate(
        """
        (function()
          host.meet()
          local name, counter = "\(name)", require("counter")
          resources.put { path = "/r", value = "" }
          events.on("/seek", function(event) heard = event.extra end)
          for n = 1, 200 do
            local text = name .. n
            mine, session.mine, cart.count, counter.count = text, text, text, text
            string.mine = function() return text end
            resources.update("/r", text)
            events.emit("/seek", text)
            events.emit("/kept", text)
            host.pause()
            local all = { mine, session.mine, cart.count, require("counter").count, string.mine(),
              resources.get("/r"), heard, events.last("/kept").extra }
            for place = 1, 8 do
              if all[place] ~= text then return n, place, tostring(all[place]) end
            end
          end
          return "own"
        end)()
        """
      )
    }
    let (one, other) = (try await load(), try await load())
    async let first = work(one, "a")
    async let second = work(other, "b")
    #expect(await first == "own")
    #expect(await second == "own")
  }
}
