import Foundation
import ScriptTesting
import Testing

@Suite struct RoutingTests {
  static let application = """
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "slow", path = "/slow", view = "Slow", redirect = function()
      sleep(5)
      return true
    end }
    router.route { name = "late", path = "/late", view = "Late", redirect = function()
      sleep(50)
      return true
    end }
    router.route { name = "staff", path = "/staff", view = "Staff", redirect = function()
      return host.is_staff() or false, "customers wait outside"
    end }
    """

  private func run(_ spec: String) async throws -> SpecRun {
    try await SpecRun.of(
      spec,
      with: ["main.lua": Self.application, "headless.lua": "host.stub('is_staff', function() end)"]
    )
  }

  @Test func `the clock advances when everything waits`() async throws {
    let run = try await run(
      """
      it("waits", function()
        assert.opened(router.open("/slow"), "slow")
        assert.are.equal(5, clock.now())
        sleep(2)
        assert.are.equal(7, clock.now())
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `a decision that waits too long fails on the same clock`() async throws {
    let run = try await run(
      "it('a', function() assert.failed(router.open('/late'), 'timeout') end)"
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `advance fires every due timer, in order`() async throws {
    let run = try await run(
      """
      it("fires", function()
        local fired = {}
        every(1, function() table.insert(fired, clock.now()) end)
        after(2.5, function() table.insert(fired, "once") end)
        clock.advance(3)
        assert.are.same({ 1, 2, "once", 3 }, fired)
        assert.are.equal(3, clock.now())
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `spawned tasks run concurrently with the test on the same clock`() async throws {
    let run = try await run(
      """
      it("waits", function()
        local task = spawn(function() sleep(3) return "done" end)
        assert.are.equal("done", task:wait())
        assert.are.equal(3, clock.now())
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil])
  }

  @Test func `a stub of the program's function is one of luassert`() async throws {
    let run = try await run(
      """
      it("is refused", function()
        assert.intercepted(router.open("/staff"), "customers wait outside")
      end)
      it("is let in", function()
        local is_staff = stub(host, "is_staff")
        is_staff.returns(true)
        assert.opened(router.open("/staff"), "staff")
        assert.stub(is_staff).was.called(1)
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil, nil])
  }

  @Test(arguments: ["stub(host, 'is_staff').returns(true)", "spy.on(host, 'is_staff')"])
  func `the double of a program's function is found by its place for assertions`(
    body: String
  )
    async throws
  {
    let run = try await run(
      """
      before_each(app.reset)
      it("is asked", function()
        \(body)
        host.is_staff("x")
        assert.stub(host.is_staff).was.called_with("x")
        assert.stub(host, "is_staff").was.called(1)
        assert.spy(host.is_staff).was.called(1)
        assert.spy(host.is_staff, "a message").was_not.called_with("y")
        assert.error_matches(function() assert.stub(host.is_staff, "told").was.called(2) end, "told")
      end)
      it("is no double", function()
        local function ask() assert.stub(host.is_staff).was.called() end
        assert.error_matches(ask, "must not be the original function")
      end)
      """
    )
    #expect(run.results.map(\.message) == [nil, nil])
  }

  @Test func `reset loads the application again`() async throws {
    let run = try await run(
      """
      before_each(app.reset)
      for _ = 1, 2 do
        it("begins anew", function()
          assert.is_nil(session.user)
          assert.is_nil(stage.top())
          assert.are.equal(0, clock.now())
          session.user = "mei"
          router.route { name = "more", path = "/more", view = "More" }
          every(1, function() end)
          assert.opened(router.open("/slow"))
        end)
      end
      """
    )
    #expect(run.results.map(\.message) == [nil, nil])
  }

  @Test func `reset clears everything that the application had`() async throws {
    let run = try await SpecRun.of(
      """
      before_each(app.reset)
      for _ = 1, 2 do
        it("is empty", function()
          assert.are.same({ "headless", "main", "kept" }, order)
          assert.is_nil(package.loaded.lazy)
          assert.are.equal("made 1", kept.text)
          assert.are.same({}, session)
          assert.is_nil(events.last("seek"))
          assert.not_emitted("seek")
          assert.are.same({ nil, nil, 0 }, { stage.top(), nil, #stage.transitions() })
          assert.are.equal(0, clock.now())
          assert.are.equal("headless", host.flag())
          assert.has_error(function() return host.other() end)
          assert.not_found(router.open("/more"))
          assert.is_false(resources.has("/price"))
          assert.has_error(function() router.route { path = "/:a<sku>", view = "A" } end)
          assert.are.equal("https://a.example/x", tostring(router.location("https://a.example/x")))
          assert.opened(router.open("https://a.example/"))

          require("lazy")
          kept.text = "changed"
          session.user = "mei"
          events.emit("seek")
          router.type("sku", { match = "[A-Z]+" })
          router.configure { hosts = { "b.example" } }
          router.route { name = "more", path = "/more", view = "More" }
          router.guard("/more", function() return false end)
          resources.put { path = "/price", value = 1 }
          host.stub("flag", function() return "spec" end)
          host.stub("other", function() return "spec" end)
          after(1, function() session.late = true end)
          every(2, function() session.late = true end)
          spawn(function() events.next("seek") session.late = true end)
          router.open("/")
          clock.advance(0.5)
        end)
      end
      """,
      with: [
        "main.lua": """
        _G.order[2] = "main"
        kept = reload.keep("kept", function()
          _G.order[3] = "kept"
          return { text = "made 1" }
        end)
        events.declare { name = "seek", path = "/seek", sticky = true }
        router.route { name = "home", path = "/", view = "Home", animator = "root" }
        """,
        "headless.lua": """
        _G.order = { "headless" }
        host.stub("flag", function() return "headless" end)
        """,
        "lazy.lua": "return {}",
      ]
    )
    #expect(run.results.map(\.message) == [nil, nil])
  }

  @Test func `a failing test shows the outcomes of its opens`() async throws {
    let run = try await run(
      "it('a', function() assert.opened(router.open('/staff'), 'staff') end)"
    )
    #expect(run.lines == ["failure a"])
    let opens = try #require(run.results.first?.diagnostics.opens)
    #expect(opens.contains { $0.contains("customers wait outside") })
  }

  @Test func `a different stage shows both drawings with their differences`()
    async throws
  {
    let run = try await run(
      """
      it("a", function()
        router.open("/")
        assert.stage([[
          window
          └─ Other  /  ◀ top
        ]])
      end)
      """
    )
    let message = try #require(run.message)
    #expect(message.contains("  window\n* └─ Other  /  ◀ top"))
    #expect(message.contains("  window\n* └─ Home  /  ◀ top"))
  }
}
