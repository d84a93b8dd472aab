@testable import ScriptAnalysis

/// Events, resources, texts, fields and parameters.
extension RouteRuleTests {
  private static let price = "resources.put { name = 'price', path = '/price', value = 1 }\n"
  private static let seek = "events.declare { name = 'seek', path = '/seek/:at' }\n"

  static let stores: [Case] = [
    Case(
      rule: "value_type",
      text: price + later("return resources.get('price', 'string')"),
      marked: "'string'",
      message: "The resource 'price' has type integer, but string was requested."
    ),
    Case(rule: "value_type", text: price + later("return resources.get('price', 'number')")),
    Case(rule: "value_type", text: price + later("return resources.get('price', 'integer?')")),
    Case(
      rule: "value_type",
      text: price
        + later("resources.update('price', 'x') return resources.get('price', 'string')")
    ),
    Case(
      rule: "value_type",
      text: "resources.put { path = '/p', value = function() return 1 end }\n"
        + later("return resources.get('/p', 'string')")
    ),
    Case(
      rule: "unheard_event",
      text: seek + later("events.emit('seek')"),
      marked: "'seek'",
      message: "Nobody listens to 'seek'."
    ),
    Case(
      rule: "unheard_event",
      text: seek + later("events.emit('seek') events.on('/seek/:x', print)")
    ),
    Case(rule: "unheard_event", text: later("events.emit('/seek/5') events.on('/seek/:x', print)")),
    Case(rule: "unheard_event", text: later("events.emit('/a/b') events.on('/a/**', print)")),
    Case(rule: "unheard_event", text: later("events.emit('/a') local on = events.on print(on)")),
    Case(
      rule: "unheard_event",
      text: later("events.emit('/a')"),
      files: ["headless.lua": "host.stub('track', function() end)"]
    ),
    Case(
      rule: "unheard_event",
      text: later("events.emit('/a')"),
      spec: "it('a', function() events.on('/a', print) end)"
    ),
    Case(
      rule: "unsent_event",
      text: later("events.on('/seek/:x', print)"),
      marked: "'/seek/:x'",
      message: "No script emits '/seek/:x'."
    ),
    Case(
      rule: "unsent_event",
      text: later("events.on('/seek/:x', print) events.emit('/seek/' .. 1)")
    ),
    Case(rule: "unsent_event", text: later("events.on('moonroute://did-open', print)")),
    Case(
      rule: "unread_resource",
      text: price,
      marked: "'price'",
      message: "No script reads 'price'."
    ),
    Case(rule: "unread_resource", text: price + later("return resources.get('/price')")),
    Case(rule: "unread_resource", text: price + later("return resources.list()")),
    Case(rule: "unread_resource", text: price + later("return resources.has('pri' .. 'ce')")),
    Case(
      rule: "missing_text",
      text: "require 'texts.en' require 'texts.de'",
      marked: "{",
      message: "'cart.empty' has no text in 'de'.",
      files: [
        "texts/en.lua": "return { cart = { empty = 'Empty' } }",
        "texts/de.lua": "return { cart = {} }",
      ]
    ),
    Case(
      rule: "missing_text",
      text: "require 'texts.en' require 'texts.de'",
      files: [
        "texts/en.lua": "return { a = 'A', ['b.c'] = 'B' }",
        "texts/de.lua": "return { a = 'A', b = { c = 'B' } }",
      ]
    ),
  ]

  static let fields: [Case] = [
    Case(
      rule: "unknown_field",
      text: later("return animator.push { position = 'top' }"),
      marked: "position",
      message:
        "'position' is not a field of animator.push. Its fields are under_modal, clear_to, hides_bottom_bar."
    ),
    Case(
      rule: "unknown_field",
      text: later("router.open('/', { animatr = 'push' })"),
      marked: "animatr",
      message: "'animatr' is not a field of these options. Did you mean 'animator'?"
    ),
    Case(
      rule: "unknown_field",
      text: later("router.group { routes = { { path = '/x', veiw = 'X' } } }"),
      marked: "veiw",
      message: "'veiw' is not a field of a route. Did you mean 'view'?"
    ),
    Case(rule: "unknown_field", text: later("router.open('/', { animator = 'push', extra = 1 })")),
    Case(rule: "unknown_field", text: later("pcall(function() router.open('/', { x = 1 }) end)")),
    Case(
      rule: "unknown_name",
      text: later("router.open('/', { animator = 'psh' })"),
      marked: "'psh'",
      message: "There is no animator 'psh'. Did you mean 'push'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("return animator.custom(function() return 'shet' end)"),
      marked: "'shet'",
      message: "There is no animator 'shet'. Did you mean 'sheet'?"
    ),
    Case(
      rule: "unknown_name",
      text: later("return animator.custom(function() return 'zork' end)"),
      marked: "'zork'",
      message:
        "There is no animator 'zork'. Available: automatic, custom, custom_push, full_screen,"
        + " present, push, push_style_present, refresh, root, sheet, show, show_detail."
    ),
    Case(
      rule: "unused_parameter",
      text: "router.route { path = '/l/:page', view = function() return screen { 'L' } end }",
      marked: "'/l/:page'",
      message: "Nothing reads 'page' of '/l/:page'."
    ),
    Case(
      rule: "unused_parameter",
      text:
        "router.route { path = '/l/:page', view = function(s) return screen { s.params.page } end }"
    ),
    Case(rule: "unused_parameter", text: "router.route { path = '/l/:page', view = 'L' }"),
    Case(
      rule: "unused_parameter",
      text: "router.route { path = '/l/:page', view = function(s) return screen { s.params } end }"
    ),
    Case(
      rule: "unused_parameter",
      text: "local function show(s) return screen { s.params.page } end"
        + " router.route { path = '/l/:page', view = function(s) return show(s) end }"
    ),
    Case(
      rule: "unopened_route",
      text: "",
      marked: "",
      message: "No spec names 'product'.",
      spec:
        "it('a', function() router.open('/') router.open(router.to('search')) router.open('/made/' .. x) end)"
    ),
    Case(
      rule: "unopened_route",
      text: "",
      spec:
        "it('a', function() for _, l in ipairs { '/', 'search', '/product/%d' } do router.open(l)"
        + " end router.open('/made/' .. x) end)"
    ),
  ]
}
