import LuaRuntime
import Testing

struct LuaRecordTests {
  private let script: Script
  private let shape: LuaRecordShape
  private let record: LuaRecord

  init() throws {
    script = try Script()
    let double = try script.run("return function(text) return text .. text end")
    let length = try script.run("return function(state) return { #state.path } end")
    var definition = LuaRecordDefinition(
      "state",
      fields: ["name": "user", "pattern": "/user/:id", "tags": ["a", "b"]],
      parameters: [
        LuaRecordParameter("id", .integer), LuaRecordParameter("price", .number),
        LuaRecordParameter("on", .boolean), LuaRecordParameter("uuid", .lowered),
        LuaRecordParameter("rest", .list), LuaRecordParameter("left_out"),
        LuaRecordParameter("twice", .text, parse: double.first?.function),
      ]
    )
    definition.optional = ["path", "extra"]
    definition.tables = ["query"]
    definition.merged = [("all", from: ["query", "params", "extra"])]
    definition.computed = [("sizes", function: try #require(length.first?.function))]
    shape = try script.state.makeRecordShape(definition)
    record = LuaRecord(in: script.state)
    let text = "-42 1.5 true AbC x/y//z ab"
    record.begin(
      shape,
      text: Array(text.utf8),
      ranges: [0..<3, 4..<7, 8..<12, 13..<16, 17..<23, nil, 24..<26],
      tag: 7
    )
    try record.set("path", to: "/user/x")
    try record.set("query", to: ["tab": "posts", "id": "query"])
  }

  @Test(arguments: [
    "0x4141", "1.5", "'text'", "nil", "true", "print", "coroutine.create(print)", "state",
    "pairs(state)",
  ])
  func `the iterator of a record's fields accepts only its table`(value: String) throws {
    #expect(
      try read("pcall((pairs(state)), \(value))").hasPrefix("false \"bad argument #1"),
      "\(value)"
    )
    let sorted = "pcall(table.sort, { 2, 1 }, function() return (pairs(state))(\(value)) end)"
    #expect(try read(sorted).hasPrefix("false"))
  }

  private func read(_ expression: String) throws -> String {
    let function = try script.load("local state = ... return " + expression)
    return display(try script.state.call(function, [.record(record)]))
  }

  @Test(arguments: [
    (
      "state.params",
      "{\"id\"=-42,\"on\"=true,\"price\"=1.5,\"rest\"={\"x\",\"y\",\"\",\"z\"},"
        + "\"twice\"=\"abab\",\"uuid\"=\"abc\"}"
    ),
    ("rawequal(state.params, state.params)", "true"),
    ("state.name, state.pattern", "\"user\" \"/user/:id\""),
    ("state.tags", "{\"a\",\"b\"}"),
    ("state.path, state.extra", "\"/user/x\" nil"),
    ("state.query", "{\"id\"=\"query\",\"tab\"=\"posts\"}"),
    ("rawequal(state.query, state.query)", "true"),
    ("state.all.id, state.all.tab, state.all.price", "-42 \"posts\" 1.5"),
    ("state.sizes", "{7}"),
    ("rawequal(state.sizes, state.sizes)", "true"),
    ("getmetatable(state), type(state)", "false \"userdata\""),
    (
      "pcall(function() return state.nmae end)",
      "false error(unknown_field: test.lua:1: 'nmae' is not a field of state. "
        + "Did you mean 'name'?)"
    ),
    (
      "pcall(function() state.name = 1 end)",
      "false error(denied: test.lua:1: state cannot be changed ('name' was assigned))"
    ),
    ("(function() local n = 0 for k in pairs(state) do n = n + 1 end return n end)()", "8"),
    (
      "pcall(function() return state[1] end)",
      "false error(unknown_field: test.lua:1: '1' is not a field of state)"
    ),
  ])
  func `a script reads a record`(expression: String, result: String) throws {
    #expect(try read(expression) == result)
  }

  @Test func `an absent query is an empty table`() throws {
    record.begin(shape, text: [], ranges: [])
    #expect(try read("state.query, state.params, state.path") == "{} {} nil")
  }

  @Test func `values with references stay with the record`() throws {
    record.begin(shape, text: [], ranges: [])
    let extra = try script.state.hold(["cart": [1, 2]])
    try record.set("extra", to: .reference(extra))
    try script.run("kept = ...", .record(record))
    record.end()
    script.state.collect()
    #expect(display(try script.run("return kept.extra.cart, kept.all.cart")) == "{1,2} {1,2}")
  }

  @Test func `a record that a script keeps never changes`() throws {
    try script.run("kept = ...", .record(record))
    record.begin(shape, text: Array("9".utf8), ranges: [0..<1])
    try script.run("other = ...", .record(record))
    script.state.collect()
    #expect(display(try script.run("return kept.params.id, other.params.id")) == "-42 9")
    #expect(display(try script.run("return rawequal(kept, other)")) == "false")
  }

  @Test func `the steps of one open get the same record`() throws {
    try script.run("kept = ... seen = kept.params", .record(record))
    #expect(try read("rawequal(state, kept), rawequal(state.params, seen)") == "true true")
  }

  @Test func `a fixed table cannot be changed in any record`() throws {
    try script.run("pcall(function(state) state.tags[1] = 'changed' end, ...)", .record(record))
    record.begin(shape, text: [], ranges: [])
    #expect(try read("state.tags[1]") == "\"a\"")
  }

  @Test func `a record comes back with its tag and cannot be changed afterwards`() throws {
    let results = try script.run("return ...", .record(record))
    guard case .reference(let reference) = results[0] else {
      Issue.record("not a reference")
      return
    }
    #expect(reference.tag == 7)
    #expect(throws: LuaError.self) { try record.set("extra", to: 1) }
  }

  @Test func `records of overlapping opens keep their slots`() throws {
    var records: [LuaRecord] = []
    let function = try script.load("return (...).params.id")
    for number in 0..<200 {
      let record = LuaRecord(in: script.state)
      let text = Array(String(number).utf8)
      record.begin(shape, text: text, ranges: [0..<text.count])
      _ = try script.state.call(function, [.record(record)])
      records.append(record)
      if number % 3 == 2 { records.remove(at: number % 7 % records.count).end() }
    }
    for record in records {
      let results = try script.state.call(function, [.record(record)])
      #expect(results[0].integer != nil)
      record.end()
    }
  }
}
