import ScriptTesting
import Testing

/// `assert.invariants`, `assert.flat`, `assert.unaffected` and `assert.effect` in specs.
@Suite struct InvariantSpecTests {
  private static let files = [
    "main.lua": """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "dead", path = "/dead", animator = "root", view = function()
      return screen { "Dead", body = { { "text", "x" } } }
    end }
    router.route { name = "page", path = "/page", view = "Page" }
    router.route { name = "bad", path = "/bad", action = function() error("broken") end }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
      return session.user ~= nil, "log in first"
    end }
    router.route { name = "find", path = "/find", query = { page = "int?" }, view = "Find" }
    router.route { path = "/link", action = function() router.to("find", {}, { page = "two" }) end }
    resources.put { name = "last", path = "/last", value = "" }
    """,
    "personas.lua": "return { mei = { session = { user = 'mei' } } }",
    "invariants.lua": """
    invariant("nobody is called x", function(stage)
      return session.user ~= "x", stage.top() and stage.top().view or "nothing"
    end)
    """,
  ]

  private static func run(_ body: String) async throws -> SpecRun {
    try await SpecRun.of("it('holds', function()\n\(body)\nend)", with: files)
  }

  /// The body of a spec, and the message of its failure.
  private static let bodies: [(String, String?)] = [
    ("assert.invariants()", nil),
    ("router.open '/' assert.invariants { guards = true, ended = true }", nil),
    ("app.persona 'mei' router.open '/orders' app.persona(nil) assert.invariants()", nil),
    (
      "router.open '/dead' assert.invariants()",
      "main.lua:2: 'dead' has no way out: nothing is below it, and its body has no link and no button"
    ),
    ("router.open '/bad' assert.invariants()", "main.lua:6: opening '/bad' fails: broken"),
    (
      "router.open '/' session.user = 'x' assert.invariants()",
      "invariants.lua:1: the invariant 'nobody is called x' does not hold: Home"
    ),
    (
      "app.persona 'mei' router.open '/' router.open '/orders' session.user = nil assert.invariants()",
      "main.lua:7: 'orders' stays on the stage after a logout although its guards say no; call"
        + " router.recheck() or router.reset(…) there"
    ),
    (
      "session.user = 1 router.open '/' router.open '/orders' session.user = nil"
        + " assert.invariants { guards = true }",
      "main.lua:7: 'orders' is on the stage after a recheck, and its guards say no"
    ),
    (
      "app.persona 'mei' router.open '/' stage.top():update { title = 'Hello, mei!' }"
        + " session.user = nil assert.invariants()",
      "main.lua:1: the screen 'home' still contains 'mei' after the logout; remove it there"
    ),
    (
      "app.persona 'mei' session.last = { name = session.user } session.user = nil"
        + " assert.invariants()",
      "session.last still contains 'mei' after the logout; remove it there"
    ),
    (
      "app.persona 'mei' resources.update('last', session.user)"
        + " session.user = nil assert.invariants()",
      "main.lua:12: the resource 'last' still contains 'mei' after the logout; remove it there"
    ),
    (
      "app.persona 'mei' router.open '/' stage.top():update { title = 'meine' }"
        + " session.user = nil assert.invariants()",
      nil
    ),
    (
      "router.open '/' spawn(function() router.ask '/page' end) clock.advance(0)"
        + " assert.invariants { ended = true }",
      "a task that the test spawned never ends"
    ),
  ]

  @Test(arguments: bodies)
  func `violations are reported, each with its line`(
    _ body: String,
    _ words: String?
  )
    async throws
  {
    let run = try await Self.run(body)
    #expect(run.results.map(\.status) == [words == nil ? .passed : .failed], "\(run.lines)")
    if let words {
      #expect(run.message?.contains("Actual:\n\(words)") == true, "\(run.message ?? "")")
    }
  }

  private static let oops = "router.on_error(function() return screen { 'Oops' } end)"

  @Test(arguments: [
    "router.open '/find?page=two'", "\(oops) router.open '/find?page=two'",
    "router.on_error(function() return '/page' end) router.open '/find?page=two'",
    "\(oops) router.open '/nowhere'",
  ])
  func `a link to a missing page is not a fault, whatever is shown`(
    _ body: String
  ) async throws {
    let run = try await Self.run("\(body) assert.invariants()")
    #expect(run.results.map(\.status) == [.passed], "\(run.message ?? "")")
  }

  @Test(arguments: [
    ("\(oops) router.open '/bad'", "main.lua:6: opening '/bad' fails: broken"),
    ("router.open '/link'", "main.lua:11: opening '/link' fails: "),
  ])
  func `an error of a script is a fault, whatever is shown`(
    _ body: String,
    _ words: String
  )
    async throws
  {
    let run = try await Self.run("\(body) assert.invariants()")
    #expect(run.message?.contains("Actual:\n\(words)") == true, "\(run.message ?? "")")
  }

  @Test(arguments: [
    ("assert.invariants(7)", "'invariants' takes a table of options, but got a number"),
    (
      "assert.invariants { guard = true }",
      "'guard' is not an option of 'invariants'. It takes 'guards' and 'ended'."
    ),
    ("assert.flat(7)", "'flat' takes a function, but got a number"),
    ("assert.flat()", "'flat' takes a function, but got a nil"),
    ("assert.unaffected(7)", "'unaffected' takes a function, but got a number"),
    ("assert.effect('x')", "'effect' takes a function, but got a string"),
  ])
  func `an invalid option is refused`(_ body: String, _ words: String) async throws {
    let run = try await Self.run(body)
    #expect(run.results.map(\.status) == [.errored], "\(run.lines)")
    #expect(run.message?.contains(words) == true, "\(run.message ?? "")")
  }

  @Test func `a function runs exactly as often as the last round says`() async throws {
    let run = try await Self.run(
      """
      local count, held = 0, {}
      assert.is_not.flat(function()
        count = count + 1
        held[count] = { count, count }
      end)
      assert.equal(250, count)
      count = 0
      assert.flat(function() count = count + 1 end)
      assert.equal(56, count)
      """
    )
    #expect(run.lines == ["success holds"], "\(run.message ?? "")")
  }

  @Test func `a refresh by an animator that reads state.from keeps nothing`() async throws {
    let run = try await Self.run(
      """
      router.route {
        path = "/page/:title",
        view = function(state) return screen { "Page", title = state.params.title } end,
        animator = function(state)
          local known = state.from
          return animator.refresh {
            apply = function(page) page.title = known and "again" or "first" end,
            otherwise = "root",
          }
        end,
      }
      assert.flat(function()
        router.open("/page/a")
        router.open("/page/b")
      end)
      """
    )
    #expect(run.lines == ["success holds"], "\(run.message ?? "")")
  }

  @Test func `the timers of screens that have left keep nothing until they are due`() async throws {
    let run = try await Self.run(
      """
      router.route { path = "/tick", view = function()
        local page = screen { "Tick" }
        every(3600, function() page:update { ticked = true } end)
        return page
      end }
      assert.flat(function() router.open("/tick") end)
      """
    )
    #expect(run.lines == ["success holds"], "\(run.message ?? "")")
  }

  @Test func `growing memory is reported in bytes`() async throws {
    let run = try await Self.run(
      "local held = {} assert.flat(function() held[#held + 1] = { #held } end, 'it leaks')"
    )
    #expect(run.results.map(\.status) == [.failed])
    #expect(run.message?.contains("it leaks") == true, "\(run.message ?? "")")
    #expect(run.message?.contains("bytes after 250 times") == true, "\(run.message ?? "")")
  }

  private static let counting = [
    "main.lua": """
    local visits = 0
    router.route { name = "visits", path = "/visits", view = function()
      visits = visits + 1
      return screen { "Visits", title = "visit " .. visits }
    end }
    router.route { name = "time", path = "/time", view = function()
      return screen { "Time", title = session.user or tostring(clock.now()) }
    end }
    """,
    "personas.lua": "return { mei = { session = { user = 'mei' } } }",
    "headless.lua": "host.stub('pay', function() return true end)",
  ]

  @Test(arguments: [
    ("assert.unaffected(function() router.open('/visits') end)", nil),
    ("router.open('/visits') assert.is_not.unaffected(function() router.open('/visits') end)", nil),
    (
      "router.open('/visits') assert.unaffected(function() router.open('/visits') end)",
      "visits  /visits  { title = \"visit 1\" }"
    ),
    ("clock.advance(5) assert.unaffected(function() router.open('/time') end)", nil),
    ("app.persona 'mei' assert.unaffected(function() router.open('/time') end)", nil),
    ("assert.is_not.effect(function() end)", nil),
    ("assert.effect(function() end)", "no change"),
    ("assert.effect(function() end, 'it is dead')", "it is dead"),
    ("assert.effect(function() router.open('/time') end)", nil),
    ("assert.effect(function() router.open('/nowhere') end)", nil),
    ("router.open('/time') assert.effect(function() stage.top().title = 'x' end)", nil),
    ("assert.effect(function() session.user = 'ada' end)", nil),
    ("assert.effect(function() events.emit('/x') end)", nil),
    ("assert.effect(function() resources.put { path = '/r', value = 1 } end)", nil),
    ("assert.is_not.effect(function() resources.has('/r') end)", nil),
    ("assert.effect(function() log.info('x') end)", nil),
    ("assert.effect(function() host.pay() end)", nil),
    ("assert.effect(function() after(5, function() end) end)", nil),
  ])
  func `comparisons see what a person, a script or the program can notice`(
    _ body: String,
    _ words: String?
  ) async throws {
    let run = try await SpecRun.of(
      "it('holds', function()\n\(body)\nend)",
      with: Self.counting
    )
    #expect(run.results.map(\.status) == [words == nil ? .passed : .failed], "\(run.message ?? "")")
    if let words { #expect(run.message?.contains(words) == true, "\(run.message ?? "")") }
  }
}
