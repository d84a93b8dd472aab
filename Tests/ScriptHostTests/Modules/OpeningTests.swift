import Moonroute
import RoutePatterns
import ScriptHost
import Testing

/// `router.open`, `push`, `present`, `fetch`, `build`, `tagged` and their options.
@Suite struct OpeningTests {
  private static let routes = """
    router.route { name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
    router.route { name = "item", path = "/item/:id<int>", tags = { "items" },
      view = function(state) return screen { "Item", id_ = state.params.id, extra = state.extra } end }
    router.route { name = "sum", path = "/sum", action = function(state)
      return state.extra and state.extra.a + state.extra.b, "second"
    end }
    router.route { path = "/no", view = "No", redirect = function() return false, "closed" end }
    router.route { path = "/boom", action = function() error({ code = "mine", message = "boom" }) end }
    router.route { path = "/false", action = function() return false end }
    router.route { path = "/decline", action = function() return router.decline end }
    """

  @Test(arguments: [
    ScriptCase(
      "open: text",
      "(function() local o = router.open('/item/7?a=1#f') return o.status, o.ok, o.name, o.pattern, "
        + "o.params.id, o.query.a, tostring(o.location), o.animator, o.screen.view, o.match.name end)()",
      "opened, true, item, /item/:id<int>, 7, 1, /item/7?a=1#f, root, Item, item"
    ),
    ScriptCase("open: a name", "router.open('home').status", "opened"),
    ScriptCase("open: a location", "router.open(router.to('item', { id = 1 })).status", "opened"),
    ScriptCase(
      "open: an action's values",
      "table.concat(router.open('/sum', { extra = { a = 1, b = 2 } }).value, '+')",
      "3+second"
    ),
    ScriptCase("open: no match", "router.open('/nowhere').status", "not_found"),
    ScriptCase("open: not a location", "router.open('/%ff').error.code", "bad_location"),
    ScriptCase(
      "open: stopped",
      "(function() local o = router.open('/no') return o.status, o.ok, o.reason end)()",
      "intercepted, false, closed"
    ),
    ScriptCase(
      "open: failed",
      "(function() local o = router.open('/boom') return o.status, o.error.code, o.error.message, tostring(o.error) end)()",
      "failed, mine, boom, main.lua:8: boom"
    ),
    ScriptCase("open: extra", "router.open('/item/7', { extra = 'x' }).screen.extra", "x"),
    ScriptCase(
      "open: the animator of the call",
      "router.open('/item/7', { animator = 'root' }).animator",
      "root"
    ),
    ScriptCase(
      "open: steps",
      "(function() local t = {} for _, s in ipairs(router.open('/item/7').steps) do t[#t + 1] = s.step end return table.concat(t, ' ') end)()",
      "parse match animator build show"
    ),
    ScriptCase("open: redirects", "#router.open('/item/7').redirects", "0"),
    ScriptCase(
      "push: pushes",
      "(function() router.open('/') return router.push('/item/7').animator end)()",
      "push"
    ),
    ScriptCase("push: the first screen is root", "router.push('/item/7').animator", "root"),
    ScriptCase(
      "present: presents",
      "(function() router.open('/') return router.present('/item/7').animator end)()",
      "present"
    ),
    ScriptCase(
      "present: an animator of the call wins",
      "(function() router.open('/') return router.present('/item/7', { animator = 'push' }).animator end)()",
      "push"
    ),
    ScriptCase(
      "fetch: the values",
      "router.fetch('/sum', { extra = { a = 1, b = 2 } })",
      "3, second"
    ),
    ScriptCase("fetch: false is a value", "router.fetch('/false')", "false"),
    ScriptCase(
      "build: a screen",
      "(function() local s = router.build('/item/7') return s.view, s.id_, stage.top() end)()",
      "Item, 7, nil"
    ),
    ScriptCase(
      "tagged: a route with the tag",
      "router.tagged('items').open('/item/7').status",
      "opened"
    ),
    ScriptCase(
      "tagged: any of several",
      "router.tagged('x', 'items').open('/item/7').status",
      "opened"
    ),
    ScriptCase(
      "tagged: a route without it",
      "router.tagged('items').open('/').status",
      "not_found"
    ),
    ScriptCase(
      "tags: as an option",
      "router.open('/', { tags = { 'items' } }).status",
      "not_found"
    ),
  ])
  func `an open returns its outcome`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate(row.script)
    #expect(got == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "an unknown name",
      "router.open('hme')",
      "No route is named 'hme'. Did you mean 'home'?"
    ),
    ScriptCase(
      "no target",
      "router.open()",
      "bad argument #1 to 'router.open' (location expected, got no value)"
    ),
    ScriptCase(
      "an unknown option",
      "router.open('/', { extr = 1 })",
      "'extr' is not a field of these options. Did you mean 'extra'?"
    ),
    ScriptCase(
      "options that are not a table",
      "router.open('/', 1)",
      "bad argument #2 to 'router.open' (table expected, got number)"
    ),
    ScriptCase(
      "animated",
      "router.open('/', { animated = 1 })",
      "'animated' of these options must be true or false, not 1."
    ),
    ScriptCase(
      "animator",
      "router.open('/', { animator = 'psh' })",
      "There is no animator 'psh'. Did you mean 'push'?"
    ),
    ScriptCase(
      "an animator chosen by a function",
      "router.open('/', { animator = print })",
      "An animator is a name such as \"push\" or animator.push, not a function."
    ),
    ScriptCase(
      "tags",
      "router.open('/', { tags = 1 })",
      "'tags' of these options must be a list of texts, not 1."
    ),
    ScriptCase(
      "overlap",
      "router.open('/', { overlap = 'x' })",
      "'overlap' of these options cannot be 'x'. It is one of \"newest\", \"queue\"."
    ),
    ScriptCase(
      "from",
      "router.open('/', { from = 'x' })",
      "bad argument #2 to 'router.open' ('from' must be a screen, not a string)"
    ),
    ScriptCase(
      "fetch: no action answers",
      "router.fetch('/')",
      "'/' opens the view of route '/', but a fetch needs an action. Open it instead."
    ),
    ScriptCase(
      "fetch: declined",
      "router.fetch('/decline')",
      "Every route that matches '/decline' declined it."
    ),
    ScriptCase("fetch: stopped", "router.fetch('/no')", "'/no' was stopped: closed."),
    ScriptCase(
      "build: an action",
      "router.build('/sum')",
      "'/sum' runs the action of route '/sum', but a build needs a view. Fetch it instead."
    ),
    ScriptCase(
      "tagged: not text",
      "router.tagged(1)",
      "bad argument #1 to 'router.tagged' (string expected, got number)"
    ),
  ])
  func `invalid usage raises at its line`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.routes)
    let got = await scripts.evaluate(row.script)
    #expect(got.drop { $0 != " " }.dropFirst() == row.expected)
  }

  @Test func `an open inside an action, a view or a guard ends first`() async throws {
    let scripts = try await LoadedScripts.load(
      Self.routes + """

        router.route { path = "/outer", view = function()
          local inner = router.open("/item/1")
          return screen { "Outer", inner = inner.status, top = stage.top().view }
        end }
        router.route { path = "/guarded", view = "Guarded", redirect = function()
          return router.fetch("/sum", { extra = { a = 1, b = 1 } }) == 2
        end }
        """
    )
    _ = await scripts.open("/")
    #expect(await scripts.open("/outer") == "opened Outer")
    #expect(await scripts.evaluate("stage.top().inner, stage.top().top") == "opened, Item")
    #expect(await scripts.open("/guarded") == "opened Guarded")
  }

  @Test func `an open that opens itself endlessly fails, and the host continues`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/self", action = function()
        local outcome = router.open("/self")
        return outcome.error and outcome.error.code or outcome.value
      end }
      """
    )
    #expect(await scripts.open("/self") == "handled redirect_limit")
  }

  @Test func `a value passed to another script is the same value`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.route { path = "/echo", action = function(state) return state.extra end }
      router.route { path = "/test", action = function()
        local function same(value) return router.fetch("/echo", { extra = value }) end
        local f = function() return "called" end
        local sparse = same({ [7] = "seven", [1.5] = "half", [true] = "yes", name = { [9] = 1 } })
        local list = same({ 1, 2, 3, name = "x", deep = { { { "d" } } } })
        local location = same(router.location("/a?b=c"))
        return same(f)(), same("\\xff\\0") == "\\xff\\0", sparse[7], sparse[1.5], sparse[true],
          sparse.name[9], #list, list.name, list.deep[1][1][1], tostring(location:with { query = { b = 1 } }),
          same(animator.push) == animator.push, same(1), same(1.0), math.type(same(1.0)), same(nil)
      end }
      """
    )
    #expect(
      await scripts.open("/test")
        == "handled called, true, seven, half, yes, 1, 3, x, d, /a?b=1, true, 1, 1.0, float, nil"
    )
  }

  @Test func `a location that a script passes on is a location for the program`() async throws {
    let scripts = try await LoadedScripts.load(
      #"router.route { path = "/a", action = function() return router.location("/b?c") end }"#
    )
    let outcome = await scripts.router.open("/a")
    #expect(outcome.values.first?.object(Location.self) == Location("/b?c"))
  }
}
