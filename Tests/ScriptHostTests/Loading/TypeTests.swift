import Moonroute
import ScriptHost
import Testing

/// `router.type`: parameter types that scripts add.
@Suite struct TypeTests {
  private static let types = """
    router.type("sku", {
      match = "[A-Z]{3}\\\\d+",
      parse = function(text)
        log.info("parse", text)
        return { letters = text:sub(1, 3), number = math.tointeger(text:sub(4)) }
      end,
      format = function(sku) return sku.letters .. sku.number end,
    })
    router.type("size", { match = { "S", "M", "L" } })
    router.route { name = "item", path = "/item/:sku<sku>(/:size<size>)", view = function(state)
      return screen { "Item", title = state.params.sku.letters .. (state.params.size or "") }
    end }
    router.route { name = "other", path = "/item/:any", view = "Other" }
    router.guard("/item/:sku<sku>", function(state) return state.params.sku.number < 100, "big" end)

    """

  @Test func `only match decides about matching, and parse runs when the value is read`()
    async throws
  {
    let scripts = try await LoadedScripts.load(Self.types)
    #expect(scripts.router.canOpen("/item/ABC1"))
    #expect(
      await scripts.evaluate("router.match('/item/ABC1').pattern")
        == "/item/:sku<sku>(/:size<size>)"
    )
    #expect(scripts.log.lines.isEmpty)
    #expect(await scripts.evaluate("router.match('/item/ABC1').params.sku.number") == "1")
    #expect(scripts.log.lines == ["main.lua:4 info: parse ABC1"])
    #expect(await scripts.open("/item/ABC1/M") == "opened ABCM")
    #expect(await scripts.open("/item/ABC1") == "opened ABC")
    #expect(await scripts.open("/item/ABC100") == "intercepted: big")
    #expect(await scripts.open("/item/abc1") == "opened Other")
    #expect(await scripts.open("/item/ABC1/X").hasPrefix("not_found"))
    #expect(scripts.log.lines.allSatisfy { $0.hasPrefix("main.lua:4 info: parse ABC1") })
  }

  @Test func `format converts a value to text`() async throws {
    let scripts = try await LoadedScripts.load(Self.types)
    let made = await scripts.evaluate(
      "tostring(router.to('item', { sku = { letters = 'ABC', number = 7 }, size = 'L' }))"
    )
    #expect(made == "/item/ABC7/L")
    let wrong = await scripts.evaluate(
      "pcall(router.to, 'item', { sku = { letters = 'ab', number = 7 } })"
    )
    #expect(wrong.hasPrefix("false, (eval):1: "))
    let raised = await scripts.evaluate("pcall(router.to, 'item', { sku = 5 })")
    #expect(
      raised == "false, main.lua:7: The 'format' of the type 'sku' failed for 'sku' = 5:"
        + " attempt to index a number value (local 'sku')"
    )
  }

  @Test func `format gets the value itself, and the script's table stays unchanged`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local Sku = {}
      Sku.__index = Sku
      function Sku:text() return self.letters .. self.number end
      router.type("sku", { match = "[A-Z]+\\\\d+", format = Sku.text,
        parse = function(text) return setmetatable({ letters = text:sub(1, 3), number = 7 }, Sku) end })
      router.route { name = "item", path = "/item/:sku<sku>/:n<int>", action = function(state)
        local params = { sku = state.params.sku, n = state.params.n + 1 }
        local next = router.to("item", params, { q = 1 }, { fragment = "f" })
        return tostring(next), getmetatable(params.sku) == Sku, router.match(next).params.n
      end }
      """
    )
    #expect(await scripts.open("/item/ABC7/1") == "handled /item/ABC7/2?q=1#f, true, 2")
    let wrong = await scripts.evaluate(
      "pcall(router.to, 'itm', {}), pcall(router.to, 'item', 3), pcall(router.to)"
    )
    #expect(
      wrong == """
        false, false, false, (eval):1: bad argument #1 to 'router.to' (string expected, got no value)
        """
    )
  }

  @Test func `a parse function that raises denies access`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.type("t", { match = ".+", parse = function() error("no value") end })
      router.route { path = "/a/:x<t>", view = "A", redirect = function(s) return s.params.x end }
      """
    )
    #expect(
      await scripts.open("/a/1")
        == "failed script_error: main.lua:1: The 'parse' of the type 't' failed for 'x' = '1':"
        + " no value"
    )
  }

  @Test(arguments: [
    ScriptCase(
      "a type that exists",
      "router.type('int', { match = 'x' })",
      "main.lua:1: The type 'int' already exists. Choose another name. [duplicate]"
    ),
    ScriptCase(
      "no name",
      "router.type('a b', { match = 'x' })",
      "main.lua:1: 'a b' is not a valid type name. Use letters, digits and '_'. [bad_pattern]"
    ),
    ScriptCase(
      "no match",
      "router.type('t', {})",
      "main.lua:1: 'match' of a type must be a constraint or a list of texts, not a nil. [wrong_type]"
    ),
    ScriptCase(
      "no match, and a match further down",
      """
      router.type('t', {})

      -- Another one:
      router.type('u', { match = 'x' })
      """,
      "main.lua:1: 'match' of a type must be a constraint or a list of texts, not a nil. [wrong_type]"
    ),
    ScriptCase(
      "an empty value",
      "router.type('t', { match = { 'a', '' } })",
      "main.lua:1: The type 't' has an empty value. List its values. [wrong_type]"
    ),
    ScriptCase(
      "parse",
      "router.type('t', { match = 'x', parse = 3 })",
      "main.lua:1:33: 'parse' of a type must be a function, not 3. [wrong_type]"
    ),
    ScriptCase(
      "an unknown field",
      "router.type('t', { mtch = 'x' })",
      "main.lua:1:20: 'mtch' is not a field of a type. Did you mean 'match'? [unknown_field]"
    ),
    ScriptCase(
      "an unknown type",
      "router.route { path = '/:x<skv>', view = 'X' }",
      "[unknown_type]"
    ),
    ScriptCase("a bad constraint", "router.type('t', { match = '[' })", "[bad_pattern]"),
  ])
  func `an invalid type is refused with these messages`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(row.expected.hasPrefix("[") || found.contains(row.expected))
    #expect(found.contains { $0.hasSuffix(row.expected.split(separator: " ").last ?? "?") })
  }

  @Test func `a parse function that waits gets an error about this`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.type("slow", { match = "[a-z]+", parse = function(text) sleep(0) return text end })
      router.route { path = "/:x<slow>", action = function(state) return state.params.x end }
      """
    )
    #expect(
      await scripts.open("/a")
        == "failed cannot_await: main.lua:1: The 'parse' of the type 'slow' failed for 'x' = 'a':"
        + " cannot await here (inside the parse function of a"
        + " type): sleep waits. Call it in a handler, such as a view or an action."
    )
  }

  @Test(arguments: [
    "outcome.params.sku.number", "outcome.match.params.sku.number",
    "rawget(outcome.params, 'sku').number",
    "select(2, next(outcome.params)).number", "outcome.query.like[2].number",
    "(function() for _, value in pairs(outcome.params) do return value.number end end)()",
  ])
  func `an outcome has the values, parsed when a script first reads one of them`(
    field: String
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.type("sku", { match = "[A-Z]\\\\d+", parse = function(text)
        log.info("parse", text)
        return { number = math.tointeger(text:sub(2)) }
      end })
      router.route { path = "/item/:sku<sku>", action = function() end, query = { like = "sku[]" } }
      """
    )
    let open = "outcome = router.open('/item/A7?like=B1&like=C7')"
    #expect(await scripts.evaluate(open) == "")
    #expect(scripts.log.lines.isEmpty)
    #expect(await scripts.evaluate(field) == "7")
    let read = scripts.log.lines
    #expect(!read.isEmpty)
    #expect(await scripts.evaluate(field) == "7")
    #expect(scripts.log.lines == read)
  }

  @Test func `an unread outcome contains texts when it crosses to the host`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      router.type("sku", { match = "[A-Z]+", parse = function(text) error("not asked") end })
      router.route { path = "/item/:sku<sku>", action = function() end }
      """
    )
    #expect(await scripts.evaluate("router.open('/item/A').params") == #"{ sku = "A" }"#)
    #expect(
      await scripts.evaluate("router.match('/item/A').params.sku").hasSuffix("not asked")
    )
  }

  @Test func `the state of a link with a function in extra has the values of its query`()
    async throws
  {
    let scripts = try await LoadedScripts.load(
      """
      router.type("sku", { match = "[A-Z]", parse = function(text) return text .. text end })
      router.route { path = "/item", query = { id = "sku", all = "sku[]?" and "sku[]" },
        action = function(state)
          return state.query.id, state.query.id, table.concat(state.query.all, "+"), state.all.id
        end }
      """
    )
    let open = "router.open('/item?id=A&all=B&all=C', { extra = { f = function() end } }).value"
    #expect(await scripts.evaluate(open) == #"{ "AA", "AA", "BB+CC", "AA" }"#)
  }
}
