import ScriptTesting
import Testing

/// `assert.emitted`: events since the application was loaded or reset.
@Suite struct EmittedTests {
  static let application = """
    events.declare { name = "seek", path = "/seek/:progress<number>" }
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "seek", path = "/go/:at<number>", action = function(state)
      events.emit("seek", { by = "link", at = state.params.at }, { params = { progress = 0.5 } })
    end }
    """

  private func run(_ spec: String) async throws -> SpecRun {
    try await SpecRun.of(spec, with: ["main.lua": Self.application])
  }

  @Test func `a name, a pattern and a location select the matching events`() async throws {
    let run = try await run(
      """
      it("sees", function()
        assert.has_no.emitted("seek")
        router.open("/go/3")
        assert.emitted("seek")
        assert.emitted("/seek/:p<number>")
        assert.emitted("/seek/0.5")
        assert.not_emitted("/seek/0.6")
        assert.is_not.emitted("/seek/:p<number>/more")
        events.emit("/free?tab=a")
        assert.emitted("/free")
        assert.emitted("/free?tab=a")
        assert.not_emitted("/free?tab=b")
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `at least the last ten thousand events of a test are kept, and at most twice as many`()
    async throws
  {
    let run = try await run(
      """
      it("keeps", function()
        events.emit("/first")
        for _ = 1, 19999 do events.emit("/second") end
        assert.emitted("/first")
        events.emit("/second")
        assert.not_emitted("/first")
        assert.emitted("/second", { times = 10001 })
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `times, params and extra must all match`() async throws {
    let run = try await run(
      """
      it("fits", function()
        router.open("/go/3")
        router.open("/go/4")
        assert.emitted("seek", { times = 2 })
        assert.not_emitted("seek", { times = 1 })
        assert.emitted("seek", { params = { progress = 0.5 }, times = 2 })
        assert.emitted("seek", { params = { progress = match.is_number() } })
        assert.not_emitted("seek", { params = { progress = 1 } })
        assert.emitted("seek", { extra = { by = "link", at = 3 }, times = 1 })
        assert.not_emitted("seek", { extra = { by = "link" } })
        assert.emitted("seek", { times = 0, extra = "none" })
        assert.error_matches(function() assert.emitted("seek", { time = 1 }) end, "'time' is not")
        assert.error_matches(function() assert.emitted("sek") end, "seek")
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `the router's own events count`() async throws {
    let run = try await run(
      """
      it("counts", function()
        router.open("/")
        assert.emitted("moonroute://did-open", { times = 1 })
        assert.not_emitted("moonroute://did-fail")
        assert.not_emitted("/**")
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `a reset clears the emitted events, a reload does not`() async throws {
    let run = try await run(
      """
      it("forgets", function()
        router.open("/go/3")
        app.reload()
        assert.emitted("seek", { times = 1 })
        app.reset()
        assert.not_emitted("seek")
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `a failure shows the actual events`() async throws {
    let run = try await run(
      """
      it("shows", function()
        router.open("/go/3")
        assert.emitted("seek", { times = 2, params = { progress = 0.5 } })
      end)
      it("shows nothing", function()
        app.reset()
        assert.emitted("seek")
      end)
      """
    )
    let messages = run.results.compactMap(\.message)
    try #require(messages.count == 2)
    #expect(
      messages[0].hasPrefix("The event was emitted differently.\nExpected:\nseek with params ")
    )
    #expect(messages[0].contains("2 times\nActual:\n/seek/0.5 with extra "))
    #expect(messages[1].hasSuffix("Expected:\nseek at least once\nActual:\n(no event)"))
  }
}
