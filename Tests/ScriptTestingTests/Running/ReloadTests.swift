import ScriptTesting
import Testing

/// `app.reload` and `app.load`: the spec continues with a changed application.
@Suite struct ReloadTests {
  static let application = """
    local cart = require "cart"
    router.route { name = "home", path = "/", view = "Home", animator = "root" }
    router.route { name = "price", path = "/price", action = function() return cart.price() end }
    router.route { name = "staff", path = "/staff", action = function()
      return host.is_staff()
    end }
    """

  private func messages(_ spec: String, _ files: [String: String] = [:]) async throws -> [String?] {
    let application = [
      "main.lua": Self.application,
      "cart.lua": "return { price = function() return 100 end }",
      "headless.lua": "host.stub('is_staff', function() return false end)",
    ]
    return try await SpecRun.of(spec, with: application.merging(files) { $1 })
      .results.map(\.message)
  }

  @Test func `a reload replaces files with texts and returns true`() async throws {
    let messages = try await messages(
      """
      it("changes", function()
        assert.handled(router.open("/price"), 100)
        local number = reload.generation
        assert.are.same({ true }, { app.reload {
          ["cart.lua"] = "return { price = function() return 120 end }",
        } })
        assert.are.equal(number + 1, reload.generation)
        assert.handled(router.open("/price"), 120)
        assert.are.same({ true }, { app.reload() })
        assert.handled(router.open("/price"), 100)
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `a reload that does not load returns false and the problem, and changes nothing`()
    async throws
  {
    let messages = try await messages(
      """
      it("is refused", function()
        local number = reload.generation
        local ok, problem = app.reload { ["cart.lua"] = "return {\\nprice = = 1 }" }
        assert.is_false(ok)
        assert.are.same({ "cart.lua", 2 }, { problem.file, problem.line })
        assert.are.equal("syntax_error", problem.code)
        assert.matches("^cart.lua:2: ", tostring(problem))
        assert.are.equal(number, reload.generation)
        assert.handled(router.open("/price"), 100)
        assert.is_true(app.reload {})
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `the globals of the spec apply to the new generation, and its own values stay`()
    async throws
  {
    let messages = try await messages(
      """
      local price, route = require("cart").price, router.route
      it("acts", function()
        session.user = { name = "mei" }
        local before = session
        app.reload { ["cart.lua"] = [[
          events.declare { name = "seek", path = "/seek/:at<int>" }
          answers = { price = 7 }
          return { price = function() return answers.price end, changed = true }
        ]] }
        assert.are.equal(100, price())
        assert.is_true(require("cart").changed)
        assert.are.equal(7, require("cart").price())
        assert.are.equal(7, answers.price)
        assert.are_not.equal(before, session)
        assert.are.same({ name = "mei" }, session.user)
        session.user.name = "ada"
        router.route { name = "who", path = "/who", action = function() return session.user.name end }
        assert.handled(router.open("/who"), "ada")
        assert.has_error(function() route { name = "old", path = "/old", view = "Old" } end)
        assert.are.equal(0, events.emit("seek", nil, { params = { at = 3 } }))
        require("cart").price = function() return 8 end
        assert.handled(router.open("/price"), 8)
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `kept values survive a reload, and on_unload runs`() async throws {
    let messages = try await messages(
      """
      it("lives", function()
        local text = [[
          local kept = reload.keep("visits", function() return { count = 0 } end)
          reload.on_unload(function() kept.count = kept.count + 1 end)
          every(1, function() session.ticks = (session.ticks or 0) + 1 end)
          router.route { name = "home", path = "/", view = function()
            return screen { "Home", title = "visit " .. kept.count }
          end, animator = "root" }
          router.route { path = "/visits", action = function() return kept.count end }
        ]]
        app.reload { ["main.lua"] = text }
        router.open("/")
        assert.are.equal("visit 0", stage.top().title)
        local id = stage.top().id
        clock.advance(2)
        assert.are.equal(2, session.ticks)
        app.reload { ["main.lua"] = text .. " -- again" }
        assert.are.equal(id, stage.top().id)
        assert.are.equal("visit 1", stage.top().title)
        clock.advance(2)
        assert.are.equal(4, session.ticks)
        assert.handled(router.open("/visits"), 1)
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `a stub of the program's function survives a reload, and is reverted after it`()
    async throws
  {
    let messages = try await messages(
      """
      it("stays", function()
        local is_staff = stub(host, "is_staff")
        is_staff.returns(true)
        app.reload()
        assert.handled(router.open("/staff"), true)
        assert.stub(is_staff).was.called(1)
        is_staff:revert()
        assert.not_found(router.open("/staff"))
        app.reset()
        assert.is_false(host.is_staff())
      end)
      """
    )
    #expect(messages == [nil])
  }

  @Test func `each run of a spec and each reset draw the same random numbers`() async throws {
    let main = "function draw() return math.random(1 << 40) end first = draw()"
    let spec = """
      local second = math.random(1 << 40)
      it("draws", function()
        local function numbers()
          return { first, draw(), draw() }
        end
        local all = numbers()
        app.reset()
        local again = numbers()
        assert.equal(all[1], again[1])
        assert.equal(second, again[2])
        assert.equal(all[2], again[3])
        error(table.concat(all, " ") .. " " .. second, 0)
      end)
      """
    let first = try await messages(spec, ["main.lua": main])
    #expect(first.count == 1)
    #expect(first[0]?.split(separator: " ").count == 4, "\(first)")
    #expect(try await messages(spec, ["main.lua": main]) == first)
  }

  @Test func `a reset returns to the files and to the first generation`() async throws {
    let messages = try await messages(
      """
      before_each(app.reset)
      for _ = 1, 2 do
        it("begins anew", function()
          assert.are.equal(1, reload.generation)
          assert.handled(router.open("/price"), 100)
          assert.is_nil(session.user)
          session.user = "mei"
          app.reload { ["cart.lua"] = "return { price = function() return 1 end }" }
          app.reload { ["main.lua"] = "router.route { path = '/only', action = function() end }" }
          assert.are.equal(3, reload.generation)
          assert.not_found(router.open("/price"))
          assert.is_true(package.loaded.cart == nil)
        end)
      end
      """
    )
    #expect(messages == [nil, nil])
  }

  @Test func `load takes the application of another folder, next to the spec`() async throws {
    let messages = try await messages(
      """
      it("takes", function()
        session.user = "mei"
        router.open("/")
        every(1, function() session.ticks = 1 end)
        sleep(0.5)
        assert.is_true(app.load("other"))
        assert.is_nil(stage.top())
        assert.is_nil(session.user)
        assert.are.equal(0, clock.now())
        assert.not_found(router.open("/price"))
        assert.are.equal("tea", require("goods"))
        assert.handled(router.open("/goods"), "tea")
        clock.advance(5)
        assert.is_nil(session.ticks)
        app.reload { ["goods.lua"] = "return 'coffee'" }
        assert.handled(router.open("/goods"), "coffee")
        app.reset()
        assert.handled(router.open("/goods"), "tea")
        local ok, problem = app.load("nowhere")
        assert.is_false(ok)
        assert.are.equal("missing_file", problem.code)
        assert.handled(router.open("/goods"), "tea")
      end)
      """,
      [
        "spec/other/main.lua": """
        local goods = require "goods"
        router.route { path = "/goods", action = function() return goods end }
        """,
        "spec/other/goods.lua": "return 'tea'",
      ]
    )
    #expect(messages == [nil])
  }

  @Test func `reload requires texts by path`() async throws {
    let messages = try await messages(
      "it('a', function() assert.error_matches(function() app.reload { 'x' } end, 'texts by path') end)"
    )
    #expect(messages == [nil])
  }
}
