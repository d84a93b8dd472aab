import Moonroute
import ScriptHost
import Testing

@Suite struct SessionShapeTests {
  static let shape = """
    router.type("sku", { match = "[A-Z]+", parse = function(text) return { text = text } end,
      format = function(value) return value.text end })
    router.type("raw", { match = "[A-Z]+", parse = function(text) return { text } end })
    router.type("size", { match = { "s", "m" } })
    session.declare {
      user = { name = "string", role = "passenger|inspector", age = "int?" },
      basket = { "[]", sku = "sku", amount = "int" },
      seen = "string[]", stock = "int{}", home = { "?", street = "string" }, notes = "any",
      beta = "bool", price = "number", day = "date", size = "size", raw = "raw", one = "|a",
      grid = "int[][]", ["__index"] = "string", ["a b"] = { c = "int" },
    }
    ada = { name = "Ada", role = "inspector" }
    session.user = { name = "Mei", role = "passenger" }
    """

  static let fitting = [
    "session.user", "session.user.age", "session.basket", "rawget(session, 'declare')",
    "(function() session.user = { name = 'x', role = 'inspector', age = 3.0 } return session.user.age end)()",
    "(function() session.user = ada ada.age = 2^53 return session.user.age end)()",
    "(function() session.basket = { { sku = { text = 'AB' }, amount = 1.0 } } return session.basket[1].amount end)()",
    "(function() session.basket = {} table.insert(session.basket, { sku = { text = 'A' }, amount = 7 }) return #session.basket end)()",
    "(function() session.stock = { a = 1 } session.stock.b = 2.0 return session.stock.b end)()",
    "(function() session.stock = {} session.stock['__newindex'] = 1 return session.stock.__newindex end)()",
    "(function() session.notes = { 1, { x = {} } } session.notes[2].x.y = 1.0 return session.notes[2].x.y end)()",
    "(function() session.beta, session.price, session.day = true, 1, '2024-02-29' return session.day end)()",
    "(function() session.size, session.raw, session.one = 's', 'AB', 'a' return session.one end)()",
    "(function() session.grid = { { 1, 2.0 }, {} } return session.grid[1][2] end)()",
    "(function() session.__index = 'x' return session.__index end)()",
    "(function() session['a b'] = { c = 1 } return session['a b'].c end)()",
    "(function() session.user.age = nil session.user = nil return session.user end)()",
    "(function() local n = 0 for _ in pairs(session) do n = n + 1 end return n end)()",
    "(function() session.seen = { 'a', 'b' } table.remove(session.seen, 1) return #session.seen end)()",
  ]

  @Test func `values that fit are kept, and whole numbers become integers`() async throws {
    var found: [String] = []
    for line in Self.fitting {
      let scripts = try await LoadedScripts.load(Self.shape)
      found.append(await scripts.evaluate(line))
    }
    #expect(
      found == [
        #"{ name = "Mei", role = "passenger" }"#, "nil", "nil", "nil", "3", "9007199254740992",
        "1", "1", "2", "1", "1.0", "2024-02-29", "a", "2", "x", "1", "nil", "1", "1",
      ]
    )
  }

  static let refused: [ScriptCase] = [
    ScriptCase(
      "a field",
      "session.usr = 1",
      "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:5)"
    ),
    ScriptCase(
      "reading a field",
      "return session.usr",
      "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:5)"
    ),
    ScriptCase(
      "a computed field",
      "return session['us' .. 'r']",
      "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:5)"
    ),
    ScriptCase(
      "an item of the session",
      "session[1] = 1",
      """
      '1' is not a field of session. Available: __index, a b, basket, beta, day, grid, home, notes, \
      one, price, raw, seen, size, stock, user.
      """
    ),
    ScriptCase(
      "a deeper field",
      "session.user.rolle = 'x'",
      "'rolle' is not a field of session.user. Did you mean 'role'? (declared in main.lua:5)"
    ),
    ScriptCase(
      "reading a deeper field",
      "return session.user.zip",
      "'zip' is not a field of session.user. Available: age, name, role."
    ),
    ScriptCase(
      "a field of a whole table",
      "session.user = { name = 'x', role = 'inspector', [1] = 2 }",
      "'1' is not a field of session.user. Available: age, name, role."
    ),
    ScriptCase(
      "a word",
      "session.user.role = 'pasenger'",
      "session.user.role is 'pasenger'. It must be one of passenger, inspector."
    ),
    ScriptCase(
      "a word of an own type",
      "session.size = 'l'",
      "session.size is 'l'. It must be one of s, m."
    ),
    ScriptCase("a single word", "session.one = 'b'", "session.one is 'b'. It must be one of a."),
    ScriptCase(
      "a missing field",
      "session.user = { name = 'x' }",
      """
      session.user needs the field 'role'. Assign the whole table: session.user = { name = …, role \
      = … }
      """
    ),
    ScriptCase(
      "removing a field",
      "session.user.name = nil",
      """
      session.user needs the field 'name'. Assign the whole table: session.user = { name = …, role \
      = … }
      """
    ),
    ScriptCase(
      "a text for a table",
      "session.user = 'mei'",
      "session.user is 'mei'. It must be a table with 'age', 'name', 'role'."
    ),
    ScriptCase(
      "a fraction",
      "session.stock = { a = 1.5 }",
      "session.stock.a is 1.5. It must be an integer within 64 bits."
    ),
    ScriptCase(
      "a text for a number",
      "session.price = '1'",
      "session.price is '1'. It must be a number."
    ),
    ScriptCase(
      "a number for a text",
      "session.seen = { 'a', 1 }",
      "session.seen[2] is 1. It must be text."
    ),
    ScriptCase(
      "a text for a truth value",
      "session.beta = 'on'",
      "session.beta is 'on'. It must be true or false."
    ),
    ScriptCase(
      "a date",
      "session.day = '2023-02-29'",
      "session.day is '2023-02-29'. It must be a date such as 2024-02-29."
    ),
    ScriptCase(
      "fields in a list",
      "session.seen = { a = 'x' }",
      #"session.seen is { a = "x" }. It must be a list."#
    ),
    ScriptCase(
      "items in a table by name",
      "session.stock = { 1 }",
      "session.stock is { 1 }. It must be a table of values by name."
    ),
    ScriptCase(
      "an item of a list",
      "session.basket = { { sku = { text = 'A' }, amount = 1 }, { sku = { text = 'A' } } }",
      """
      session.basket[2] needs the field 'amount'. Assign the whole table: session.basket[2] = { \
      amount = …, sku = … }
      """
    ),
    ScriptCase(
      "a name in a list",
      "session.seen = {} return session.seen.first",
      "'first' is not a key of session.seen, which is a list."
    ),
    ScriptCase(
      "an index in a table by name",
      "session.stock = {} session.stock[1] = 1",
      "'1' is not a key of session.stock, which is a table of values by name."
    ),
    ScriptCase(
      "a value of an own type",
      "session.basket = { { sku = { text = 'a' }, amount = 1 } }",
      #"session.basket[1].sku is { text = "a" }. It must be text that matches the type 'sku'."#
    ),
    ScriptCase(
      "an own type without a format",
      "session.raw = {}",
      """
      session.raw is {}, and the type 'raw' has no 'format' that writes it. Add format = \
      function(value) … end to the type.
      """
    ),
    ScriptCase(
      "a table with a metatable",
      "session.user = setmetatable({ name = 'x', role = 'inspector' }, {})",
      "'user' has a metatable, but 'session' can hold only plain data."
    ),
    ScriptCase(
      "a table in two places",
      "session.home = { street = 'x' } session['a b'] = session.home",
      "'street' is not a field of session[\"a b\"]. Available: c."
    ),
    ScriptCase(
      "a table that contains itself",
      "local t = {} t.t = t session.notes = t",
      """
      't' is a table that contains itself, and 'session' is copied when scripts load again. Keep an \
      id or a key instead.
      """
    ),
    ScriptCase(
      "the function",
      "session.declare = 1",
      "'session.declare' cannot be set: it is a function."
    ),
    ScriptCase(
      "a table that is kept outside",
      "local t = { name = 'x', role = 'inspector' } session.user = t t.role = 'x'",
      "session.user.role is 'x'. It must be one of passenger, inspector."
    ),
    ScriptCase(
      "an empty field",
      "session.user = nil return session.user.name",
      "attempt to index a nil value (field 'user')"
    ),
  ]

  @Test(arguments: refused)
  func `another field or value is refused with these words`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.shape)
    let before = await scripts.router.perform { scripts.host.session(in: $0).value["user"] }
    let got = await scripts.evaluate("(function() \(row.script) end)()")
    #expect(got.hasPrefix("(eval):1: " + row.expected))
    guard row.rule != "an empty field" else { return }
    let user = await scripts.router.perform { scripts.host.session(in: $0).value["user"] }
    #expect(row.rule == "a table that is kept outside" || user == before)
  }

  @Test func `a table with the same fields may be in several places`() async throws {
    let scripts = try await LoadedScripts.load(Self.shape)
    let line = """
      (function()
        local item = { sku = { text = 'A' }, amount = 1 }
        session.basket = { item, item }
        item.amount = 2.0
        return session.basket[1].amount + session.basket[2].amount
      end)()
      """
    #expect(await scripts.evaluate(line) == "4")
    let other =
      "(function() session.declare { two = { x = 'int' }, three = { x = 'int' } }"
      + " session.two = { x = 1 } session.three = session.two end)()"
    #expect(
      await scripts.evaluate(other)
        == "(eval):1: 'three' is a table that 'session' already holds in another place. Assign a"
        + " copy."
    )
  }

  static let declarations: [ScriptCase] = [
    ScriptCase(
      "integer",
      "{ q = 'integer' }",
      "session.q has the unknown type 'integer'. Did you mean 'int'?"
    ),
    ScriptCase(
      "boolean",
      "{ q = { r = 'boolean' } }",
      "session.q.r has the unknown type 'boolean'. Did you mean 'bool'?"
    ),
    ScriptCase(
      "no type",
      "{ q = 'a||' }",
      """
      'a||' is not a type for session.q. Write 'string', 'int', 'a|b' or another type. Add '?' if \
      it may be absent, '[]' for a list or '{}' for values by name.
      """
    ),
    ScriptCase(
      "a number",
      "{ q = 5 }",
      "session.q needs a type such as 'int', or a table of fields, not 5."
    ),
    ScriptCase(
      "an empty table",
      "{ q = {} }",
      "session.q declares no fields. Write 'any' for free-form data."
    ),
    ScriptCase(
      "an item",
      "{ q = { 'x', y = 'int' } }",
      "session.q has the item 'x'. Write fields by name. Only '?', '[]' or '{}' may come first."
    ),
    ScriptCase("items", "{ 'x' }", "The session has no items. Write name = type."),
    ScriptCase("a key", "{ [true] = 'int' }", "The session has the key true. Use text."),
    ScriptCase(
      "a deeper key",
      "{ q = { x = 'int', [true] = 'int' } }",
      "session.q has the key true. Use text."
    ),
    ScriptCase(
      "the function",
      "{ declare = 'int' }",
      "'session.declare' is a function. Give the field another name."
    ),
    ScriptCase(
      "a second time",
      "{ user = 'string' }",
      "session.user is already declared in main.lua:5 with another type. Declare it once."
    ),
    ScriptCase(
      "no table",
      "5",
      "bad argument #1 to 'session.declare' (table expected, got number)"
    ),
    ScriptCase(
      "a recursive table",
      "(function() local t = {} t.t = t return t end)()",
      "a table that contains itself cannot be passed"
    ),
    ScriptCase(
      "a function",
      "{ q = print }",
      "session.q needs a type such as 'int', or a table of fields, not"
    ),
  ]

  @Test(arguments: declarations)
  func `a mistake in a declaration changes nothing`(row: ScriptCase) async throws {
    let scripts = try await LoadedScripts.load(Self.shape)
    let got = await scripts.evaluate("(function() session.declare(\(row.script)) end)()")
    #expect(got.hasPrefix("(eval):1: \(row.expected)"))
    let names = await scripts.router.perform { scripts.host.sessionShape(in: $0).names }
    #expect(names.count == 15)
    #expect(await scripts.evaluate("session.user.name") == "Mei")
  }

  @Test func `several declarations add up, and the same one may be repeated`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      require "a"
      require "b"
      """,
      files: [
        "a.lua":
          #"session.declare { user = { name = "string", age = "int?" } } session.user = { name = "A" }"#,
        "b.lua":
          #"session.declare { user = { age = "int?", name = "string" }, banner = "string" }"#,
      ]
    )
    #expect(await scripts.evaluate("session.user.name") == "A")
    let line = "(function() session.banner = 1 end)()"
    #expect(await scripts.evaluate(line) == "(eval):1: session.banner is 1. It must be text.")
    let user = "(function() session.usr = 1 end)()"
    #expect(await scripts.evaluate(user).hasSuffix("'user'? (declared in a.lua:1)"))
  }

  @Test(arguments: [
    ScriptCase(
      "two modules",
      "session.declare { user = 'string' }\nsession.declare { user = 'int' }",
      """
      main.lua:2: session.user is already declared in main.lua:1 with another type. Declare it \
      once. [duplicate]
      """
    ),
    ScriptCase(
      "a value before",
      "session.user = 1\nsession.declare { user = 'string' }",
      "main.lua:2: session.user is 1. It must be text. [wrong_type]"
    ),
    ScriptCase(
      "an undeclared field before",
      "session.usr = 1\nsession.declare { user = 'string' }",
      "'usr' is not a field of session. Did you mean 'user'? (declared in main.lua:2) [unknown_field]"
    ),
  ])
  func `a contradiction prevents the load`(row: ScriptCase) async throws {
    let found = try await problems(row.script)
    #expect(found == [row.expected])
  }

  @Test func `without a declaration, the session takes everything`() async throws {
    let scripts = try await LoadedScripts.load("")
    #expect(await scripts.evaluate("session.x") == "nil")
    #expect(await scripts.evaluate("type(session.declare)") == "function")
    let line = "(function() session.a = { b = 1.0 } return session.a.b end)()"
    #expect(await scripts.evaluate(line) == "1.0")
  }

  @Test func `a session declares at most 1,000 fields`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      local fields = {}
      for i = 1, 999 do fields["f" .. i] = "int" end
      session.declare { all = fields }
      """
    )
    let refused = await scripts.evaluate("(function() session.declare { more = 'int' } end)()")
    #expect(refused == "(eval):1: The session declares more than 1000 fields.")
  }

  @Test func `an empty field that a script reads is named`() async throws {
    let scripts = try await LoadedScripts.load(
      """
      session.declare { user = { name = "string" } }
      router.route { path = "/a", action = function() return session.user.name end }
      """
    )
    #expect(
      await scripts.open("/a")
        == "failed script_error: main.lua:2: attempt to index a nil value (field 'user')."
        + " session.user is empty (declared in main.lua:1)."
    )
  }
}
