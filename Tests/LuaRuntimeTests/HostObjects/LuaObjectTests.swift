import LuaRuntime
import Testing

private final class Place {
  var path: String

  init(_ path: String) {
    self.path = path
  }
}

struct LuaObjectTests {
  private let script: Script
  private let type: LuaClass

  init() throws {
    script = try Script()
    var definition = LuaClassDefinition<Place>("Location", fieldNames: ["path"])
    definition.methods = [
      LuaMethod("with") { call in
        [.string(try #require(call[0].object?.payload as? Place).path + (try call.string(1)))]
      }
    ]
    definition.get = { place, field in field == "path" ? .string(place.path) : nil }
    definition.set = { place, field, value in
      guard field == "path", let path = value.string else { return false }
      place.path = path
      return true
    }
    definition.describe = { $0.path }
    definition.equals = { $0.path == $1.path }
    definition.join = { one, two in
      let texts = [one, two].map { ($0.object?.payload as? Place)?.path ?? $0.string ?? "?" }
      return .string(texts.joined())
    }
    definition.length = { $0.path.utf8.count }
    definition.pairs = { place in [LuaField(key: "path", value: .string(place.path))] }
    definition.call = { call in .values([LuaValue(call.count - 1)]) }
    type = try script.state.makeClass(definition)
    let home = type.object(for: Place("/home"))
    let same = type.object(for: Place("/home"))
    try script.environment.set(["home": .object(home), "same": .object(same)])
  }

  @Test(arguments: [
    ("home.path", "\"/home\""),
    ("home:with('/x')", "\"/home/x\""),
    ("tostring(home)", "\"/home\""),
    ("home == same", "true"),
    ("rawequal(home, same)", "false"),
    ("home .. '/a'", "\"/home/a\""),
    ("'a' .. home .. 'b' .. 1", "\"a/homeb1\""),
    ("#home", "5"),
    ("home(1, 2)", "2"),
    ("type(home)", "\"userdata\""),
    ("getmetatable(home)", "false"),
    ("string.format('%s', home)", "\"/home\""),
    ("(function() for k, v in pairs(home) do return k, v end end)()", "\"path\" \"/home\""),
    (
      "pcall(function() return home.pth end)",
      "false error(unknown_field: test.lua:1: 'pth' is not a field of Location. "
        + "Did you mean 'path'?)"
    ),
    (
      "pcall(function() return home:wiht() end)",
      "false error(unknown_field: test.lua:1: 'wiht' is not a field of Location. "
        + "Did you mean 'with'?)"
    ),
    (
      "pcall(function() home.path = {} end)",
      "false error(denied: test.lua:1: 'path' of a Location cannot be set)"
    ),
    (
      "pcall(home.with)",
      "false error(bad_argument: test.lua:1: calling 'with' on bad self (Location expected, "
        + "got no value))"
    ),
  ])
  func `a script uses an object`(expression: String, result: String) throws {
    #expect(display(try script.run("return " + expression)) == result)
  }

  @Test func `a script sets a field of an object`() throws {
    #expect(display(try script.run("home.path = '/b' return home.path")) == "\"/b\"")
  }

  @Test func `an object is the same value every time`() throws {
    let object = type.object(for: Place("/x"))
    let equal = try script.load("local a, b = ... seen = a return rawequal(a, b)")
    #expect(display(try script.state.call(equal, [.object(object), .object(object)])) == "true")
    let again = try script.load("return rawequal(seen, ...)")
    #expect(display(try script.state.call(again, [.object(object)])) == "true")
    let results = try script.run("return seen")
    #expect(results[0].object === object)
  }

  @Test func `the host releases an object that Lua has collected`() throws {
    let before = script.state.hostValueCount
    weak var watched: Place?
    try {
      let place = Place("/gone")
      watched = place
      try script.run("return ...", .object(type.object(for: place)))
    }()
    #expect(watched != nil)
    script.state.collect()
    #expect(watched == nil)
    #expect(script.state.hostValueCount == before)
  }

  @Test func `an object of another state is refused`() throws {
    let other = try Script()
    let chunk = try other.load("return ...")
    #expect(throws: LuaError.self) {
      try other.state.call(chunk, [.object(LuaObject(1, type: type))])
    }
  }

  @Test func `functions that the host has dropped are released while the script runs`() throws {
    let script = try Script(limits: LuaLimits(computingTime: .seconds(60)))
    try script.define("take") { _ in .values([]) }
    // Each holds a text, so that they do not all fit in memory. Their numbers would fill a table.
    let source = """
      for i = 1, 100000 do
        local text = ("x"):rep(2000) .. i
        take(function() return text end)
      end
      return "done"
      """
    #expect(display(try script.run(source)) == "\"done\"")
  }

  @Test func `a host can hold more functions than one script value has slots`() throws {
    let script = try Script(limits: LuaLimits(computingTime: .seconds(60)))
    var held: [LuaValue] = []
    try script.define("hold") { call in
      held.append(call[0])
      return .values([])
    }
    try script.run("for i = 1, 40000 do hold(function() return i end) end")
    #expect(held.count == 40_000)
    let last = try #require(held.last?.function)
    #expect(display(try script.state.call(last)) == "40000")
  }
}
