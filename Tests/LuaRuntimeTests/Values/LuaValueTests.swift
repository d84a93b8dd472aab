import LuaRuntime
import Testing

struct LuaValueTests {
  private let script: Script

  init() throws {
    script = try Script(limits: LuaLimits(valueBytes: 100_000))
    try script.define("host") { call in .values(call.arguments) }
  }

  @Test(arguments: [
    ("nil", "nil"), ("true, false", "true false"),
    ("0, -1, math.maxinteger, math.mininteger", "0 -1 9223372036854775807 -9223372036854775808"),
    ("0.0, -0.0, 1e308, 1/0, -1/0, 0.1", "0.0 -0.0 1e+308 inf -inf 0.1"),
    ("1.0, 2^53", "1.0 9007199254740992.0"),
    ("'', 'a', 'ä€😀', 'a\\0b'", "\"\" \"a\" \"ä€😀\" \"a\0b\""),
    ("'\\xff\\xfe', 'a\\x80'", "<255 254> <97 128>"),
    ("{}, {{}}, {{{}}}", "{} {{}} {{{}}}"),
    ("{ 1, 2, 3 }, { 'a', nil, 'c' }", "{1,2,3} {\"a\",nil,\"c\"}"),
    (
      "{ b = 1, a = 2, [10] = 3, [1.5] = 4, [true] = 5, [-1] = 6, ['ä'] = 7, ['\\xff'] = 8 }",
      "{-1=6,1.5=4,10=3,\"a\"=2,\"b\"=1,\"ä\"=7,<255>=8,true=5}"
    ),
    ("print, function() end", "function function"),
    ("coroutine.create(print)", "&thread"),
    ("setmetatable({ 1 }, { __index = { x = 1 }, __len = function() return 9 end })", "{1}"),
    (
      "select(2, pcall(host, { [{}] = 1 }))",
      "error(value_key: test.lua:1: a table with a key of type table cannot be passed)"
    ),
  ])
  func `a value survives two round trips`(expression: String, result: String) throws {
    let out = try script.run("return " + expression)
    #expect(display(out) == result)
    #expect(display(try script.run("return host(" + expression + ")")) == result)
    let again = try script.state.call(try script.load("return ..."), out)
    #expect(display(again) == result)
  }

  @Test func `equal texts have equal bytes`() throws {
    // Swift considers these equal. Lua does not, and table keys must stay distinct.
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    var table = LuaTable()
    table[composed] = 1
    table[decomposed] = 2
    let results = try script.run(
      "local t, a, b = ... return t[a], t[b], a == b, #a, #b",
      .table(table),
      .string(composed),
      .string(decomposed)
    )
    #expect(display(results) == "1 2 false 2 3")
  }

  @Test func `field names stay distinct, even if they are many, short or unusual`() throws {
    // Each name twice: the second time, a short name is already cached.
    let names =
      (0..<300).map { "k\($0)" }
      + [
        "", "a", "a\0", "\0", "\0a", "abcdefgh", "abcdefgi", "abcdefghi", "ä", "abcdefä", "é",
        "e\u{301}",
      ]
    for name in names + names {
      let out = try script.run("local name = ... return { [name] = 1, x = 2 }", .string(name))
      guard case .table(let table) = out[0] else { throw LuaError("not_a_table", name) }
      #expect(table.fields.map(\.key) == ["x", .string(name)].sorted(), "\(name.debugDescription)")
    }
  }

  @Test(arguments: [(15, true), (16, true), (17, false), (40, false)])
  func `tables cross up to the depth limit`(depth: Int, isAllowed: Bool) throws {
    let source = "local t = {} for i = 2, \(depth) do t = { t } end return t"
    #expect((script.failure(source) == nil) == isAllowed)
    let passing = source.replacing("return t", with: "return host(t) ~= nil")
    #expect((script.failure(passing) == nil) == isAllowed)
    var value = LuaValue.table(LuaTable())
    for _ in 1..<depth { value = .table(LuaTable([value])) }
    let call = try script.load("return ... ~= nil")
    #expect(((try? script.state.call(call, [value])) != nil) == isAllowed)
  }

  @Test(arguments: [(90_000, true), (110_000, false)])
  func `values cross up to the size limit`(size: Int, isAllowed: Bool) throws {
    for source in ["return ('x'):rep(\(size))", "return #host(('x'):rep(\(size)))"] {
      #expect((script.failure(source) == nil) == isAllowed)
    }
    let call = try script.load("return #...")
    let text = LuaValue.string(String(repeating: "x", count: size))
    #expect(((try? script.state.call(call, [text])) != nil) == isAllowed)
    #expect(((try? script.state.call(call, [["a": text]])) != nil) == isAllowed)
  }

  @Test func `a shared table is copied twice, and a cyclic one is refused`()
    throws
  {
    #expect(display(try script.run("local a = { 1 } return { a, a }")) == "{{1},{1}}")
    let cycles = [
      "local t = {} t.t = t return t", "local t = {} t[1] = { { t } } return t",
      "local a, b = {}, {} a.b = b b.a = a return a",
    ]
    for source in cycles {
      #expect(script.failure(source)?.code == "value_cycle")
    }
  }

  @Test func `exponential growth is stopped by its size`() throws {
    let source = "local t = { 'x' } for i = 1, 14 do t = { t, t, t, t } end return host(t)"
    #expect(script.failure(source)?.code == .valueTooLarge)
  }

  @Test func `a table below the requested depth stays in Lua`() throws {
    var seen: LuaReference?
    let function = try script.state.makeFunction("keep", depth: 1) { call in
      guard case .reference(let reference) = try call.table(0)["extra"] else { return [] }
      seen = reference
      return [.reference(reference)]
    }
    try script.environment.set("keep", to: .function(function))
    let results = try script.run(
      "local t = { cart = 1 } local same = keep({ extra = t, name = 'x' }) return rawequal(t, same)"
    )
    #expect(display(results) == "true")
    let reference = try #require(seen)
    #expect(display(try script.state.read(reference)) == "{\"cart\"=1}")
    #expect(display(try script.state.read(reference, key: "cart")) == "1")
    try script.state.set(reference, "cart", to: 2)
    #expect(display(try script.state.read(reference)) == "{\"cart\"=2}")
  }

  @Test(arguments: [
    ("'text'", "text"), ("{}", "{}"), ("nil", "nil"), ("1.5", "1.5"),
    (
      "{ 1, 'a', name = { x = true }, ['a b'] = 2, [10] = 3 }",
      "{ 1, \"a\", [10] = 3, [\"a b\"] = 2, name = { x = true } }"
    ),
    ("function() end", "function: test.lua:1"),
  ])
  func `a value is formatted for people`(expression: String, text: String) throws {
    #expect(try script.run("return " + expression)[0].description == text)
  }

  @Test func `many values cross in one call`() throws {
    let results = try script.run("return host(table.unpack({}, 1, 200))")
    #expect(results.count == 200)
    let call = try script.load("return select('#', ...)")
    let values = [LuaValue](repeating: 1, count: 5000)
    #expect(display(try script.state.call(call, values)) == "5000")
  }

  /// A few fields that put the border of their table at two million.
  private static let farBorder = """
    local t = {}
    for i = 0, 21 do t[1 << i] = i end
    t[5] = 5
    """

  @Test func `a table crosses by its entries, wherever its border appears to be`() throws {
    let script = try Script()
    var crossed: LuaTable?
    try script.define("pass") { call in
      crossed = call[0].table
      return .values([call[0]])
    }
    let values = try script.run(
      Self.farBorder + " local back = pass(t) return #t, back[1 << 21], #back"
    )
    #expect(values[0].integer == 1 << 21, "the border is believed by Lua")
    #expect(values[1].integer == 21)
    #expect(crossed?.array.count == 16)
    #expect(crossed?.fields.count == 17)
    // A list with some holes remains a list.
    try script.run("pass({ 1, nil, 3 })")
    #expect(crossed?.array.count == 3 && crossed?.fields.isEmpty == true)
    try script.run("pass({ 1, 2, 3, n = 3 })")
    #expect(crossed?.array.count == 3 && crossed?.fields.count == 1)
  }

  @Test(arguments: [
    "table.concat(t)", "table.unpack(t)", "table.insert(t, 1, 0)", "table.remove(t, 1)",
    "table.move(t, 1, #t, 2)", "table.sort(t)",
    "table.sort(t, function(a, b) return (a or 0) < (b or 0) end)",
  ])
  func `a distant border costs no work beyond the budget`(call: String) throws {
    let script = try Script(limits: LuaLimits(computingTime: .milliseconds(100)))
    for _ in 0..<3 {
      let error = script.failure(Self.farBorder + " while true do \(call) end")
      #expect([.timeout, .scriptError].contains(error?.code), "\(error.map { "\($0)" } ?? "")")
      #expect(script.state.memoryInUse < 4 << 20)
    }
  }
}
