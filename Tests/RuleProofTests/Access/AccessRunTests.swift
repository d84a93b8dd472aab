import Moonroute
import ScriptHost
import Synchronization
import Testing

@testable import Rehearsal

/// Tests who may open which location, and that opens do not affect each other.
@Suite struct AccessRunTests {
  private static let people = """
    return { mei = { session = { user = "mei" } }, visitor = {} }
    """

  /// The words of a table by location, with each person's word in the order of the names.
  private func words(
    _ main: String,
    personas: String = Self.people,
    varying flags: [String] = [],
    isFresh: Bool = false
  ) async throws -> [String: [String]] {
    var run = AccessRun(ProofScripts.of(["main.lua": main, "personas.lua": personas]))
    run.isFresh = isFresh
    let table = try await run.table(varying: flags.compactMap(AccessFlag.init))
    let rows = table.rows.map { ($0.place.location ?? "", $0.cells.map(\.words)) }
    return Dictionary(rows) { first, _ in first }
  }

  @Test func `each person gets the results of the rules`() async throws {
    let words = try await words(
      """
      local function members() return session.user ~= nil or router.to("login", nil, { back = "/a" }) end
      router.route { name = "login", path = "/login", view = "Login" }
      router.route { path = "/a", view = "A", redirect = members }
      router.route { path = "/b", view = "B", redirect = function()
        return session.user ~= nil, "members only"
      end }
      router.route { path = "/c", action = function() return session.user == "mei" and router.decline or 1 end }
      router.route { path = "/d", view = function() return screen { session.user, title = session.user .. "!" } end }
      router.route { path = "/e", action = function() router.ask("/login") end }
      router.route { path = "/f", redirect = "/b" }
      """
    )
    #expect(words["/login"] == ["opens", "opens"])
    #expect(words["/a"] == ["opens", "sent to /login?back=/a"])
    #expect(words["/b"] == ["opens", "stopped: members only"])
    #expect(words["/c"] == ["finds nothing", "opens"])
    #expect(words["/d"]?[0] == "opens")
    #expect(words["/d"]?[1].hasPrefix("fails: ") == true)
    let waits = "waits: it waits for an outside event, such as an answer"
    #expect(words["/e"] == [waits, waits])
    #expect(words["/f"] == ["sent to /b", "stopped: members only"])
  }

  @Test func `an error of a handler during the open is a finding`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": """
      router.route { path = "/a", action = function() events.emit("/rang") return 1 end }
      router.route { path = "/b", action = function() after(5, function() error("late") end) sleep(9) end }
      events.on("/rang", function() error("no bell") end)
      """
    ])
    let table = try await AccessRun(scripts).table()
    #expect(table.people.map(\.name) == ["anybody"])
    #expect(table.rows.map { $0.cells[0].reason } == ["the event '/rang': no bell", "late"])
    #expect(table.findingCount == 2)
  }

  /// Applications where one open leaves state behind that others would see: a login by `/login`,
  /// and a page that requires a login.
  private static let leaks: [(name: String, text: String)] = [
    ("session", "session.someone = 1|session.someone ~= nil"),
    ("table of the session", "session.users = { 1 }|session.users ~= nil"),
    ("reload.keep", "keep.user = 1|keep.user ~= nil"),
    ("resource", "resources.update('who', 1)|resources.get('who', 'integer') == 1"),
    ("sticky event", "events.emit('/who')|events.last('/who') ~= nil"),
    ("variable", "user = 1|user ~= nil"),
    ("global", "_G.someone = 1|rawget(_G, 'someone') ~= nil"),
    ("registration", "router.route { path = '/new', view = 'N' }|router.can_open('/new')"),
    ("timer", "after(1, function() user = 1 end)|user ~= nil"),
    ("task", "spawn(function() sleep(1) user = 1 end)|user ~= nil"),
    ("stage", "session.x = 1|stage.top() ~= nil"),
    ("clock", "sleep(5)|clock.now() ~= 0"),
  ]

  @Test(arguments: leaks.indices)
  func `opens do not affect each other`(_ index: Int) async throws {
    let parts = Self.leaks[index].text.split(separator: "|").map(String.init)
    let head = """
      local user
      local keep = reload.keep("k", function() return {} end)
      resources.put { name = "who", path = "/who", value = 0 }
      events.declare { name = "who", path = "/who", sticky = true }
      """
    let login = "router.route { path = '/login', action = function() \(parts[0]) return 1 end }"
    let page = """
      router.route { path = '/page', view = "Page", redirect = function()
        return \(parts[1]), "closed"
      end }
      """
    let screen = "router.route { path = '/screen', view = 'Screen' }"
    let again = login.replacing("/login", with: "/again")
    var orders = [[login, screen, page], [page, screen, login]]
    // Changes of a variable by both neighbours go undetected, as the guide explains.
    if !["variable", "global"].contains(Self.leaks[index].name) {
      orders.append([login, page, again])
    }
    for order in orders {
      for isFresh in [false, true] {
        let words = try await words(
          ([head] + order).joined(separator: "\n"),
          isFresh: isFresh
        )
        let closed = Array(repeating: "stopped: closed", count: 2)
        #expect(words["/page"] == closed, "\(Self.leaks[index].name)")
        #expect(words["/login"] == ["opens", "opens"])
      }
    }
  }

  @Test func `a timeout is a failure, and waiting for a person is not`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": """
      router.configure { wait_limit = 9000 }
      every(60, function() end)
      router.route { path = "/ask", action = function() router.ask("/page") end }
      router.route { path = "/long", action = function() sleep(8000) end }
      router.route { path = "/page", view = "Page" }
      """
    ])
    let cells = try await AccessRun(scripts).table().rows.map { $0.cells[0] }
    #expect(
      cells.map(\.words) == [
        "waits: it waits for an outside event, such as an answer",
        "fails: it waits on the clock for longer than an open is allowed to", "opens",
      ]
    )
    #expect(cells.map(\.code) == [nil, .timeout, nil])
    #expect(cells.map(\.lastingWords) == ["waits", "fails: timeout", "opens"])
    #expect(cells.map(\.isFinding) == [false, true, false])
    #expect(AccessCell(.failure(.computes)).lastingWords == "fails: timeout")
  }

  @Test func `no application remains after a failure or a timeout`()
    async throws
  {
    let texts = [
      "main.lua": """
      session.shop = 7
      router.route { path = "/a", view = "A" }
      router.route { path = "/b", view = "B" }
      """
    ]
    let hosts = Mutex<[WeakHost]>([])
    let scripts = RehearsalScripts(texts.mapValues { Array($0.utf8) }) { application in
      let host = try ScriptHost(
        .texts(texts),
        in: application,
        options: ScriptOptions(runsHeadless: true, loadsParts: true)
      )
      hosts.withLock { $0.append(WeakHost(host)) }
      return host
    }
    let flag = try #require(AccessFlag("shop.level=1"))
    await #expect(throws: RouterError.self) { try await AccessRun(scripts).table(varying: [flag]) }
    var run = AccessRun(scripts)
    run.spend = { _ in hosts.withLock { $0.count < 4 } }
    await #expect(throws: AccessError.self) { try await run.table() }
    #expect(hosts.withLock { $0.count } == 4)
    #expect(hosts.withLock { $0.allSatisfy { $0.host == nil } })
  }

  private struct WeakHost: Sendable {
    weak let host: ScriptHost?
    init(_ host: ScriptHost) { self.host = host }
  }

  @Test func `flags are tried in all combinations`() async throws {
    let words = try await words(
      """
      router.route { path = "/a", view = "A", redirect = function()
        local shop = session.shop or {}
        return session.beta == true and shop.level == 2, tostring(session.beta) .. " " .. tostring(shop.level)
      end }
      """,
      personas: "return { mei = {} }",
      varying: ["beta=on,off", "session.shop.level=2,high"]
    )
    #expect(
      words["/a"] == [
        "opens", "stopped: true high", "stopped: false 2", "stopped: false high",
      ]
    )
  }

  @Test func `functions of the program and items of the query vary`() async throws {
    let words = try await words(
      """
      router.route { path = "/a", view = "A", redirect = function()
        return host.is_vip(), "vips only"
      end }
      router.route { path = "/b", view = "B", redirect = function(state)
        return state.query.token == "7F3A", "no token"
      end }
      """,
      personas: "return { mei = { host = { is_vip = true } } }",
      varying: ["host.is_vip=on,off", "query.token=,7F3A"]
    )
    #expect(words["/a"] == ["opens", "opens", "stopped: vips only", "stopped: vips only"])
    #expect(words["/b"] == ["stopped: no token", "opens", "stopped: no token", "opens"])
  }

  @Test func `invalid flags are refused`() {
    for text in [
      "", "=on", "beta=", "beta=on,", "a..b=on", "beta=on,on", "session=1", "host", "host=on",
      "host.a.b=on",
      "query=1",
    ] {
      #expect(AccessFlag(text) == nil, "\(text)")
    }
    let flag = AccessFlag("x=on,off,true,1,1.5,-2,nan,inf,0x1,a b")
    #expect(
      flag?.settings.map(\.value) == [
        .bool(true), .bool(false), .bool(true), .int(1), .double(1.5), .int(-2),
        .text("nan"), .text("inf"), .text("0x1"), .text("a b"),
      ]
    )
  }

  private static let declared = """
    session.declare { user = { name = "string", role = "guest|staff" }, beta = "bool", n = "int" }
    router.route { path = "/a", view = "A", redirect = function()
      return session.user ~= nil and session.user.role == "staff", "staff only"
    end }
    router.route { path = "/b", view = "B", redirect = function() return session.beta == true end }
    """

  @Test func `a flag without values takes those that the session declares`() async throws {
    let personas = #"return { mei = { session = { user = { name = "Mei", role = "guest" } } } }"#
    let words = try await words(Self.declared, personas: personas, varying: ["user.role", "beta"])
    let no = "stopped: staff only"
    #expect(words["/a"] == [no, no, "opens", "opens"])
    #expect(words["/b"] == ["opens", "stopped", "opens", "stopped"])
    let nobody = try await self.words(
      Self.declared,
      personas: "return {}",
      varying: ["user.role=staff,guest"]
    )
    #expect(nobody["/a"] == ["opens", no])
  }

  @Test(arguments: [
    (
      "user.rolle",
      "'rolle' is not a field of session.user. Did you mean 'role'? (declared in main.lua:1)"
    ),
    ("usr=1", "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:1)"),
    ("user.role=gueste", "'gueste' is not a value of 'user.role'. Did you mean 'guest'?"),
    ("n", "'n' needs values, such as n=on,off: nothing declares a list of them."),
    ("n=on", "session.n is true. It must be an integer within 64 bits."),
  ])
  func `a flag that the session does not declare is refused`(
    text: String,
    message: String
  ) async throws {
    let scripts = ProofScripts.of(["main.lua": Self.declared])
    let flag = try #require(AccessFlag(text))
    let error = await #expect(throws: RouterError.self) {
      try await AccessRun(scripts).table(varying: [flag])
    }
    #expect(error?.message == message)
  }

  @Test func `a flag with a path through a value that is not a table is reported`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": "session.shop = 7 router.route { path = '/a', view = 'A' }"
    ])
    let flag = try #require(AccessFlag("shop.level=1"))
    let error = await #expect(throws: RouterError.self) {
      try await AccessRun(scripts).table(varying: [flag])
    }
    #expect(error?.message == "session.shop is not a table.")
  }

  @Test func `an unknown persona is reported with the existing ones`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": "router.route { path = '/a', view = 'A' }", "personas.lua": Self.people,
    ])
    let error = await #expect(throws: AccessError.self) {
      try await AccessRun(scripts).table(as: ["may"])
    }
    #expect(error?.description == "There is no persona 'may'. Available: mei, visitor.")
    let table = try await AccessRun(scripts).table(as: ["visitor"])
    #expect(table.people.map(\.name) == ["visitor"])
  }

  @Test func `a route is tried with its samples, otherwise with those of its types`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": #"""
      router.type("sku", { match = "[A-Z]{3}\\d+", samples = { "ABC1", "XYZ22" } })
      router.route { path = "/item/:sku<sku>", view = "Item" }
      router.route {
        path = "/user/:id<int>", view = "User", samples = { { id = 7 }, { id = 9 } },
        routes = {
          { path = "posts(/:page<int>)", view = "Posts" },
          { path = "post/:post<int>", view = "Post", samples = { post = 3 } },
        },
      }
      router.route { path = "/find", view = "F", query = { q = "string", page = "int?" },
        samples = { q = "tea", page = 2 } }
      router.route { path = "/need", view = "N", query = { n = "int" } }
      router.route { path = "/odd/:code(ZZ\\d)", view = "Odd" }
      """#
    ])
    let table = try await AccessRun(scripts).table()
    #expect(
      table.rows.compactMap(\.place.location) == [
        "/item/ABC1", "/item/XYZ22", "/user/7", "/user/9", "/user/7/posts", "/user/9/posts",
        "/user/7/post/3", "/find?page=2&q=tea", "/need?n=1",
      ]
    )
    #expect(table.rows.allSatisfy { $0.cells[0].word == .opens })
    #expect(table.untried.map(\.label) == ["/odd/:code(ZZ\\d)"])
  }

  @Test func `too many people for a table are refused before anything opens`() async throws {
    let scripts = ProofScripts.of(["main.lua": "router.route { path = '/a', view = 'A' }"])
    func flags(_ count: Int) throws -> AccessFlag {
      try #require(AccessFlag("n", (0..<count).map { ("\($0)", .int($0)) }))
    }
    let table = try await AccessRun(scripts).table(varying: [try flags(200)])
    #expect(table.people.count == 200)
    let error = await #expect(throws: AccessError.self) {
      try await AccessRun(scripts).table(varying: [try flags(201)])
    }
    #expect(
      error?.description == """
        The personas and varied values give 201 people; a table has up to 200. Vary fewer values.
        """
    )
    let many = try (0..<40).map { try #require(AccessFlag("f\($0)=on,off")) }
    await #expect(throws: AccessError.self) { try await AccessRun(scripts).table(varying: many) }
  }

  @Test func `a comment at a route allows its failures`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": """
      -- moonroute: allow redirect_loop
      router.route { path = "/a", redirect = "/b" }
      router.route { path = "/b", redirect = "/a" }
      router.route { path = "/c", action = function() error("no") end } -- moonroute: allow script_error
      router.route { path = "/d", action = function() error("no") end }
      """
    ])
    let table = try await AccessRun(scripts).table()
    #expect(table.rows.map { $0.cells[0].word } == [.fails, .fails, .fails, .fails])
    #expect(table.rows.map { $0.cells[0].isFinding } == [false, true, false, true])
  }

  @Test func `a route that fails because another location has no route reports this`() async throws
  {
    let scripts = ProofScripts.of([
      "main.lua": """
      router.route { path = "/a", action = function() return router.fetch("/nowhere") end }
      -- moonroute: allow not_found
      router.route { path = "/b", action = function() return router.fetch("/nowhere") end }
      """
    ])
    let cells = try await AccessRun(scripts).table().rows.map { $0.cells[0] }
    #expect(cells.map(\.words) == Array(repeating: "fails: No route matches '/nowhere'.", count: 2))
    #expect(cells.map(\.lastingWords) == Array(repeating: "fails: not_found", count: 2))
    #expect(cells.map(\.isFinding) == [true, false])
  }

  @Test func `the screen shown for a stopped open has the reason of the stop`() async throws {
    let scripts = ProofScripts.of([
      "main.lua": """
      router.route { path = "/a", view = "A", redirect = function() return false, "no way" end }
      router.on_error(function() return screen { "Sorry" } end)
      """
    ])
    let cell = try await AccessRun(scripts).table().rows[0].cells[0]
    #expect(cell.words == "stopped: no way")
    #expect(cell.decider?.isStop == true)
  }

  @Test(arguments: ["shop", "museum", "book", "tabs", "library"])
  func `the examples have no failures`(_ name: String) async throws {
    let table = try await AccessRun(try ProofScripts.example(name)).table()
    #expect(table.findingCount == 0)
    #expect(table.untried.isEmpty)
    #expect(!table.rows.isEmpty)
  }

  @Test func `a fresh application for each open gives the same results for the examples`()
    async throws
  {
    for name in ["shop", "museum"] {
      var run = AccessRun(try ProofScripts.example(name))
      let shared = try await run.table()
      run.isFresh = true
      let fresh = try await run.table()
      #expect(shared.rows == fresh.rows)
    }
  }
}
