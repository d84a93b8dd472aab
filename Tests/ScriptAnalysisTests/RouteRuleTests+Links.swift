@testable import ScriptAnalysis

/// Links, schemes, duplicates, modules, specs.
extension RouteRuleTests {
  static let links: [Case] = [
    Case(
      rule: "dead_link",
      text: later("router.open('/producd/1')"),
      marked: "'/producd/1'",
      message: "No route matches '/producd/1'. The nearest is '/product/:id<int>'."
    ),
    Case(rule: "dead_link", text: later("router.open('/product/1')")),
    Case(rule: "dead_link", text: later("router.open('/made/red')")),
    Case(
      rule: "dead_link",
      text: later("return screen { 'A', body = { { 'link', 'B', to = '/nope' } } }"),
      marked: "'/nope'",
      message: "No route matches '/nope'."
    ),
    Case(
      rule: "dead_link",
      text: "router.proxy('/**', function() end)\n" + later("router.open('/nope')")
    ),
    Case(
      rule: "dead_link",
      text: later("router.route { path = '/new', view = 'N' } router.open('/new')")
    ),
    Case(
      rule: "dead_link",
      text: "router.proxy('/old/**', '/')\n" + later("router.open('/old/x')")
    ),
    Case(
      rule: "unknown_name",
      text: later("router.open('hme')"),
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("return router.can_open('hme')"),
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(rule: "unknown_name", text: later("router.open('home') return router.match('search')")),
    Case(
      rule: "unknown_name",
      text: later("return screen { 'A', body = { { 'link', 'B', to = 'hme' } } }"),
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("return screen { 'A', body = { { 'link', 'B', to = 'home' } } }")
    ),
    Case(
      rule: "unknown_name",
      text: "router.proxy('/old', function() return router.rewrite { 'hme' } end)",
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "unknown_name",
      text: "router.unmatched(function() return 'hme' end)",
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "unknown_name",
      text: "router.on_error(function() return 'hme' end)",
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "bare_name",
      text: "router.on_error(function() return 'home' end)"
        + " router.unmatched(function() return 'home' end)"
    ),
    Case(
      rule: "missing_parameter",
      text: later("return screen { 'A', body = { { 'link', 'B', to = 'product' } } }"),
      marked: "'product'",
      message: "'/product/:id<int>' has no value for its parameter 'id'. Give one."
    ),
    Case(
      rule: "unknown_scheme",
      text:
        "router.scheme('shop', { fallback = true }) router.route { path = 'shop://x', view = 'X'"
        + " }\n"
        + later("router.open('shpo://x')"),
      marked: "'shpo://x'",
      message: "No route has the scheme 'shpo'. Did you mean 'shop'?"
    ),
    Case(
      rule: "unknown_scheme",
      text:
        "router.scheme('shop', { fallback = true }) router.route { path = 'shop://x', view = 'X'"
        + " }\n"
        + later("router.open('shop://x')")
    ),
    Case(
      rule: "case_twins",
      text: "router.route { path = '/Search', view = 'S' }",
      marked: "",
      message: "'/Search' and '/search' differ only in case."
    ),
    Case(rule: "case_twins", text: "router.route { path = '/Searches', view = 'S' }"),
    Case(
      rule: "self_redirect",
      text: "router.route { path = '/self', view = 'S', redirect = '/self' }",
      marked: "",
      message: "'/self' redirects to itself, which has no effect."
    ),
    Case(rule: "self_redirect", text: "router.route { path = '/other', redirect = '/' }"),
    Case(
      rule: "kept_query",
      text: """
        router.configure { drop_query = 'utm_*' }
        router.route { path = '/ad', view = 'S', query = { utm_source = 'string?' } }
        """,
      marked: "",
      message: "'/ad' declares 'utm_source', so its links keep what 'drop_query' drops elsewhere."
    ),
    Case(rule: "kept_query", text: "router.configure { drop_query = 'utm_*' }"),
    Case(
      rule: "plain_constraint",
      text: #"router.route { path = "/n/:n(\\d+)", view = 'S' }"#,
      marked: #""/n/:n(\\d+)""#,
      message: "Write ':n<int>'"
    ),
    Case(rule: "plain_constraint", text: #"router.route { path = "/n/:n([a-c])", view = 'S' }"#),
  ]

  static let modules: [Case] = [
    Case(
      rule: "sealed_write",
      text: later("router.open = print"),
      marked: "router.open",
      message: "'router.open' cannot be set"
    ),
    Case(rule: "sealed_write", text: later("local r = {} r.open = print")),
    Case(
      rule: "lossy_session",
      text: later("session.f = function() end"),
      marked: "session.f",
      message:
        "'f' is a function, but 'session' can hold only plain data."
    ),
    Case(rule: "lossy_session", text: later("session.f = 1")),
    Case(
      rule: "stored_secret",
      text: """
        session.declare({ user = { "[]", name = "string", api_Token = "string" }, spin = "int" },
          { stored = true })
        """,
      marked: "",
      message: "'session.user.api_Token' is written to a file."
    ),
    Case(
      rule: "stored_secret",
      text: "session.declare({ pin = 'int', a = 'int' }, { stored = { 'a' } })"
    ),
    Case(
      rule: "maybe_empty",
      text: """
        session.declare { user = { name = "string" } }
        router.route { path = "/me", view = function() return screen { "Me", title = session.user.name } end }
        """,
      marked: "session.user.name",
      message: "'session.user' may be empty, because everybody may open '/me'."
    ),
    Case(
      rule: "maybe_empty",
      text: """
        session.declare { user = { name = "string" } }
        router.route {
          path = "/me",
          redirect = function() return session.user ~= nil, "log in" end,
          view = function() return screen { "Me", title = session.user.name } end,
        }
        router.route { path = "/you", view = function()
          local user = session.user
          return screen { "You", title = user and session.user.name }
        end }
        router.route { path = "/open", view = function()
          if host.member() then return screen { "You", title = session.user.name } end
        end }
        router.guard("/desk/**", function() return session.user ~= nil end)
        router.route { path = "/desk/a", view = function() return screen { "A", t = session.user.name } end }
        """
    ),
    Case(
      rule: "unknown_field",
      text: "session.declare { user = { role = 'string' } }\n" + later("return session.usr"),
      marked: "session.usr",
      message: "'usr' is not a field of session. Did you mean 'user'?"
    ),
    Case(
      rule: "unknown_field",
      text: "session.declare { user = { role = 'string' } }\n"
        + later("local s = session s.user.rolle = 'x'"),
      marked: "s.user.rolle",
      message: "'rolle' is not a field of session.user. Did you mean 'role'?"
    ),
    Case(
      rule: "unknown_field",
      text: "session.declare { user = { role = 'string' }, list = 'any' }\n"
        + later("local session = {} return session.usr, _G.session.user.role, session.list.x")
    ),
    Case(rule: "unknown_field", text: later("return session.usr")),
    Case(
      rule: "unknown_module",
      text: later("return require('carts')"),
      marked: "'carts'",
      message:
        "There is no module 'carts': no file carts.lua. The nearest file is cart.lua: require"
        + " \"cart\".",
      files: ["cart.lua": "return {}"]
    ),
    Case(
      rule: "unknown_module",
      text: later("return require('cart')"),
      files: ["cart.lua": "return {}"]
    ),
    Case(rule: "unknown_module", text: later("pcall(function() return require('carts') end)")),
    Case(
      rule: "dead_file",
      text: "",
      marked: "",
      message: "Nothing requires this file.",
      files: ["dead.lua": "return {}"]
    ),
    Case(
      rule: "dead_file",
      text: "",
      files: ["dead.lua": "return {}"],
      spec: "require 'dead'"
    ),
    Case(
      rule: "dead_file",
      text: "local s = router.scheme('shop', { fallback = true }) s.mount('/m', 'dead')",
      files: ["dead.lua": "return { { path = 'x', view = 'X' } }"]
    ),
    Case(rule: "dead_file", text: "require 'dead'", files: ["dead.lua": "return {}"]),
    Case(
      rule: "dead_file",
      text: "",
      files: ["inner/main.lua": "return {}", "inner/more.lua": "return {}"]
    ),
    Case(
      rule: "dead_file",
      text: "router.lazy('/m/:a<x|y>', 'parts.:a', { names = ':a.' })",
      files: ["x", "y"]
        .reduce(into: [:]) { $0["parts/\($1).lua"] = "return { { path = 'x', view = 'X' } }" }
    ),
    Case(
      rule: "dead_file",
      text: "router.lazy('/m/:a', { x = 'parts.x' })",
      marked: "",
      message: "Nothing requires this file.",
      files: [
        "parts/x.lua": "return { { path = 'x', view = 'X' } }", "parts/z.lua": "return {}",
      ]
    ),
    Case(
      rule: "late_mount",
      text: "router.proxy('/m/**', function() router.mount('/m', 'dead') end)",
      marked: "router.mount('/m', 'dead')",
      message: "These routes are unknown until this call runs.",
      files: ["dead.lua": "return {}"]
    ),
    Case(
      rule: "late_mount",
      text: "router.mount('/m', 'dead')",
      files: ["dead.lua": "return { { path = 'x', view = 'X' } }"]
    ),
    Case(rule: "dead_file", text: later("require('de' .. 'ad')"), files: ["dead.lua": "return {}"]),
    Case(
      rule: "dead_file",
      text: later("pcall(require, 'dead')"),
      files: ["dead.lua": "return {}"]
    ),
    Case(
      rule: "cannot_await",
      text: later("table.sort({}, function() sleep(1) return true end)"),
      marked: "sleep(1)",
      message: "'sleep' cannot wait inside 'table.sort'."
    ),
    Case(
      rule: "cannot_await",
      text: later("table.sort({}, function(a, b) return a < b end) sleep(1)")
    ),
    Case(
      rule: "wrong_arguments",
      text: later("router:back()"),
      marked: "router:back",
      message: "router:back passes 'router' itself. Use a dot: router.back."
    ),
    Case(rule: "wrong_arguments", text: later("router.back() ('x'):rep(2)")),
    Case(
      rule: "undefined_field",
      text: "local m = require 'm' " + later("return m.x"),
      marked: "m",
      message: "'m.lua' returns nothing. End it with 'return M'",
      files: ["m.lua": "local M = {}"]
    ),
    Case(
      rule: "undefined_field",
      text: "local m = require 'm' " + later("return m.x"),
      files: ["m.lua": "return {}"]
    ),
    Case(
      rule: "uncalled_assertion",
      text: "",
      marked: "assert.spy(s)",
      message: "asserts nothing",
      spec: "local s = spy.new(print) assert.spy(s)"
    ),
    Case(
      rule: "uncalled_assertion",
      text: "",
      spec: "local s = spy.new(print) assert.spy(s).was_called()"
    ),
    Case(
      rule: "focused_spec",
      text: "",
      marked: "it.only",
      message: "Write 'it'.",
      spec: "it.only('a', function() end)"
    ),
    Case(rule: "focused_spec", text: "", spec: "it('a', function() end)"),
    Case(
      rule: "unknown_name",
      text: "",
      marked: "'prodct'",
      message: "No route is named 'prodct'. Did you mean 'product'?",
      spec: "it('a', function() assert.opened(router.open('/'), 'prodct') end)"
    ),
    Case(
      rule: "unknown_name",
      text: "",
      spec: "it('a', function() assert.has_error(function() router.to('prodct') end) end)"
    ),
    Case(
      rule: "lost_answer",
      text: "",
      spec: "it('a', function() assert.has_error(function() router.to('home') end) end)"
    ),
  ]
}
