import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The rules about routes: for each an application that triggers it, and ones that do not.
@Suite struct RouteRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    /// The text that follows the routes of ``routes`` in `main.lua`.
    let text: String
    /// The text that is marked, or `nil` when nothing is found.
    var marked: String?
    /// The message.
    var message = ""
    var files: [String: String] = [:]
    var spec = ""
    var testDescription: String { "\(rule): \(text.isEmpty ? spec : text)" }
  }

  private static let routes = """
    router.route { name = "home", path = "/", view = "Home", tags = { "Views" } }
    router.route { name = "product", path = "/product/:id<int>", view = "Product" }
    router.route { name = "search", path = "/search", query = { q = "string" }, view = "Search" }
    for _, kind in ipairs { "red", "blue" } do
      router.route { name = "made." .. kind, path = "/made/" .. kind, view = "Made" }
    end

    """

  /// A function of a script, so that nothing is called while loading.
  static func later(_ body: String) -> String { "function _G.later()\n\(body)\nend" }

  static let names: [Case] = [
    Case(
      rule: "unknown_name",
      text: later("return router.to('prodct', { id = 1 })"),
      marked: "'prodct'",
      message: "No route is named 'prodct'. Did you mean 'product'?"
    ),
    Case(rule: "unknown_name", text: later("return router.to('made.red')")),
    Case(rule: "unknown_name", text: later("local n = 'mad' .. 'e' return router.to(n)")),
    Case(
      rule: "unknown_name",
      text: later("local to = router.to return to('hme')"),
      marked: "'hme'",
      message: "No route is named 'hme'. Did you mean 'home'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("router.pop_to('hoem')"),
      marked: "'hoem'",
      message: "No route is named 'hoem'. Did you mean 'home'?"
    ),
    Case(rule: "unknown_name", text: later("router.pop_to('home')")),
    Case(
      rule: "unknown_name",
      text: later("router.route { name = 'late', path = '/late', view = 'L' }")
        + " function _G.other() return router.to('late') end"
    ),
    Case(
      rule: "unknown_name",
      text: "events.declare { name = 'seek', path = '/seek' }\n"
        + later("events.emit('seeek')"),
      marked: "'seeek'",
      message: "No event is named 'seeek'. Did you mean 'seek'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("events.on({ name = 'seek', path = '/seek' }, print) events.emit('seek')")
    ),
    Case(rule: "unknown_name", text: later("events.emit('/seek')")),
    Case(
      rule: "unknown_name",
      text: "resources.put { name = 'price', path = '/price', value = 1 }\n"
        + later("return resources.get('prize')"),
      marked: "'prize'",
      message: "No resource is named 'prize'. Did you mean 'price'?"
    ),
    Case(rule: "unknown_name", text: later("return resources.has('prize')")),
    Case(
      rule: "unknown_name",
      text: later("host.trakc()"),
      marked: "host.trakc",
      message: "The program offers no 'trakc'. Did you mean 'track'?",
      files: ["headless.lua": "host.stub('track', function() end)"]
    ),
    Case(
      rule: "unknown_name",
      text: later("host.track() host.call('track')"),
      files: ["headless.lua": "host.stub('track', function() end)"]
    ),
    Case(rule: "unknown_name", text: later("host.track()")),
    Case(
      rule: "unknown_name",
      text: "router.route { path = '/s', view = 'S', animator = function() return 'sheeet' end }",
      marked: "'sheeet'",
      message: "There is no animator 'sheeet'. Did you mean 'sheet'?"
    ),
    Case(
      rule: "unknown_name",
      text: "router.route { path = '/s', view = 'S', animator = function() return 'sheet' end }"
    ),
    Case(
      rule: "missing_parameter",
      text: later("return router.to('product')"),
      marked: "router.to('product')",
      message: "'/product/:id<int>' has no value for its parameter 'id'. Give one."
    ),
    Case(
      rule: "missing_parameter",
      text: later("local p = x return router.to('product', p)")
        + " x = 1"
    ),
    Case(
      rule: "missing_parameter",
      text: later("return router.to('product', { id = x })") + " x = 1"
    ),
    Case(
      rule: "unknown_parameter",
      text: later("return router.to('product', { id = 1, ident = 1 })"),
      marked: "ident = 1",
      message: "'/product/:id<int>' has no parameter 'ident'. It takes id."
    ),
    Case(
      rule: "unknown_parameter",
      text:
        "router.route { path = '/a/:id<int>', view = function(s) return screen { s.params.idd } end }",
      marked: "s.params.idd",
      message: "'/a/:id<int>' has no parameter 'idd'. It takes id."
    ),
    Case(
      rule: "unknown_parameter",
      text:
        "router.route { path = '/a/:id<int>', view = function(s) return screen { s.params.id } end }"
    ),
    Case(
      rule: "unknown_parameter",
      text:
        "router.route { name = 'a', path = '/a', view = 'A', routes = { { path = ':id', view = 'B' } } }"
        + " router.guard('a', function(s) return s.params.id ~= 1 end)"
    ),
    Case(
      rule: "unknown_parameter",
      text: "local function shared(s) return screen { s.params.idd } end"
        + " router.route { path = '/a/:id', view = shared } router.route { path = '/b/:idd', view = shared }"
    ),
    Case(
      rule: "wrong_type",
      text: later("return router.to('product', { id = 'x' })"),
      marked: "id = 'x'",
      message: "id"
    ),
    Case(
      rule: "unknown_tag",
      text: later("router.tagged('Veiws').open('/')"),
      marked: "'Veiws'",
      message: "No route has the tag 'Veiws'. Did you mean 'Views'?"
    ),
    Case(rule: "unknown_tag", text: later("router.tagged('Views').open('/')")),
  ]

  static let decisions: [Case] = [
    Case(
      rule: "bare_name",
      text: "router.route { path = '/a', view = 'A', redirect = function() return 'home' end }",
      marked: "'home'",
      message: "Write router.to(\"home\")."
    ),
    Case(
      rule: "bare_name",
      text: "router.route { path = '/a', view = 'A', redirect = function() return '/home' end }"
    ),
    Case(
      rule: "bare_name",
      text: "router.guard('/a', function() return false, 'home' end)"
    ),
    Case(
      rule: "lost_answer",
      text: "router.guard('/a', function() router.to('home') return true end)",
      marked: "router.to('home')",
      message: "This location goes nowhere."
    ),
    Case(rule: "lost_answer", text: "router.guard('/a', function() return router.to('home') end)"),
    Case(
      rule: "nil_answer",
      text: "router.guard('/a', function() return session.user and session.user.ok end)",
      marked: "session.user and session.user.ok",
      message: "'session.user'"
    ),
    Case(rule: "nil_answer", text: "router.guard('/a', function() return session.user ~= nil end)"),
    Case(
      rule: "nil_answer",
      text: "router.guard('/a', function(s) return s.name == 'a' and s.host == 'b' end)"
    ),
    Case(
      rule: "no_view",
      text:
        "router.route { path = '/a', view = function(s) if s.query.x then return screen { 'A' } end end }",
      marked: "function(s)",
      message: "ends without 'return'"
    ),
    Case(
      rule: "no_view",
      text:
        "router.route { path = '/a', view = function(s) if s.query.x then return screen { 'A' } else error('b') end end }"
    ),
    Case(
      rule: "always_stops",
      text: "router.guard('/a', function() return false, 'closed' end)",
      marked: "function()",
      message: "can never be opened"
    ),
    Case(
      rule: "always_stops",
      text: "router.guard('/a', function(s) if s.host then return true end return false end)"
    ),
    Case(
      rule: "duplicate_guard",
      text: "local function f() return true end router.guard('home', f)\nrouter.guard('home', f)",
      marked: "router.guard('home', f)",
      message: "This guard is asked twice for 'home'."
    ),
    Case(
      rule: "duplicate_guard",
      text: "local function f() return true end router.guard('home', f) router.guard('product', f)"
    ),
    Case(
      rule: "state_write",
      text: "router.guard('/a', function(s) s.user = 1 return true end)",
      marked: "s.user",
      message: "A state never changes."
    ),
    Case(
      rule: "state_write",
      text: "router.guard('/a', function(s) local t = {} t.user = s.name return true end)"
    ),
    Case(
      rule: "reserved_query",
      text: "router.guard('/a', function(s) return s.query.route_no_animation == nil end)",
      marked: "s.query.route_no_animation",
      message: "never in 'query'"
    ),
    Case(
      rule: "reserved_query",
      text: "router.guard('/a', function(s) return s.query.no == nil end)"
    ),
    Case(
      rule: "open_redirect",
      text:
        "router.route { path = '/a', view = 'A', redirect = function(s) return s.query.back end }",
      marked: "s.query.back",
      message: "Let it pass router.own."
    ),
    Case(
      rule: "open_redirect",
      text:
        "router.route { path = '/a', view = 'A', redirect = function(s) return router.own(s.query.back) end }"
    ),
  ]

  static let links: [Case] = [
    Case(
      rule: "dead_link",
      text: later("router.open('/producd/1')"),
      marked: "'/producd/1'",
      message: "No route fits '/producd/1'. The nearest is '/product/:id<int>'."
    ),
    Case(rule: "dead_link", text: later("router.open('/product/1')")),
    Case(rule: "dead_link", text: later("router.open('/made/red')")),
    Case(
      rule: "dead_link",
      text: later("return screen { 'A', body = { { 'link', 'B', to = '/nope' } } }"),
      marked: "'/nope'",
      message: "No route fits '/nope'."
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
      rule: "unknown_scheme",
      text:
        "router.scheme('shop', { fallback = true }) router.route { path = 'shop://x', view = 'X' }\n"
        + later("router.open('shpo://x')"),
      marked: "'shpo://x'",
      message: "No route has the scheme 'shpo'. Did you mean 'shop'?"
    ),
    Case(
      rule: "unknown_scheme",
      text:
        "router.scheme('shop', { fallback = true }) router.route { path = 'shop://x', view = 'X' }\n"
        + later("router.open('shop://x')")
    ),
    Case(
      rule: "case_twins",
      text: "router.route { path = '/Search', view = 'S' }",
      marked: "",
      message: "'/Search' and '/search' differ in the case of letters only."
    ),
    Case(rule: "case_twins", text: "router.route { path = '/Searches', view = 'S' }"),
    Case(
      rule: "self_redirect",
      text: "router.route { path = '/self', view = 'S', redirect = '/self' }",
      marked: "",
      message: "'/self' redirects to itself, which means: go on."
    ),
    Case(rule: "self_redirect", text: "router.route { path = '/other', redirect = '/' }"),
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
        "'f' is a function, and 'session' holds plain data: a function ends with its generation."
    ),
    Case(rule: "lossy_session", text: later("session.f = 1")),
    Case(
      rule: "unknown_module",
      text: later("return require('carts')"),
      marked: "'carts'",
      message:
        "There is no module 'carts': no file carts.lua. The nearest file is cart.lua: require \"cart\".",
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
      message: "'m.lua' answers nothing: end it with 'return M'",
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

  @Test(arguments: names + decisions + links + modules + stores + fields)
  func `a rule finds what is wrong, and only that`(row: Case) async throws {
    let main = Self.routes + row.text
    var files = row.files
    files["main.lua"] = main
    let specs = row.spec.isEmpty ? [:] : ["spec/a_spec.lua": row.spec]
    let found = try await findings(files, specs: specs)
      .filter { $0.problem.code.rawValue == row.rule }
    guard let marked = row.marked else {
      #expect(found.map(\.problem.message) == [])
      return
    }
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.problem.message.contains(row.message), "\(finding.problem.message)")
    let file = finding.problem.site?.file ?? ""
    let lines = (specs[file] ?? files[file] ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(finding.problem.site?.line)
    let column = try #require(finding.problem.column)
    let rest = lines[line - 1].utf8.dropFirst(column - 1)
    // Where a finding has no end, its beginning is marked.
    let count = finding.endColumn.map { $0 - column } ?? marked.utf8.count
    #expect(finding.endLine == nil || finding.endLine == line)
    #expect(String(rest.prefix(count)) == marked)
  }
}
