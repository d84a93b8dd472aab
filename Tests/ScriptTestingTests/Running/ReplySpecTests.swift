import ScriptTesting
import Testing

/// `host.replies`, `host.requests` and `assert.requested` in specs.
@Suite struct ReplySpecTests {
  private static let files = [
    "headless.lua": """
    host.replies({
      ["GET /shop"] = { open = true, days = { "mon" } },
      ["GET /ticket/:id<ticket>"] = function(request) return { valid = request.params.id } end,
      ["GET /ticket/new"] = "a new one",
      ["POST /refund/:id"] = "refunded",
    }, { functions = {
      http_get = "GET", http_post = "POST", request = "*",
      load = function(name, data) return { method = "PUT", location = "/" .. name, body = data } end,
    } })
    """,
    "main.lua": """
    router.type("ticket", { match = "[0-9]+[A-D]", parse = function(text) return "no. " .. text end })
    router.route { name = "shop", path = "/shop", action = function()
      return host.http_get("/shop").open
    end }
    router.route { name = "lost", path = "/lost", action = function()
      local ok, problem = pcall(host.http_get, "/shp")
      return ok or problem.code .. ": " .. problem.message
    end }
    router.route { name = "failing", path = "/failing", action = function()
      return host.http_get("/tickt/7D?a=b")
    end }
    """,
  ]

  private func run(_ spec: String) async throws -> [SpecResult] {
    try await SpecRun.of(spec, with: Self.files).results
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String

    init(_ rule: String, _ body: String) { (testDescription, self.body) = (rule, body) }
  }

  @Test(arguments: [
    Case(
      "plain data is copied for each request",
      """
      local shop = host.http_get("/shop")
      shop.open, shop.days[1] = false, "tue"
      assert.same({ open = true, days = { "mon" } }, host.http_get("/shop"))
      assert.handled(router.open("/shop"), true)
      """
    ),
    Case(
      "a pattern has the types of the application, and the best pattern answers",
      """
      assert.same({ valid = "no. 7D" }, host.http_get("/ticket/7D"))
      assert.equal("a new one", host.http_get("/ticket/new"))
      assert.equal("refunded", host.http_post("/refund/7"))
      """
    ),
    Case(
      "a function receives the request, and counts the requests of its key",
      """
      host.replies { ["POST /a/:n<int>"] = function(request) return request end }
      local body = { list = { 1 } }
      local first = host.http_post("/a/1?q=x&q=y", body)
      body.list[1] = 2
      local second = host.http_post("/a/2")
      assert.equal("/a/1?q=x&q=y", tostring(first.location))
      assert.same({ "POST", { n = 1 }, { q = "y" }, { list = { 1 } }, 1 },
        { first.method, first.params, first.query, first.body, first.number })
      assert.same({ 2, nil, 2 }, { second.params.n, second.body, second.number })
      """
    ),
    Case(
      "the method may be an argument, or a function may make the request",
      """
      host.replies { ["DELETE /a"] = "deleted", ["PUT /b"] = function(request) return request.body end }
      assert.equal("deleted", host.request("DELETE", "/a"))
      assert.equal("refunded", host.request("POST", "/refund/1", {}))
      assert.same({ x = 1 }, host.load("b", { x = 1 }))
      assert.equal("deleted", host.call("request", "DELETE", router.location("/a")))
      """
    ),
    Case(
      "the key of a spec wins over a better pattern, and later calls over earlier ones",
      """
      host.replies { ["GET /ticket/**"] = "any", ["GET /ticket/:a"] = "first" }
      assert.equal("first", host.http_get("/ticket/new"))
      assert.equal("any", host.http_get("/ticket/new/er"))
      host.replies { ["GET /ticket/:b"] = "second" }
      assert.equal("second", host.http_get("/ticket/7D"))
      assert.is_true(host.http_get("/shop").open)
      app.reload()
      assert.equal("second", host.http_get("/ticket/7D"))
      app.reset()
      assert.equal("a new one", host.http_get("/ticket/new"))
      """
    ),
    Case(
      "a delay is virtual time, and a reply may wait or raise",
      """
      host.replies({ ["GET /slow"] = 1, ["GET /slower"] = function() sleep(2) return 2 end }, { delay = 0.5 })
      host.replies { ["GET /bad"] = function() error({ code = 503 }) end }
      assert.equal(1, host.http_get("/slow"))
      assert.equal(0.5, clock.now())
      assert.equal(2, host.http_get("/slower"))
      assert.equal(3, clock.now())
      local ok, problem = pcall(host.http_get, "/bad")
      assert.same({ code = 503 }, problem)
      """
    ),
    Case(
      "requests lists those of the test, the newest last",
      """
      host.http_get("/ticket/7D")
      host.http_post("/refund/1", "x")
      local requests = host.requests()
      assert.same({ "GET", "POST" }, { requests[1].method, requests[2].method })
      assert.equal("no. 7D", requests[1].params.id)
      assert.equal("x", requests[2].body)
      app.reload()
      assert.equal(2, #host.requests())
      app.reset()
      assert.same({}, host.requests())
      """
    ),
    Case(
      "assert.requested compares parameters, query and body, with matchers at any level",
      """
      host.http_post("/refund/1?a=1&b=2", { zone = 2, when = { day = "mon" } })
      host.http_post("/refund/2")
      assert.requested("POST /refund/:id", { times = 2 })
      assert.requested("POST /refund/:id<int>", { params = { id = 1 }, query = { a = "1" }, times = 1 })
      assert.requested("POST /refund/1", { body = { zone = match.is_number(), when = { day = match._ } } })
      assert.requested("POST /refund/1", { body = match.is_table(), query = { b = match.is_string() } })
      assert.not_requested("POST /refund/1", { body = { zone = 2 } })
      assert.not_requested("GET /refund/1")
      assert.requested("GET /shop", { times = 0 })
      assert.error_matches(function() assert.requested("POST /a", { bodi = 1 }) end, "'bodi' is not an option")
      """
    ),
    Case(
      "assert.problem expects a request without a reply",
      """
      assert.problem(function() router.open("/lost") end, "GET /shp")
      """
    ),
    Case(
      "a double takes precedence",
      """
      stub(host, "http_get").returns("double")
      assert.equal("double", host.http_get("/nowhere"))
      assert.same({}, host.requests())
      """
    ),
  ])
  func `replies answer the functions of the program`(row: Case) async throws {
    let results = try await run("it('a', function()\n\(row.body)\nend)")
    #expect(results.map(\.message) == [nil])
  }

  @Test func `each test and each further try begins without requests`() async throws {
    let results = try await run(
      """
      before_each(function() host.http_get("/shop") end)
      it("a", function() assert.equal(1, #host.requests()) end)
      it("b", function() assert.equal(1, #host.requests()) end)
      """
    )
    #expect(results.map(\.status) == [.passed, .passed])
  }

  @Test func `a request without a reply fails the test, even if the script catches the error`()
    async throws
  {
    let results = try await run(
      """
      it("is caught", function() router.open("/lost") end)
      it("is reported", function()
        local outcome = router.open("/failing")
        assert.failed(outcome, "host_error")
        assert.equal("No reply is declared for GET /tickt/7D?a=b."
          .. " Did you mean 'GET /ticket/:id<ticket>' (headless.lua:3)?", outcome.error.message)
      end)
      it("has no similar key", function() host.request("DELETE", "/unlike/anything") end)
      it("is reported once", function()
        events.on("/a", function() host.http_get("/shp") end)
        events.emit("/a")
      end)
      """
    )
    #expect(results.map(\.status) == [.errored, .errored, .errored, .errored])
    #expect(results[3].message?.contains("\nA handler") == true)
    #expect(results[3].message?.ranges(of: "No reply is declared").count == 1)
    #expect(
      results[0].message
        == "main.lua:6: No reply is declared for GET /shp."
        + " Did you mean 'GET /shop' (headless.lua:2)?"
        + "\nA handler, a timer, a task, on_exit or a request raised it while the test ran;"
        + " assert.problem(fn, text) expects it."
    )
    #expect(
      results[1].message?.hasPrefix("main.lua:10: No reply is declared for GET /tickt") == true
    )
    #expect(
      results[2].message?
        .contains(
          "No reply is declared for DELETE /unlike/anything. Add it with host.replies."
        ) == true
    )
  }

  @Test func `a failed assertion lists the requests, the nearest with its first difference`()
    async throws
  {
    let results = try await run(
      """
      before_each(app.reset)
      it("has another body", function()
        host.http_post("/refund/1", { zone = 3, price = 2 })
        host.http_post("/refund/2", { zone = 3, price = 1 })
        host.http_get("/shop")
        assert.requested("POST /refund/:id", { body = { zone = 2, price = 1 }, times = 1 })
      end)
      it("has another key", function()
        host.http_get("/shop")
        host.http_post("/refund/1")
        assert.requested("GET /shops")
      end)
      it("makes none", function()
        spy.on(host, "http_post")
        stub(host, "http_get")
        host.http_get("/shop")
        assert.requested("GET /shop")
      end)
      """
    )
    let messages = results.compactMap(\.message)
    try #require(messages.count == 3)
    let start = "The request was made differently.\nExpected:\nPOST /refund/:id "
    #expect(messages[0].hasPrefix(start))
    #expect(
      messages[0]
        .hasSuffix(
          """
          with body { price = 1, zone = 2 } once
          Actual:
          POST /refund/2 with body { price = 1, zone = 3 }
            body.zone is 3, not 2
          POST /refund/1 with body { price = 2, zone = 3 }
          GET /shop
          """
        ),
      "\(messages[0])"
    )
    #expect(
      messages[1].hasSuffix("GET /shops at least once\nActual:\nGET /shop\nPOST /refund/1"),
      "\(messages[1])"
    )
    #expect(
      messages[2]
        .hasSuffix(
          "Actual:\n(no request)\nhost.http_get is stubbed at \(results[2].file):15,"
            + " so its calls are not requests."
        ),
      "\(messages[2])"
    )
  }

  @Test(arguments: [
    ("host.replies { ['GET/shop'] = 1 }", "'GET/shop' is not a request. Write 'GET /shop'."),
    ("host.replies { ['/shop'] = 1 }", "'/shop' is not a request. Write 'GET /shop'."),
    ("host.replies { ['post shop'] = 1 }", "'post shop' is not a request. Write 'POST /shop'."),
    ("host.replies { shop = 1 }", "'shop' is not a request. Write 'GET /shop'."),
    (
      "host.replies { ['https://a.b/c'] = 1 }",
      "'https://a.b/c' is not a request. Write 'GET https://a.b/c'."
    ),
    ("assert.requested('GET shop')", "'GET shop' is not a request. Write 'GET /shop'."),
    (
      "host.replies({}, { functions = { f = 'GET' } })",
      "Only headless.lua names the functions that make requests."
    ),
    (
      "host.replies({}, { dely = 1 })",
      "'dely' is not a field of the options of host.replies. Did you mean 'delay'?"
    ),
    (
      "host.replies({}, { delay = -1 })",
      "'delay' of the options of host.replies must be a number of seconds of at least 0, not -1."
    ),
    (
      "host.replies { ['GET /a/:x'] = 1, ['GET /a/:y'] = 2 }",
      "'GET /a/:y' already has a reply with the key 'GET /a/:x' (/"
    ),
    ("host.replies { ['GET /a/:x<tikcet>'] = 1 }", "Did you mean '<ticket>'?"),
    ("host.request(nil, '/shop')", "The request of host.request needs a method such as 'GET'."),
    ("host.http_get()", "The request of host.http_get needs a location such as '/shop'."),
  ])
  func `a mistake in a spec is an error at its line`(
    row: (call: String, message: String)
  ) async throws {
    let results = try await run("it('a', function()\n\(row.call)\nend)")
    let message = results[0].message ?? ""
    #expect(message.contains(row.message), "\(message)")
    #expect(results[0].diagnostics.trace.first == results[0].file + ":2")
  }
}
