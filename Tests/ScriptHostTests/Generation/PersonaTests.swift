import Moonroute
import Testing

@testable import ScriptHost

/// `personas.lua`: the users of an application that runs without its program.
@Suite struct PersonaTests {
  private static let main = """
    session.language = "en"
    session.visits = { 1 }
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
      return session.user ~= nil or router.to("login")
    end }
    router.route { name = "login", path = "/login", view = "Login" }
    router.route { name = "staff", path = "/staff", action = function()
      return host.is_staff(session.user), host.rates and host.rates("eur").usd
    end }
    """

  private static let headless = """
    host.stub("is_staff", function() return "of headless.lua" end)
    host.stub("rates", function() return { usd = 1 } end)
    """

  private static let personas = """
    return {
      visitor = {},
      mei = { session = { user = "mei" } },
      jonas = {
        session = { user = "jonas", language = "de", seen = { [7] = true } },
        host = { is_staff = function(user) return user == "jonas" end, rates = { usd = 2 } },
      },
    }
    """

  private func load(_ personas: String = Self.personas) async throws -> LoadedScripts {
    try await LoadedScripts.load(
      Self.main,
      files: ["headless.lua": Self.headless, "personas.lua": personas],
      runsHeadless: true
    )
  }

  private func become(_ name: String?, _ scripts: LoadedScripts) async throws -> Int {
    try await scripts.router.perform { application in
      try await scripts.host.become(name, in: application)
    }
  }

  private static let session =
    "session.user, session.language, session.visits and #session.visits, session.cart"

  @Test func `a persona's session is merged over the loaded one, and its stubs apply`()
    async throws
  {
    let scripts = try await load()
    _ = await scripts.evaluate("session.cart = 3; session.visits = nil")
    #expect(await scripts.evaluate(Self.session) == "nil, en, nil, 3")
    _ = try await become("jonas", scripts)
    #expect(await scripts.evaluate(Self.session) == "jonas, de, 1, nil")
    #expect(await scripts.evaluate("session.seen[7]") == "true")
    #expect(await scripts.open("/staff") == "handled true, 2")
    _ = try await become("mei", scripts)
    #expect(await scripts.evaluate(Self.session) == "mei, en, 1, nil")
    #expect(await scripts.open("/staff") == "handled of headless.lua, 1")
    _ = try await become(nil, scripts)
    #expect(await scripts.evaluate(Self.session) == "nil, en, 1, nil")
  }

  @Test func `a stub returns a new table for each call`() async throws {
    let scripts = try await load()
    _ = try await become("jonas", scripts)
    let line = "(function() host.rates().usd = 9 return host.rates().usd end)()"
    #expect(await scripts.evaluate(line) == "2")
  }

  @Test func `changing the persona rechecks the stage and counts the leaving screens`()
    async throws
  {
    let scripts = try await load()
    #expect(try await become("mei", scripts) == 0)
    #expect(await scripts.open("/") == "opened Home")
    #expect(await scripts.open("/orders") == "opened Orders")
    #expect(try await become("jonas", scripts) == 0)
    #expect(try await become("visitor", scripts) == 1)
    #expect(await scripts.evaluate("stage.top().name") == "login")
  }

  @Test func `the personas provide names, sessions and stubs`() async throws {
    let scripts = try await load()
    let (all, before, after) = try await scripts.router.perform { application in
      let before = scripts.host.persona(in: application)
      try scripts.host.take("mei", in: application)
      let all = scripts.host.personas(in: application)
      return (all, before, scripts.host.persona(in: application))
    }
    #expect(all.map(\.name) == ["jonas", "mei", "visitor"])
    #expect(all.map(\.standIns) == [["is_staff", "rates"], [], []])
    #expect(all.map(\.session.summary)[1...] == ["{user = mei}", "{}"])
    #expect((before, after) == (nil, "mei"))
  }

  @Test func `an unknown persona is an error with the nearest name, and changes nothing`()
    async throws
  {
    let scripts = try await load()
    _ = try await become("mei", scripts)
    for (name, message) in [
      ("jona", "There is no persona 'jona'. Did you mean 'jonas'?"),
      ("zoe", "There is no persona 'zoe'. Available: jonas, mei, visitor."),
    ] {
      let error = await #expect(throws: RouterError.self) { try await become(name, scripts) }
      #expect(error?.code == .unknownName)
      #expect(error?.message == message)
    }
    #expect(await scripts.evaluate("session.user") == "mei")
  }

  @Test func `a program's scripts have no personas`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', view = 'Home' }",
      files: ["personas.lua": "error('it ran')"]
    )
    let personas = await scripts.router.perform { scripts.host.personas(in: $0) }
    #expect(personas.isEmpty)
  }

  @Test func `a persona survives a reload, with its new stubs and the current session`()
    async throws
  {
    let scripts = try await load()
    _ = try await become("jonas", scripts)
    _ = await scripts.evaluate("session.cart = 3")
    let changed = Self.personas.replacing("usd = 2", with: "usd = 3")
    _ = try await scripts.host.load(
      from: .texts([
        "main.lua": Self.main.replacing("\"en\"", with: "\"fr\""), "headless.lua": Self.headless,
        "personas.lua": changed,
      ])
    )
    #expect(await scripts.open("/staff") == "handled true, 3")
    #expect(await scripts.evaluate(Self.session) == "jonas, fr, 1, 3")
    _ = try await become(nil, scripts)
    #expect(await scripts.evaluate(Self.session) == "nil, fr, 1, nil")
  }

  @Test func `a replaced function of the program survives a reload, but not the next persona`()
    async throws
  {
    let scripts = try await load()
    _ = try await become("jonas", scripts)
    try await scripts.router.perform { application in
      try scripts.host.replace("is_staff", with: .text("replaced"), in: application)
    }
    #expect(await scripts.open("/staff") == "handled replaced, 2")
    _ = try await scripts.host.load(
      from: .texts([
        "main.lua": Self.main, "headless.lua": Self.headless, "personas.lua": Self.personas,
      ])
    )
    #expect(await scripts.open("/staff") == "handled replaced, 2")
    _ = try await become("mei", scripts)
    #expect(await scripts.open("/staff") == "handled of headless.lua, 1")
  }

  @Test func `a removed persona is no longer active`() async throws {
    let scripts = try await load()
    _ = try await become("jonas", scripts)
    _ = try await scripts.host.load(
      from: .texts([
        "main.lua": Self.main, "headless.lua": Self.headless, "personas.lua": "return {}",
      ])
    )
    #expect(await scripts.open("/staff") == "handled of headless.lua, 1")
    let name = await scripts.router.perform { scripts.host.persona(in: $0) }
    #expect(name == nil)
  }

  struct Mistake: CustomTestStringConvertible {
    let text: String
    let problem: String

    var testDescription: String { text }
  }

  @Test(arguments: [
    Mistake(
      text: "return {\n  mei = {\n    sesion = { user = 'mei' },\n  },\n}",
      problem: "personas.lua:3:5: 'sesion' is not a field of a persona. Did you mean 'session'?"
    ),
    Mistake(
      text: "return {\n  a = { session = {} },\n  mei = { session = 'mei' },\n}",
      problem: "personas.lua:3:11: 'session' of a persona must be a table, not the text 'mei'."
    ),
    Mistake(
      text: "return {\n  mei = { session = { f = print } },\n}",
      problem:
        "personas.lua:2:23: session.f of a persona is a function. A session holds plain data."
    ),
    Mistake(
      text: "return {\n  mei = { host = { now = coroutine.create(print) } },\n}",
      problem: "personas.lua:2:20: 'now' of host must be plain data or a function, not a thread."
    ),
    Mistake(
      text: "return { mei = true }",
      problem: "personas.lua:1:10: 'mei' of personas.lua must be a table, not true."
    ),
    Mistake(
      text: "return { { session = {} } }",
      problem: "personas.lua:1: A list item is not a field of personas.lua. Write name = value."
    ),
    Mistake(
      text: "local all = {}",
      problem:
        "personas.lua:1: personas.lua does not return a table of personas. Write return { mei = {"
        + " session = { user = \"mei\" } } }."
    ),
    Mistake(
      text: "local t = {}\nt.mei = { session = t }\nreturn t",
      problem: "personas.lua:1: a table that contains itself cannot be passed"
    ),
    Mistake(text: "\nerror('no')", problem: "personas.lua:2: no"),
    Mistake(
      text: "return {",
      problem: "personas.lua:1: unexpected symbol near <eof>. The script does not parse."
    ),
  ])
  func `an error in personas.lua is an error of loading, with its place`(
    mistake: Mistake
  ) async throws {
    let error = await #expect(throws: ScriptProblems.self) { _ = try await load(mistake.text) }
    let problems = error?.problems
      .map { problem in
        let place = problem.site.map { "\($0)\(problem.column.map { ":\($0)" } ?? ""): " } ?? ""
        return place + problem.message
      }
    #expect(problems == [mistake.problem])
  }
}
