import Moonroute
import ScriptHost
import Testing

/// Values of a declared session that do not come from its scripts.
@Suite struct SessionValueTests {
  @Test func `the program's values must fit as well`() async throws {
    let scripts = try await LoadedScripts.load(SessionShapeTests.shape)
    try await scripts.router.perform { application in
      let session = scripts.host.session(in: application)
      func refusal(_ body: () throws(RouterError) -> Void) -> String {
        do throws(RouterError) {
          try body()
          return "nothing"
        } catch {
          return error.message
        }
      }
      #expect(
        refusal { () throws(RouterError) in try session.set(["user", "role"], to: "x") }
          == "session.user.role is 'x'. It must be one of passenger, inspector."
      )
      #expect(
        refusal { () throws(RouterError) in
          try session.replace(with: ["beta": true, "usr": 1])
        } == "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:5)"
      )
      #expect(session.value["beta"] == .null)
      try session.set(["user", "role"], to: "inspector")
      try session.set(["stock"], to: ["a": 1.0])
      #expect(session.value["user"]["role"] == "inspector")
      #expect(session.value["stock"]["a"] == 1)
      try session.replace(with: ["beta": true])
      #expect(session.value == ["beta": true])
    }
  }

  @Test func `a persona that does not fit is an error at its line`() async throws {
    let scripts = try LoadedScripts(
      #"session.declare { user = { name = "string", role = "a|b" } }"#,
      files: [
        "personas.lua": """
        return {
          ada = { session = { user = { name = "Ada",
            rolle = "a" } } },
          bo = { session = { user = { name = "Bo",
            role = "c" } } },
          cy = { session = {
            usr = 1 } },
          di = { session = { user = { name = "Di", role = "a" } } },
        }
        """
      ],
      runsHeadless: true
    )
    do {
      try await scripts.host.load()
      Issue.record("it loads")
    } catch {
      #expect(
        error.problems.map { "\($0.site.map { "\($0)" } ?? "?"): \($0.message)" } == [
          "personas.lua:3: 'rolle' is not a field of session.user. Did you mean 'role'? (declared in"
            + " main.lua:1)",
          "personas.lua:5: session.user.role is 'c'. It must be one of a, b.",
          "personas.lua:7: 'usr' is not a field of session. Did you mean 'user'? (declared in"
            + " main.lua:1)",
        ]
      )
    }
  }

  @Test func `a reload empties the fields that no longer fit, and asks the guards again`()
    async throws
  {
    let first = """
      session.declare { user = { name = "string" }, banner = "string", old = "int" }
      router.route { name = "home", path = "/", view = "Home",
        animator = animator.root { wrap = "stack" } }
      router.route { name = "a", path = "/a", view = "A", animator = "push" }
      router.guard("a", function() return session.user ~= nil end)
      """
    let scripts = try await LoadedScripts.load(first)
    _ = await scripts.evaluate(
      "(function() session.user, session.banner, session.old = { name = 'A' }, 'b', 1 end)()"
    )
    #expect(await scripts.open("/") == "opened Home")
    #expect(await scripts.open("/a") == "opened A")
    let second = first.replacing(#"name = "string" }"#, with: #"name = "string", role = "a|b" }"#)
      .replacing(#", old = "int""#, with: "")
    let reload = try await scripts.host.load(from: .texts(["main.lua": second]))
    #expect(
      reload.warnings.map { "\($0.code) \($0.message)" }.sorted() == [
        "stale_shape session.old no longer fits its declaration: it is not declared. The field was"
          + " emptied.",
        "stale_shape session.user no longer fits its declaration: session.user needs the field"
          + " 'role'. Assign the whole table: session.user = { name = …, role = … } (main.lua:1)."
          + " The field was emptied.",
      ]
    )
    #expect(await scripts.router.perform { scripts.host.session(in: $0).value } == ["banner": "b"])
    #expect(await scripts.router.perform { $0.stage.screens.map(\.name) } == ["home"])
  }

  @Test func `a reset runs the declarations again`() async throws {
    let scripts = try await LoadedScripts.load(SessionShapeTests.shape, runsHeadless: true)
    try await scripts.router.perform { application in
      scripts.host.holdBase(in: application)
      try scripts.host.reset(in: application)
      #expect(scripts.host.sessionShape(in: application).names.count == 15)
    }
    #expect(await scripts.evaluate("session.user.name") == "Mei")
    #expect(await scripts.evaluate("session.usr").hasPrefix("(eval):1: 'usr' is not a field"))
  }
}
