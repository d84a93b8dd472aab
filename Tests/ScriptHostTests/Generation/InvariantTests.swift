import Moonroute
import Testing

@testable import ScriptHost

/// `invariants.lua`: conditions that must always hold.
@Suite struct InvariantTests {
  private static let main = """
    session.count = 0
    router.route { name = "home", path = "/", view = "Home" }
    """

  private func load(
    _ invariants: String,
    runsHeadless: Bool = true
  ) async throws -> LoadedScripts {
    try await LoadedScripts.load(
      Self.main,
      files: ["invariants.lua": invariants],
      runsHeadless: runsHeadless
    )
  }

  @Test func `invariants run in order, and get the stage`() async throws {
    let scripts = try await load(
      """
      invariant("the count is small", function() return session.count < 2, "it is " .. session.count end)
      invariant("something is seen", function(stage) return stage.top() ~= nil end)
      """
    )
    let host = scripts.host
    func broken() async -> [String] {
      await scripts.router.perform { application in
        host.brokenInvariants(in: application).map { "\($0.name): \($0.reason ?? "")" }
      }
    }
    #expect(await broken() == ["something is seen: "])
    _ = await scripts.evaluate("session.count = 2; router.open('/')")
    #expect(await broken() == ["the count is small: it is 2"])
    let names = await scripts.router.perform { host.invariantNames(in: $0) }
    #expect(names == ["the count is small", "something is seen"])
  }

  @Test func `a program that embeds the application has no invariants`() async throws {
    let scripts = try await load("error('never read')", runsHeadless: false)
    let host = scripts.host
    #expect(await scripts.router.perform { host.invariantNames(in: $0) } == [])
  }

  @Test(arguments: [
    ("invariant('', function() end)", "a sentence expected, got an empty text"),
    ("invariant('it holds')", "a function expected that returns true if it holds, got a nil"),
    ("invariant(1, function() end)", "string expected, got number"),
    (
      "invariant('a', function() end) invariant('a', function() end)",
      "The invariant 'a' already exists. Choose another name."
    ),
    (
      "router.route { path = '/x', view = 'X' }",
      "invariants.lua cannot register anything. Move this to main.lua."
    ),
    (
      "events.on('x', function() end)",
      "invariants.lua cannot register anything. Move this to main.lua."
    ),
    ("invarant('it holds', function() end)", "Did you mean 'invariant'?"),
    ("error('oh')", "oh"),
    ("(", "unexpected symbol near <eof>"),
  ])
  func `an error prevents loading, with its line`(
    _ text: String,
    _ message: String
  ) async throws {
    do {
      _ = try await load(text)
      Issue.record("it loads: \(text)")
    } catch let problems as ScriptProblems {
      #expect(problems.problems.first?.message.contains(message) == true, "\(problems)")
      #expect(problems.problems.first?.site == SourceSite(file: "invariants.lua", line: 1))
    }
  }

  @Test func `the function is not available in other files, nor after the file is read`()
    async throws
  {
    let scripts = try await load("session.word = 1; word = invariant")
    #expect(await scripts.evaluate("type(invariant)") == "nil")
    let answer = await scripts.evaluate("word('late', function() end)")
    #expect(answer.contains("'invariant' can only be called in invariants.lua, while it loads."))
  }

  @Test func `a personas.lua that registers something does not load`() async throws {
    await #expect(throws: ScriptProblems.self) {
      _ = try await LoadedScripts.load(
        Self.main,
        files: ["personas.lua": "router.route { path = '/x', view = 'X' } return {}"],
        runsHeadless: true
      )
    }
  }

  @Test func `after a logout, the session contains nothing of the persona`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.main,
      files: [
        "personas.lua": "return { mei = { session = { user = 'mei', since = 1 } }, visitor = {} }"
      ],
      runsHeadless: true
    )
    let host = scripts.host
    func loggedOut() async -> LoggedOutPersona? {
      await scripts.router.perform { host.loggedOutPersona(in: $0) }
    }
    func become(_ name: String?) async throws {
      try await scripts.router.perform { application in
        _ = try await host.become(name, in: application)
      }
    }
    try await become("visitor")
    #expect(await loggedOut() == nil)
    try await become("mei")
    #expect(await loggedOut() == nil)
    _ = await scripts.evaluate("session.user = nil")
    #expect(await loggedOut() == nil)
    _ = await scripts.evaluate("session.since = nil session.seen = { 'x' }")
    let person = await loggedOut()
    #expect(person?.texts == ["mei"])
    #expect(person?.session["seen"] == ["x"])
  }
}
