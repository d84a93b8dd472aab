import Moonroute
import ScriptHost
import Testing

/// Types that scripts add, in every place for parameters, and errors in their functions.
@Suite struct TypeUseTests {
  private static let sku = """
    local Sku = {}
    Sku.__index = Sku
    function Sku:text() return self.letters .. self.number end
    function sku(letters, number) return setmetatable({ letters = letters, number = number }, Sku) end
    router.type("sku", { match = [[[A-Z]+\\d+]], format = Sku.text, parse = function(text)
      return sku(text:match("^%u+"), math.tointeger(text:match("%d+$")))
    end })

    """

  @Test(arguments: [
    ScriptCase(
      "a location of a route",
      "tostring(router.to('item', { sku = sku('AB', 7) }))",
      "/item/AB7"
    ),
    ScriptCase(
      "a list of a query",
      "tostring(router.to('item', { sku = 'AB7' and sku('C', 1) }, { like = { sku('D', 2), sku('E', 3) } }))",
      "/item/C1?like=D2&like=E3"
    ),
    ScriptCase(
      "a resource of a name",
      "resources.get('price', 'string', { params = { sku = sku('AB', 7) }, extra = '!' })",
      "AB 7 !"
    ),
    ScriptCase(
      "a resource of a pattern",
      "resources.get('/price/:sku<sku>', nil, { params = { sku = sku('AB', 8) } })",
      "AB 8 nil"
    ),
    ScriptCase(
      "a resource that is a value",
      "resources.get('fixed', nil, { params = { sku = sku('AB', 8) } })",
      "5"
    ),
    ScriptCase(
      "an event of a name",
      "events.emit('sold', 'x', { params = { sku = sku('AB', 9) }, query = { q = 1 } }), heard",
      "1, AB 9 x 1"
    ),
    ScriptCase(
      "an event of a pattern",
      "events.emit('/sold/:sku<sku>', nil, { params = { sku = sku('AB', 9) } }), heard",
      "1, AB 9 nil nil"
    ),
    ScriptCase(
      "the options stay unchanged",
      "(function() local options = { params = { sku = sku('AB', 9) } } events.emit('sold', nil, options)"
        + " return getmetatable(options.params.sku).__index.text(options.params.sku) end)()",
      "AB9"
    ),
    ScriptCase(
      "nothing is given",
      "resources.has('price'), events.emit('/sold/C1'), heard",
      "true, 1, C 1 nil nil"
    ),
    ScriptCase(
      "a missing argument",
      "select(2, pcall(events.emit)).message",
      "bad argument #1 to 'events.emit' (string expected, got no value)"
    ),
    ScriptCase(
      "an unknown name",
      "select(2, pcall(events.emit, 'sld', nil, { params = { sku = sku('AB', 9) } })).code",
      "unknown_name"
    ),
  ])
  func `a type works wherever parameters are used`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(
      Self.sku + """
        router.route { name = "item", path = "/item/:sku<sku>", query = { like = "sku[]" }, view = "Item" }
        resources.put { name = "price", path = "/price/:sku<sku>", value = function(state)
          return state.params.sku.letters .. " " .. state.params.sku.number .. " " .. tostring(state.extra)
        end }
        resources.put { name = "fixed", path = "/fixed/:sku<sku>", value = 5 }
        events.on({ name = "sold", path = "/sold/:sku<sku>" }, function(event)
          local sku = event.params.sku
          heard = sku.letters .. " " .. sku.number .. " " .. tostring(event.extra) .. " "
            .. tostring(event.query.q)
        end)
        """
    )
    #expect(await scripts.evaluate(row.script) == row.expected)
  }

  private static let faulty = """
    router.type("nothing", { match = ".+", parse = function() end, format = function() end })
    router.type("raises", { match = ".+", parse = function() error("no value") end,
      format = function(value) error({ code = "own", message = "no text" }) end })
    router.type("one_way", { match = ".+", parse = function(text) return { text = text } end })
    router.type("tables", { match = ".+", format = function() return {} end })
    for _, name in ipairs { "nothing", "raises", "one_way", "tables" } do
      router.route { name = name, path = "/" .. name .. "/:x<" .. name .. ">",
        query = { q = name .. "?", list = name .. "[]" }, action = function(state)
          return state.params.x, state.query.q
        end }
      events.declare { name = name, path = "/" .. name .. "/:x<" .. name .. ">" }
      resources.put { name = name, path = "/" .. name .. "/:x<" .. name .. ">", value = 1 }
    end

    """

  @Test(arguments: [
    ScriptCase(
      "parse returns nothing",
      "router.open('/nothing/a').error.message",
      """
      The 'parse' of the type 'nothing' returned nothing for 'x' = 'a'. Return a value, or let \
      'match' reject the text.
      """
    ),
    ScriptCase(
      "parse of an item of the query",
      "pcall(function() return router.match('/nothing/a?q=b').query.q end)",
      """
      false, (eval):1: The 'parse' of the type 'nothing' returned nothing for 'q' = 'b'. \
      Return a value, or let 'match' reject the text.
      """
    ),
    ScriptCase(
      "parse raises",
      "router.open('/raises/a').error.message",
      "The 'parse' of the type 'raises' failed for 'x' = 'a': no value"
    ),
    ScriptCase(
      "format returns nothing",
      "pcall(router.to, 'nothing', { x = { a = 1 } })",
      """
      false, (eval):1: The 'format' of the type 'nothing' returned nothing for 'x' = { a = 1 }. \
      Return text.
      """
    ),
    ScriptCase(
      "format returns a table",
      "pcall(events.emit, 'tables', nil, { params = { x = 5 } })",
      "false, (eval):1: The 'format' of the type 'tables' returned a table for 'x' = 5. Return"
        + " text."
    ),
    ScriptCase(
      "format raises, in a query",
      "pcall(router.to, 'one_way', { x = 'a' }, { q = 'b' }), pcall(router.to, 'raises', { x = 1 }, { list = { 2 } })",
      "true, false, (eval):1: The 'format' of the type 'raises' failed for 'x' = 1: no text"
    ),
    ScriptCase(
      "no format",
      "select(2, pcall(router.to, 'one_way', { x = { text = 'a' } })).message",
      """
      'x' is { text = "a" }, and the type 'one_way' has no 'format' that writes it. Pass text, \
      or add \
      format = function(value) … end to the type.
      """
    ),
    ScriptCase(
      "no format, in a list of a query",
      "select(2, pcall(router.to, 'one_way', { x = 'a' }, { list = { { text = 'a' } } })).message",
      """
      item 1 of 'list' of the query is { text = "a" }, and the type 'one_way' has no 'format' \
      that writes it. Pass text, or add format = function(value) … end to the type.
      """
    ),
    ScriptCase(
      "no format, of a resource",
      "select(2, pcall(resources.get, 'one_way', nil, { params = { x = { text = 'a' } } })).message",
      """
      'x' is { text = "a" }, and the type 'one_way' has no 'format' that writes it. Pass text, \
      or add \
      format = function(value) … end to the type.
      """
    ),
  ])
  func `an error in a type's function names the type, the parameter and the value`(
    row: ScriptCase
  ) async throws {
    let scripts = try await LoadedScripts.load(Self.faulty)
    #expect(await scripts.evaluate(row.script) == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "a route",
      "router.route { path = '/:x<sku>', view = 'X' }",
      "main.lua:1:28: '/:x<sku>' names the type 'sku', which is defined later, at types.lua:2."
        + " Define it before its first use. [unknown_type]"
    ),
    ScriptCase(
      "the query of a route",
      "router.route { path = '/', query = { x = 'sku?' }, view = 'X' }",
      "main.lua:1: 'x' of the query names the type 'sku', which is defined later, at types.lua:2."
        + " Define it before its first use. [unknown_type]"
    ),
    ScriptCase(
      "an event",
      "events.on('/:x<sku>', function() end)",
      "main.lua:1:16: '/:x<sku>' names the type 'sku', which is defined later, at types.lua:2."
        + " Define it before its first use. [unknown_type]"
    ),
    ScriptCase(
      "a guard",
      "router.guard('/:x<sku>', function() return true end)",
      "main.lua:1:19: '/:x<sku>' names the type 'sku', which is defined later, at types.lua:2."
        + " Define it before its first use. [unknown_type]"
    ),
    ScriptCase(
      "another type",
      "router.route { path = '/:x<skv>', view = 'X' }",
      "main.lua:1:28: '/:x<skv>' names the unknown type 'skv' at byte 4. The types are"
        + " alpha, bool, date, hex, int, number, slug, uuid. Define it first. [unknown_type]"
    ),
  ])
  func `a type used before its definition is reported with both places`(
    row: ScriptCase
  ) async throws {
    let found = try await problems(
      row.script + "\nrequire 'types'",
      files: ["types.lua": "\nrouter.type('sku', { match = 'a' })"]
    )
    #expect(found == [row.expected])
  }
}
