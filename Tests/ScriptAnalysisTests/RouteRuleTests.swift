import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The rules about routes: for each rule, an application that violates it, and some that do not.
@Suite struct RouteRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    /// The text after the routes of ``routes`` in `main.lua`.
    let text: String
    /// The marked text, or `nil` without a finding.
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

  private static let list = """
    router.route { name = 'list', path = '/list', query = { page = 'int' }, view = 'List' }

    """

  /// Code inside a function of a script, so that nothing is called while loading.
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
      message: "The program does not offer 'trakc'. Did you mean 'track'?",
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
        "router.route { path = '/a/:id<int>', view = function(s) return screen { s.params.idd } end"
        + " }",
      marked: "s.params.idd",
      message: "'/a/:id<int>' has no parameter 'idd'. It takes id."
    ),
    Case(
      rule: "unknown_parameter",
      text:
        "router.route { path = '/a/:id<int>', view = function(s) return screen { s.params.id } end"
        + " }"
    ),
    Case(
      rule: "unknown_parameter",
      text:
        "router.route { name = 'a', path = '/a', view = 'A', routes = { { path = ':id', view = 'B'"
        + " } } } router.guard('a', function(s) return s.params.id ~= 1 end)"
    ),
    Case(
      rule: "unknown_parameter",
      text: "local function shared(s) return screen { s.params.idd } end"
        + " router.route { path = '/a/:id', view = shared } router.route { path = '/b/:idd', view ="
        + " shared }"
    ),
    Case(
      rule: "wrong_type",
      text: later("return router.to('product', { id = 'x' })"),
      marked: "id = 'x'",
      message: "id"
    ),
    Case(
      rule: "wrong_type",
      text: Self.list + later("return router.to('list', nil, { page = 2.5 })"),
      marked: "router.to('list', nil, { page = 2.5 })",
      message: "page"
    ),
    Case(
      rule: "wrong_type",
      text: Self.list + later("return router.to('list', nil, { page = 2.0 })")
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
      message: "This location is not used."
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
        "router.route { path = '/a', view = function(s) if s.query.x then return screen { 'A' } end"
        + " end }",
      marked: "function(s)",
      message: "ends without 'return'"
    ),
    Case(
      rule: "no_view",
      text:
        "router.route { path = '/a', view = function(s) if s.query.x then return screen { 'A' }"
        + " else error('b') end end }"
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
      rule: "redirect_loop",
      text: """
        router.guard('/**', function(state)
          if session.user then return true end
          return router.to('search', nil, { q = tostring(state.location) })
        end)
        """,
      marked: "router.to('search', nil, { q = tostring(state.location) })",
      message: "This guard also runs for 'search' and redirects there again."
    ),
    Case(
      rule: "redirect_loop",
      text: "router.guard('search', function() return session.user ~= nil or '/search' end)",
      marked: "'/search'",
      message: "Return true for 'search', or guard only the other routes."
    ),
    Case(
      rule: "redirect_loop",
      text: """
        router.guard('/**', function(state)
          if session.user or state.path == '/' then return true end
          return router.to('home')
        end)
        router.guard('/**', function(state) return state.path == '/' or router.to('home') end)
        router.guard('product', function() return router.to('home') end)
        router.guard('/**', function() session.asked = true return router.to('home') end)
        router.guard('/**', function() return not stage.top() or router.to('home') end)
        router.guard('/**', function() if stage.top() then return true end return router.to('home') end)
        """
    ),
    Case(
      rule: "duplicate_guard",
      text: "local function f() return true end router.guard('home', f)\nrouter.guard('home', f)",
      marked: "router.guard('home', f)",
      message: "This guard is registered twice for 'home'."
    ),
    Case(
      rule: "duplicate_guard",
      text: "local function f() return true end router.guard('home', f) router.guard('product', f)"
    ),
    Case(
      rule: "duplicate_guard",
      text: """
        local M = {} function M.login() return true end
        router.route { path = '/a', redirect = M.login, view = 'A', routes = {
          { path = 'b', view = 'B', routes = {
            { path = 'c', view = 'C', redirect = { function() return true end, M.login } } } } } }
        """,
      marked: "M.login",
      message: "The parent already has this function, which runs before each of its children."
    ),
    Case(
      rule: "duplicate_guard",
      text: """
        local function role(name) return function() return session.role == name end end
        local function login() return true end
        router.route { path = '/a', redirect = role 'a', view = 'A', routes = {
          { path = 'b', view = 'B', redirect = role 'b' } } }
        router.route { path = '/c', redirect = '/a', view = 'C', routes = {
          { path = 'd', view = 'D', redirect = '/a' }, { path = 'e', view = 'E', redirect = login } } }
        router.route { path = '/f', redirect = login, view = 'F' }
        """
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
      message: "Pass it through router.own."
    ),
    Case(
      rule: "open_redirect",
      text:
        "router.route { path = '/a', view = 'A', redirect = function(s) return"
        + " router.own(s.query.back) end }"
    ),
  ]

  @Test(arguments: names + decisions + links + modules + stores + fields)
  func `a rule finds exactly the problems`(row: Case) async throws {
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
    // Without an end, only the beginning of a finding is marked.
    let count = finding.endColumn.map { $0 - column } ?? marked.utf8.count
    #expect(finding.endLine == nil || finding.endLine == line)
    #expect(String(rest.prefix(count)) == marked)
  }
}
