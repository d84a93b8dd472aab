import Moonroute
import ScriptHost
import Testing

/// `router.to`, `location`, `match`, `can_open`, and locations as values.
@Suite struct ScriptLocationTests {
  private static let routes = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "user", path = "/user/:id<int>", view = "User", meta = { m = 1 },
      tags = { "t" }, routes = { { name = "posts", path = "posts/**rest", view = "Posts" } } }
    router.route { name = "shop", path = "shop://item/:sku", view = "Item" }
    """

  @Test(arguments: [
    ScriptCase("to: a name", "tostring(router.to('home'))", "/"),
    ScriptCase("to: parameters", "tostring(router.to('user', { id = 7 }))", "/user/7"),
    ScriptCase(
      "to: a list for the rest",
      "tostring(router.to('posts', { id = 7, rest = { 'a b', 'c/d' } }))",
      "/user/7/posts/a%20b/c%2Fd"
    ),
    ScriptCase(
      "to: a query in the order of its names",
      "tostring(router.to('home', nil, { b = 2, a = 'x y', list = { 1, 2 } }))",
      "/?a=x%20y&b=2&list=1&list=2"
    ),
    ScriptCase(
      "to: a fragment",
      "tostring(router.to('home', nil, nil, { fragment = 'top' }))",
      "/#top"
    ),
    ScriptCase(
      "to: the route's scheme",
      "tostring(router.to('shop', { sku = 'x' }))",
      "shop://item/x"
    ),
    ScriptCase("location: text", "tostring(router.location('/a/../b?x#y'))", "/b?x#y"),
    ScriptCase("location: a name", "tostring(router.location('home'))", "/"),
    ScriptCase("location: a location", "tostring(router.location(router.to('home')))", "/"),
    ScriptCase(
      "location: parts",
      """
      tostring(router.location {
        scheme = 'https', host = 'example.com', path = { 'a b', 'c' }, query = { q = true },
        fragment = 'f',
      })
      """,
      "https://example.com/a%20b/c?q=true#f"
    ),
    ScriptCase(
      "location: a path as text",
      "tostring(router.location { path = '/a%20b' })",
      "/a%20b"
    ),
    ScriptCase(
      "with: other query items",
      "tostring(router.location('/a?x=1&y=2'):with { query = { x = 3 } })",
      "/a?x=3&y=2"
    ),
    ScriptCase(
      "with: an empty list removes an item",
      "tostring(router.location('/a?x=1&y=2&x=3'):with { query = { x = {}, z = {} } })",
      "/a?y=2"
    ),
    ScriptCase("..: text on the left", "'go ' .. router.to('home')", "go /"),
    ScriptCase("..: text on the right", "router.to('home') .. ' now'", "/ now"),
    ScriptCase("..: two locations", "router.to('home') .. router.to('home')", "//"),
    ScriptCase("..: a number", "router.to('home') .. 1", "/1"),
    ScriptCase("==: the same place", "router.to('home') == router.location('/.')", "true"),
    ScriptCase("==: another place", "router.to('home') == router.location('/a')", "false"),
    ScriptCase("==: text is no location", "router.to('home') == '/'", "false"),
    ScriptCase(
      "fields",
      """
      (function()
        local l = router.location('https://Example.com/a%20b/c?x=1&x=2#f')
        return l.scheme, l.host, l.path, #l.segments, l.query.x, #l.query_all.x, l.fragment
      end)()
      """,
      "https, example.com, /a%20b/c, 2, 2, 2, f"
    ),
    ScriptCase("type", "type(router.to('home'))", "userdata"),
    ScriptCase(
      "match: everything about it",
      """
      (function()
        local m = router.match('/user/7/posts/a/b?q=1&q=2#f')
        return tostring(m.location), m.name, m.pattern, m.path, m.params.id, m.params.rest[2],
          m.query.q, #m.query_all.q, m.fragment, m.rest[1], table.concat(m.branch, '>'), m.meta.m,
          m.tags[1], m.matched
      end)()
      """,
      """
      /user/7/posts/a/b?q=1&q=2#f, posts, /user/:id<int>/posts/**rest, /user/7/posts/a/b, 7, b, 2, \
      2, f, a, user>posts, 1, t, true
      """
    ),
    ScriptCase("match: of a name", "router.match('home').name", "home"),
    ScriptCase("match: no match", "select('#', router.match('/nowhere'))", "2"),
    ScriptCase(
      "match: near misses",
      "(function() local m, p = router.match('/usr/7') return m, p.code, p.message end)()",
      "nil, not_found, No route matches '/usr/7'. The nearest route is '/user/:id<int>'."
    ),
    ScriptCase(
      "match: not a location",
      "select(2, router.match('/%ff')).code",
      "bad_location"
    ),
    ScriptCase("can_open: yes", "router.can_open('/user/1')", "true"),
    ScriptCase("can_open: no", "router.can_open('/user/x')", "false"),
    ScriptCase("can_open: not a location", "router.can_open('/%ff')", "false"),
    ScriptCase("can_open: a name", "router.can_open('home')", "true"),
    ScriptCase("can_open: no such name", "router.can_open('hme')", "false"),
  ])
  func `a location is made as the call specifies`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "to: an unknown name",
      "router.to('hme')",
      "No route is named 'hme'. Did you mean 'home'? [unknown_name]"
    ),
    ScriptCase("to: a missing parameter", "router.to('user')", "missing_parameter"),
    ScriptCase(
      "to: an unknown parameter",
      "router.to('user', { id = 7, ix = 1 })",
      "unknown_parameter"
    ),
    ScriptCase("to: a wrong type", "router.to('user', { id = 'x' })", "wrong_type"),
    ScriptCase("to: an empty value", "router.to('shop', { sku = '' })", "bad_location"),
    ScriptCase(
      "to: a function as value",
      "router.to('user', { id = print })",
      "bad argument #2 to 'router.to' ('id' cannot be a function) [bad_argument]"
    ),
    ScriptCase(
      "to: an unknown option",
      "router.to('home', nil, nil, { fragmnt = 'x' })",
      "'fragmnt' is not a field of these options. Did you mean 'fragment'? [unknown_field]"
    ),
    ScriptCase(
      "to: not a name",
      "router.to()",
      "bad argument #1 to 'router.to' (string expected, got no value) [bad_argument]"
    ),
    ScriptCase("location: not a location", "router.location('/%ff')", "bad_location"),
    ScriptCase(
      "location: another type",
      "router.location(true)",
      "bad argument #1 to 'router.location' (location expected, got boolean) [bad_argument]"
    ),
    ScriptCase(
      "location: an unknown part",
      "router.location { pth = '/' }",
      "'pth' is not a field of a location. Did you mean 'path'? [unknown_field]"
    ),
    ScriptCase(
      "match: another type",
      "router.match(7)",
      "bad argument #1 to 'router.match' (location expected, got number) [bad_argument]"
    ),
    ScriptCase(
      "can_open: another type",
      "router.can_open()",
      "bad argument #1 to 'router.can_open' (location expected, got no value) [bad_argument]"
    ),
    ScriptCase(
      "a field that locations do not have",
      "router.to('home').hst",
      "'hst' is not a field of location. Did you mean 'host'? [unknown_field]"
    ),
    ScriptCase(
      "setting a field",
      "(function() router.to('home').host = 'x' end)()",
      "'host' of a location cannot be set [denied]"
    ),
    ScriptCase(
      "with: an unknown part",
      "router.to('home'):with { quer = {} }",
      "'quer' is not a field of these changes. Did you mean 'query'? [unknown_field]"
    ),
    ScriptCase(
      "..: nil",
      "router.to('home') .. nil",
      "attempt to concatenate a location and a nil [script_error]"
    ),
    ScriptCase(
      "a method without its object",
      "router.to('home').with({})",
      "calling 'with' on bad self (location expected, got table) [bad_argument]"
    ),
  ])
  func `an invalid call raises an error value`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let raised = await scripts.evaluate(
      """
      (function()
        local ok, p = pcall(function() return \(row.script) end)
        return ok, p.file, p.line, p.message .. " [" .. p.code .. "]", p.code
      end)()
      """
    )
    let isCode = !row.expected.contains(" ")
    #expect(raised.hasPrefix("false, (eval), "))
    #expect(isCode ? raised.hasSuffix(", \(row.expected)") : raised.contains(", \(row.expected), "))
  }
}
