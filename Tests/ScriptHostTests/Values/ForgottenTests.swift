import Moonroute
import ScriptHost
import Testing

/// Mistakes that scripts cannot make: changing host values, or keeping values that cannot be kept.
@Suite struct ForgottenTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home", animator = "root", meta = { a = 1 } }
    router.route { name = "item", path = "/item/:id<int>/**", view = "Item", tags = { "t" } }
    """

  private static let advice = "it holds the values of the link. Copy it to change it."

  @Test(arguments: [
    ("params.id = 8", "'params.id' cannot be set: \(advice)"),
    ("params.new = 8", "'params.new' cannot be set: \(advice)"),
    ("query.q = 'x'", "'query.q' cannot be set: \(advice)"),
    ("query_all.q = {}", "'query_all.q' cannot be set: \(advice)"),
    ("all.id = 8", "'all.id' cannot be set: \(advice)"),
    ("rest[1] = 'x'", "'rest' cannot be changed: \(advice)"),
    ("tags[2] = 'x'", "'tags' cannot be changed: \(advice)"),
    ("branch[1] = 'x'", "'branch' cannot be changed: \(advice)"),
    ("meta.a = 2", "'meta.a' cannot be set: \(advice)"),
    ("params = {}", "state cannot be changed ('params' was assigned)"),
  ])
  func `the values of a link are read-only`(change: String, problem: String) async throws {
    for extra in ["nil", "{ f = print }"] {
      let scripts = try await LoadedScripts.load(Self.main)
      let told = await scripts.evaluate(
        """
        (function()
          router.open("/item/7/a/b?q=1", { extra = \(extra) })
          local s = stage.top().state
          local fine, problem = pcall(function() s.\(change) end)
          return fine, problem.message, problem.code
        end)()
        """
      )
      #expect(told == "false, \(problem), denied")
    }
  }

  @Test(arguments: [
    ("rawset(s.params, 'id', 8)", "false"), ("s.params.id", "7"), ("s.all.q", "1"),
    ("next(s.params) ~= nil", "true"), ("#s.rest .. s.rest[2]", "2b"),
    ("table.concat(s.rest, '+')", "a+b"), ("s.query_all.q[1]", "1"),
    (
      "(function() local t = {} for k, v in pairs(s.params) do t[#t + 1] = k .. type(v) end return"
        + " table.concat(t) end)()",
      "idinteger"
    ),
    ("json.encode(s.query)", #"{"q":"1"}"#), ("s.params == s.params", "true"),
    ("table.unpack(s.rest)", "a, b"), ("getmetatable(s.params)", "false"),
  ])
  func `the state's tables read like any table`(expression: String, expected: String) async throws {
    let scripts = try await LoadedScripts.load(Self.main)
    let line =
      expression.hasPrefix("rawset") ? "(pcall(function() \(expression) end))" : expression
    let told = await scripts.evaluate(
      """
      (function()
        local type = math.type
        router.open("/item/7/a/b?q=1")
        local s = stage.top().state
        return \(line)
      end)()
      """
    )
    #expect(told == expected)
  }

  @Test(arguments: [
    ("router.open('/').stauts", "'stauts' is not a field of outcome. Did you mean 'status'?"),
    ("router.match('/').patern", "'patern' is not a field of match. Did you mean 'pattern'?"),
    ("router.open('/').match.nmae", "'nmae' is not a field of match. Did you mean 'name'?"),
    ("router.open('/')[1]", "'number' is not a field of outcome"),
    ("router.open('/').reason", "nil"),
    ("router.match('/').host", "nil"),
    ("type(router.open('/')) .. router.open('/').status", "tableopened"),
  ])
  func `an outcome and a match know their fields`(line: String, expected: String) async throws {
    let scripts = try await LoadedScripts.load(Self.main)
    let told = await scripts.evaluate(line)
    #expect(told.hasSuffix(expected), "\(told)")
  }

  @Test func `an event knows its fields`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      events.on({ name = "seek", path = "/seek/:at<int>" }, function(event)
        session.seen = event.params.at .. event.name .. tostring(event.extra)
        session.told = select(2, pcall(function() return event.parms end)).message
        session.set = select(2, pcall(function() event.params.at = 1 end)).message
        session.state = select(2, pcall(function() return event.branch end)).message
      end)
      router.route { path = "/go", action = function() return events.emit("/seek/7", "x") end }
      """
    )
    #expect(await scripts.open("/go") == "handled 1")
    #expect(await scripts.evaluate("session.seen") == "7seekx")
    #expect(
      await scripts.evaluate("session.told")
        == "'parms' is not a field of event. Did you mean 'params'?"
    )
    #expect(
      await scripts.evaluate("session.set") == "'params.at' cannot be set: \(Self.advice)"
    )
    #expect(await scripts.evaluate("session.state") == "'branch' is not a field of event")
  }

  private static let refusal =
    "but 'session' can hold only plain data. Keep the function in a module and its data in"
    + " 'session'."

  @Test(arguments: [
    ("session.f = print", "'f' is a function, \(refusal)"),
    ("session.cart = { total = print }", "'total' is a function, \(refusal)"),
    ("session.cart = { lines = { { 1, print } } }", "'2' is a function, \(refusal)"),
    ("session.cart = {} session.cart.total = print", "'total' is a function, \(refusal)"),
    ("local t = {} session.cart = t t.total = print", "'total' is a function, \(refusal)"),
    ("session.a = 1 session.a = print", "'a' is a function, \(refusal)"),
    ("local t = { a = {} } session.cart = t t.a.b = print", "'b' is a function, \(refusal)"),
    ("rawset(session, 'f', print)", "'f' is a function, \(refusal)"),
    ("table.insert(session.list, print)", "'1' is a function, \(refusal)"),
  ])
  func `session refuses a function on assignment`(
    change: String,
    problem: String
  ) async throws {
    let scripts = try await LoadedScripts.load("session.list = {}")
    let told = await scripts.evaluate(
      """
      (function()
        local fine, problem = pcall(function() \(change) end)
        return fine, problem.message, problem.code
      end)()
      """
    )
    #expect(told == "false, \(problem), wrong_type")
  }

  private static let circle =
    "is a table that contains itself, and 'session' is copied when scripts load again. Keep an id"
    + " or a key instead."

  @Test(arguments: [
    ("session.all = session", "'all' \(circle)"),
    ("local t = {} t.me = t session.t = t", "'me' \(circle)"),
    ("local t = { { {} } } t[1][1].up = t session.t = t", "'up' \(circle)"),
    ("session.a = { b = {} } session.a.b.c = session.a", "'c' \(circle)"),
    ("session.a = { b = {} } session.a.b.c = { d = session.a }", "'c' \(circle)"),
    ("session.a = {} rawset(session.a, 'me', session.a)", "'me' \(circle)"),
  ])
  func `session refuses a table that contains itself`(
    change: String,
    problem: String
  ) async throws {
    let scripts = try await LoadedScripts.load("")
    let told = await scripts.evaluate(
      """
      (function()
        local fine, problem = pcall(function() \(change) end)
        return fine, problem.message, problem.code
      end)()
      """
    )
    #expect(told == "false, \(problem), value_cycle")
    try await scripts.host.load(from: .texts(["main.lua": "x = 1"]))
    #expect(await scripts.evaluate("x") == "1")
  }

  @Test func `session accepts a table twice, but none that is too deep to be copied`() async throws
  {
    let scripts = try await LoadedScripts.load("")
    let told = await scripts.evaluate(
      """
      (function()
        local shared = { n = 1 }
        session.pair = { shared, shared, { shared } }
        local deep = {}
        for _ = 1, 5000 do deep = { deep } end
        local _, problem = pcall(function() session.deep = deep end)
        local wide = {}
        for _ = 1, 20 do wide = { wide, wide } end
        session.wide = wide
        session.wide = nil
        return session.pair[1] == session.pair[3][1], problem.code, session.deep
      end)()
      """
    )
    #expect(told == "true, value_too_deep, nil")
  }

  @Test func `a refused value does not change the session`() async throws {
    let scripts = try await LoadedScripts.load("session.cart = { 1 }")
    let told = await scripts.evaluate(
      """
      (function()
        local new = { inner = {}, f = print }
        pcall(function() session.cart = new end)
        new.inner.g = print
        return #session.cart, type(new.f), type(new.inner.g)
      end)()
      """
    )
    #expect(told == "1, function, function")
  }

  @Test func `tables of the session keep their identity and read like any table`() async throws {
    let scripts = try await LoadedScripts.load("")
    let told = await scripts.evaluate(
      """
      (function()
        local cart = { 3, 1, 2, name = "c", inner = { x = 1 } }
        cart.same = cart.inner
        session.cart = cart
        cart.same = nil
        cart[#cart + 1] = 9
        table.sort(session.cart)
        table.remove(cart, 1)
        local count = 0
        for _ in pairs(cart) do count = count + 1 end
        for i, n in ipairs(cart) do count = count + n end
        cart.inner.y = 2
        return cart == session.cart, #cart, table.concat(cart, ","), count, cart.inner.x,
          json.encode(cart.inner), next(session) ~= nil, type(cart)
      end)()
      """
    )
    #expect(told == #"true, 3, 2,3,9, 19, 1, {"x":1,"y":2}, true, table"#)
  }

  @Test func `session survives a reload, and protects the old values`() async throws {
    let scripts = try await LoadedScripts.load("session.cart = { lines = { 1, 2 } }")
    try await scripts.host.load(from: .texts(["main.lua": "x = 1"]))
    #expect(await scripts.evaluate("#session.cart.lines, x") == "2, 1")
    #expect(
      await scripts.evaluate("pcall(function() session.cart.lines.f = print end)")
        .hasPrefix("false")
    )
  }
}
