import ScriptTesting
import Testing

/// `app.persona` and `app.personas`: the user of the application that a spec tests.
@Suite struct PersonaSpecTests {
  private static let files = [
    "main.lua": """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
      sleep(1)
      return session.user ~= nil or router.to("home")
    end }
    router.route { name = "staff", path = "/staff", action = function() return host.is_staff() end }
    """,
    "headless.lua": "host.stub('is_staff', function() return 'headless' end)",
    "personas.lua": """
    return {
      mei = { session = { user = "mei" } },
      jonas = { session = { user = "jonas" }, host = { is_staff = "persona" } },
    }
    """,
  ]

  private func messages(_ spec: String) async throws -> [String?] {
    try await SpecRun.of(spec, with: Self.files).results.map(\.message)
  }

  @Test func `a spec uses a persona, and its guards can wait`() async throws {
    let messages = try await messages(
      """
      it("logs in and out", function()
        assert.are.same({ "jonas", "mei" }, app.personas())
        assert.opened(router.open("/orders"), "home")
        app.persona "mei"
        assert.opened(router.open("/orders"), "orders")
        app.persona(nil)
        assert.top("home")
        assert.is_nil(session.user)
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `the last stub of a program's function applies`() async throws {
    let messages = try await messages(
      """
      local function said() return router.open("/staff").value end
      it("stubs", function()
        app.persona "jonas"
        assert.are.equal("persona", said())
        local double = stub(host, "is_staff").returns("spec")
        assert.are.equal("spec", said())
        app.reload()
        assert.are.equal("spec", said())
        app.persona "jonas"
        assert.are.equal("persona", said())
        app.reload()
        assert.are.equal("persona", said())
        app.persona "mei"
        assert.are.equal("spec", said())
        app.reset()
        assert.are.equal("headless", said())
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `a reset and another application end the persona`() async throws {
    let messages = try await messages(
      """
      it("resets", function()
        app.persona "jonas"
        app.reset()
        assert.is_nil(session.user)
        assert.handled(router.open("/staff"), "headless")
        app.persona "jonas"
        assert.is_true(app.load(".."))
        assert.is_nil(session.user)
        assert.handled(router.open("/staff"), "headless")
        assert.are.same({ "jonas", "mei" }, app.personas())
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `an unknown persona is an error with the nearest name`() async throws {
    let messages = try await messages(
      """
      it("fails", function()
        local ok, problem = pcall(app.persona, "mai")
        assert.is_false(ok)
        assert.are.equal("unknown_name", problem.code)
        assert.are.equal("There is no persona 'mai'. Did you mean 'mei'?", problem.message)
        ok, problem = pcall(app.persona, 7)
        assert.is_false(ok)
        assert.are.equal("bad_argument", problem.code)
      end)
      """
    )
    #expect(messages == [nil])
  }
}
