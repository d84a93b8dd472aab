import Moonroute
import RoutePatterns
import ScriptHost
import Synchronization
import Testing

/// `resources` in scripts, and values that are passed between scripts and program.
@Suite struct ResourceModuleTests {
  private struct Profile: Equatable, Sendable {
    let name: String
  }

  private static let main = """
    resources.put { path = "/version", name = "version", value = "1.4" }
    resources.put { path = "/double/:n<int>", name = "double", value = function(state)
      return 2 * state.params.n
    end }
    resources.put { path = "/late/:n<int>", value = function(state)
      sleep(0.001)
      return state.params.n .. " " .. state.extra.x
    end }
    resources.put { path = "/list", value = { 1, 2, { deep = true } } }
    resources.put { path = "/greet", value = function()
      return function(name) return "hello " .. name end
    end }
    resources.put { path = "/absent", value = function() return nil end }
    resources.put { path = "/broken", value = function() error("no") end }
    """

  private static let cases = [
    ScriptCase("a constant", "resources.get('/version')", "1.4"),
    ScriptCase("a name", "resources.get('version', 'string')", "1.4"),
    ScriptCase("a function", "resources.get('/double/21', 'integer')", "42"),
    ScriptCase(
      "a name with parameters",
      "resources.get('double', nil, { params = { n = 4 } })",
      "8"
    ),
    ScriptCase(
      "a pattern with parameters",
      "resources.get('/double/:n<int>', nil, { params = { n = 5 } })",
      "10"
    ),
    ScriptCase(
      "a function that waits",
      "resources.get('/late/3', 'string', { extra = { x = 'y' } })",
      "3 y"
    ),
    ScriptCase("a table", "resources.get('/list', 'table')[3].deep", "true"),
    ScriptCase("a function as value", "resources.get('/greet', 'function')('ann')", "hello ann"),
    ScriptCase("nil for an optional type", "resources.get('/absent', 'integer?')", "nil"),
    ScriptCase(
      "has",
      "resources.has('/version'), resources.has('double'), resources.has('/no'), resources.has('no')",
      "true, true, false, false"
    ),
    ScriptCase(
      "list",
      "#resources.list(), resources.list()[5].name, resources.list()[6].made",
      "11, version, true"
    ),
    ScriptCase(
      "update",
      "(function() resources.update('/version', 2) return resources.get('version') end)()",
      "2"
    ),
    ScriptCase(
      "update by pattern",
      "(function() resources.update('/double/:n<int>', function(s) return s.params.n end) return resources.get('/double/4') end)()",
      "4"
    ),
    ScriptCase(
      "delete",
      "(function() resources.delete('version') return resources.has('/version') end)()",
      "false"
    ),
    ScriptCase(
      "combine",
      "(function() resources.put { path = '/version', name = 'v', value = '2', combine = function(old, new) return old .. '+' .. new end } return resources.get('v'), resources.has('version') end)()",
      "1.4+2, false"
    ),
    ScriptCase(
      "combine of functions",
      "(function() resources.put { path = '/double/:n<int>', value = 0, combine = function(old, new) return function(s) return old(s) + 1 end end } return resources.get('/double/4') end)()",
      "9"
    ),
    ScriptCase(
      "combine that deletes",
      "(function() resources.put { path = '/version', value = 2, combine = function(_, new)"
        + " resources.delete('/version') return new end }"
        + " return resources.get('/version'), resources.has('version') end)()",
      "2, false"
    ),
    ScriptCase(
      "combine that stores a new value",
      "(function() local ok, e = pcall(resources.put, { path = '/version', value = 2,"
        + " combine = function(_, new) resources.delete('/version')"
        + " resources.put { path = '/version', value = 3 } return new end })"
        + " return ok, e.code, resources.get('/version') end)()",
      "false, resource_exists, 3"
    ),
    ScriptCase(
      "combine that moves the name",
      "(function() local ok, e = pcall(resources.put, { path = '/version', name = 'free', value = 2,"
        + " combine = function(_, new) resources.put { path = '/other', name = 'free', value = 3 }"
        + " return new end })"
        + " return ok, e.code, resources.get('/version'), resources.get('free') end)()",
      "false, duplicate, 1.4, 3"
    ),
    ScriptCase(
      "combine in combine",
      "(function() resources.put { path = '/version', value = 2, combine = function(old, new)"
        + " resources.put { path = '/version', value = 3, combine = function(a, b) return a .. b end }"
        + " return old .. new end } return resources.get('/version') end)()",
      "1.42"
    ),
    ScriptCase(
      "combine that fails",
      "(function() local ok, e = pcall(resources.put, { path = '/version', value = 2,"
        + " combine = function() error('no') end })"
        + " return ok, e, resources.get('/version') end)()",
      "false, (eval):1: no, 1.4"
    ),
    ScriptCase(
      "cancel",
      "(function() local r = resources.put { path = '/c', value = 1 } r:cancel() return resources.has('/c') end)()",
      "false"
    ),
    ScriptCase(
      "of the program",
      "resources.get('/host/text', 'string'), resources.get('/host/made/4', 'integer'), resources.get('/host/late', 'boolean')",
      "text, 4, true"
    ),
    ScriptCase(
      "an object of the program",
      "resources.get('/host/me', 'Profile'):greet('hi'), tostring(resources.get('/host/me'))",
      "hi ann, Profile"
    ),
    ScriptCase(
      "an object is the same each time",
      "resources.get('/host/me') == resources.get('/host/me')",
      "true"
    ),
  ]

  /// Storage in memory.
  private final class Drawer: ResourceStorage, @unchecked Sendable {
    var values: [String: Value] = [:]

    func value(for key: String) -> Value? { values[key] }
    func save(_ value: Value, for key: String) { values[key] = value }
    func remove(_ key: String) { values[key] = nil }
  }

  @Test(arguments: [
    ScriptCase("text", "'light'", "light"),
    ScriptCase("an integer", "math.mininteger", "\(Int64.min)"),
    ScriptCase("nothing", "nil", "nil"), ScriptCase("infinity", "1 / 0", "inf"),
    ScriptCase("minus nothing", "-0.0", "-0.0"),
    ScriptCase("tables", "{ 1, { x = 'y' } }", "{1, {x = y}}"),
    ScriptCase("a function in a table", "{ { print } }"), ScriptCase("bytes", "'\\xff'"),
    ScriptCase("bytes as a name", "{ ['\\xff'] = 1 }"),
    ScriptCase("a sparse list", "{ 1, [3] = 3 }"),
    ScriptCase("a number as a name", "{ [1.5] = 1 }"), ScriptCase("a screen", "screen { 'A' }"),
  ])
  func `scripts can store plain data, and get an error for other values`(
    row: ScriptCase
  ) async throws {
    let scripts = try LoadedScripts("resources.put { path = '/old', value = 0, persistent = true }")
    await scripts.router.perform { $0.resources.storage = Drawer() }
    try await scripts.host.load()
    let refusal = { (path: String) in
      "(eval):1: The resource '\(path)' is persistent, so its value must be plain data: numbers,"
        + " booleans, text in UTF-8, and tables of these with names or 1, 2, 3 … as keys"
    }
    let isStored = !row.expected.isEmpty
    let put = "resources.put { path = '/new', value = \(row.script), persistent = true }"
    #expect(await scripts.evaluate("\(put) return 'put'") == (isStored ? "put" : refusal("/new")))
    let update = "resources.update('/old', \(row.script))"
    #expect(
      await scripts.evaluate("\(update) return 'set'") == (isStored ? "set" : refusal("/old"))
    )
    let stored = await scripts.router.perform { application in
      (application.resources.storage as? Drawer)?.values.mapValues(\.summary)
    }
    #expect(stored == (isStored ? ["/new": row.expected, "/old": row.expected] : ["/old": "0"]))
  }

  @Test func `changes of scripts to the program's resources wait until the scripts are active`()
    async throws
  {
    let scripts = try await LoadedScripts.load("x = 1")
    try await scripts.router.perform { application in
      application.resources.storage = Drawer()
      try application.resources.put("/a", name: "a", value: "own")
      try application.resources.put("/b", value: "own")
      try application.resources.put("/c", value: "own", isPersistent: true)
      try application.resources.put("/d", name: "d") { _ in "made" }
    }
    let changes = """
      resources.update("/a", "changed")
      resources.put { path = "/b", name = "bee", value = function() return "called" end,
        combine = function(_, new) return new end }
      resources.update("/c", "changed")
      resources.delete("d")
      resources.put { path = "/d", value = "anew" }
      seen = resources.get("a") .. resources.get("bee") .. resources.get("/c") .. resources.get("/d")
      log.info(seen)
      """
    func all() async throws -> [String] {
      try await scripts.router.perform { application in
        var all: [String] = []
        for key in ["/a", "/b", "/c", "/d"] {
          all.append(try await application.resources.get(key, as: String.self))
        }
        let stored = (application.resources.storage as? Drawer)?.values["/c"]?.text ?? ""
        let names = application.resources.list.compactMap(\.name)
        return all + [stored] + names
      }
    }
    let before = ["own", "own", "own", "made", "own", "a", "d"]
    #expect(try await all() == before)
    await #expect(throws: ScriptProblems.self) {
      try await scripts.host.load(from: .texts(["main.lua": changes + "\nrouter.route {}"]))
    }
    #expect(scripts.log.lines == ["main.lua:8 info: changedcalledchangedanew"])
    #expect(try await all() == before)
    try await scripts.host.load(from: .texts(["main.lua": changes]))
    #expect(try await all() == ["changed", "called", "changed", "anew", "changed", "a", "bee"])
  }

  private func load(_ main: String = main) async throws -> LoadedScripts {
    let scripts = try LoadedScripts(main) { offers in
      offers.type(
        "Profile",
        Profile.self,
        methods: ["greet": { .text("\($1.first?.text ?? "") \($0.name)") }]
      )
    }
    _ = try await scripts.router.perform { application in
      let resources = application.resources
      try resources.put("/host/text", name: "host", value: "text")
      try resources.put("/host/made/:n<int>") { $0.match[int: "n"] ?? 0 }
      try resources.put("/host/late") { _ in
        await Task.yield()
        return true
      }
      try resources.put("/host/me", value: Profile(name: "ann"))
    }
    try await scripts.host.load()
    return scripts
  }

  @Test(arguments: cases)
  func `scripts put, read and change resources`(row: ScriptCase) async throws {
    #expect(try await load().evaluate(row.script) == row.expected)
  }

  @Test(arguments: [
    ScriptCase(
      "absent",
      "resources.get('/vision')",
      "No resource matches '/vision'. The nearest is '/version'."
    ),
    ScriptCase(
      "an unknown name",
      "resources.get('versoin')",
      "No resource is named 'versoin'. Did you mean 'version'?"
    ),
    ScriptCase(
      "another type",
      "resources.get('/version', 'integer')",
      "The resource '/version' has type string, but integer was requested."
    ),
    ScriptCase(
      "another type, made",
      "resources.get('/double/1', 'string')",
      "The resource '/double/1' has type integer, but string was requested."
    ),
    ScriptCase(
      "nothing",
      "resources.get('/absent', 'integer')",
      "The resource '/absent' has type nil, but integer was requested."
    ),
    ScriptCase(
      "an unknown type",
      "resources.get('/version', 'strin')",
      "'strin' is not a type of value. Did you mean 'string'?"
    ),
    ScriptCase(
      "taken",
      "resources.put { path = '/version', value = 1 }",
      "The resource '/version' already exists. Update it, or choose a value with combine."
    ),
    ScriptCase(
      "taken by the program",
      "resources.put { path = '/host/text', value = 1 }",
      "The resource '/host/text' already exists. Update it, or choose a value with combine."
    ),
    ScriptCase(
      "an unknown field",
      "resources.put { path = '/x', vale = 1 }",
      "'vale' is not a field of a resource. Did you mean 'value'?"
    ),
    ScriptCase(
      "a missing parameter",
      "select(2, pcall(resources.get, 'double')).code",
      "missing_parameter"
    ),
    ScriptCase(
      "no storage",
      "resources.put { path = '/x', value = 1, persistent = true }",
      "The resource '/x' is persistent, but the application has no storage. Set one first."
    ),
  ])
  func `invalid calls are reported`(row: ScriptCase) async throws {
    let answer = try await load().evaluate(row.script)
    #expect(answer == "(eval):1: \(row.expected)" || answer == row.expected)
  }

  @Test func `the program reads the scripts' values`() async throws {
    let scripts = try await load()
    try await scripts.router.perform { application async throws in
      let resources = application.resources
      #expect(try await resources.get("version", as: String.self) == "1.4")
      #expect(try await resources.get("/double/21", as: Int.self) == 42)
      #expect(try await resources.get("/late/1", as: String.self, extra: ["x": "z"]) == "1 z")
      #expect(try await resources.get("/absent", as: Int?.self) == nil)
      #expect(try await resources.get("/list", as: Value.self).table?.items.count == 3)
      await #expect(throws: RouterError.self) { try await resources.get("/broken", as: Int.self) }
      await #expect(throws: RouterError.self) { try await resources.get("/version", as: Int.self) }
    }
  }

  @Test func `scripts' resources end with their generation, and the program's stay`()
    async throws
  {
    let scripts = try await load()
    #expect(
      await scripts.evaluate(
        "resources.put { path = '/extra', value = 1 }, resources.has('/extra')"
      )
      .hasSuffix("true")
    )
    #expect(await scripts.evaluate("resources.update('/host/text', 'changed')") == "")
    #expect(
      await scripts.evaluate(
        "resources.update('/host/made/:n<int>', function() return 'script' end)"
      ) == ""
    )
    #expect(await scripts.evaluate("resources.get('/host/made/4')") == "script")
    try await scripts.host.load()
    #expect(
      await scripts.evaluate(
        "resources.has('/extra'), resources.get('host'), resources.get('/host/made/4'), resources.get('/double/2')"
      ) == "false, changed, 4, 4"
    )
  }

  /// Storage in memory that counts texts.
  private final class CountingDrawer: ResourceStorage, @unchecked Sendable {
    var values: [String: Value] = [:]

    func value(for key: String) -> Value? { values[key] }
    func save(_ value: Value, for key: String) { values[key] = value }
    func remove(_ key: String) { values[key] = nil }

    func hasRoom(for value: Value, at key: String, within byteLimit: Int) -> Bool {
      var after = values
      after[key] = value
      return after.values.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) } <= byteLimit
    }
  }

  @Test func `scripts can store as much as their memory limit, and the program more`() async throws
  {
    let scripts = try LoadedScripts("big = ('x'):rep(400000)", memoryLimit: 4 << 20)
    await scripts.router.perform { $0.resources.storage = CountingDrawer() }
    try await scripts.host.load()
    let put = """
      for i = 1, 20 do
        resources.put { path = '/r/' .. i, value = big, persistent = true }:cancel()
      end
      """
    let refusal = await scripts.evaluate(put)
    #expect(refusal.contains("storage_failed") || refusal.contains("could not be stored"))
    #expect(refusal.contains("limited to \(4 << 20) bytes"), "\(refusal)")
    let count = { () async -> Int in
      await scripts.router.perform {
        ($0.resources.storage as? CountingDrawer)?.values.count ?? 0
      }
    }
    #expect(await count() == 10)
    let big = Value.text(String(repeating: "x", count: 400_000))
    _ = try await scripts.router.perform { application in
      try application.resources.put("/own", value: big, isPersistent: true)
    }
    #expect(await count() == 11)
  }
}
