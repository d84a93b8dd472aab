import Moonroute
import ScriptHost
import Synchronization
import TestSupport
import Testing

/// Fields of the session that outlive the program.
@Suite struct SessionStorageTests {
  /// A storage that counts writes, and that can fail.
  final class Storage: ResourceStorage, Sendable {
    struct Failure: Error, CustomStringConvertible {
      var description: String { "the disk is full" }
    }

    private struct Content {
      var values: [String: Value] = [:]
      var writes = 0
      var fails = false
    }

    private let content = Mutex(Content())

    var session: Value? { content.withLock { $0.values["?session"] } }

    var writeCount: Int { content.withLock { $0.writes } }

    var fails: Bool {
      get { content.withLock { $0.fails } }
      set { content.withLock { $0.fails = newValue } }
    }

    init(_ session: Value? = nil) { content.withLock { $0.values["?session"] = session } }

    func value(for key: String) throws -> Value? {
      if fails { throw Failure() }
      return content.withLock { $0.values[key] }
    }

    func save(_ value: Value, for key: String) throws { try write(value, key) }

    func remove(_ key: String) throws { try write(nil, key) }

    private func write(_ value: Value?, _ key: String) throws {
      if fails { throw Failure() }
      content.withLock { content in
        content.writes += 1
        content.values[key] = value
      }
    }
  }

  static let shape = """
    session.declare({ user = { name = "string", role = "a|b" }, seen = "string[]", notes = "any",
      banner = "string" }, { stored = { "user", "seen", "notes" }, version = 2 })
    router.route { path = "/login", action = function()
      session.user = { name = "Ada", role = "a" } session.seen = {} session.banner = "Hi"
    end }
    router.route { path = "/see", action = function() session.seen[1] = "cap" end }
    router.route { path = "/note", action = function() session.notes = { 1, { x = 1 } } sleep(1)
      session.notes[2].x = 2 end }
    router.route { path = "/banner", action = function() session.banner = "Ho" end }
    router.route { path = "/logout", action = function() session.user = nil end }
    """

  static func load(
    _ main: String,
    _ storage: (any ResourceStorage)?
  ) async throws -> (scripts: LoadedScripts, warnings: [String]) {
    let scripts = try LoadedScripts(main, storage: storage)
    let warnings = try await scripts.host.load()
    return (scripts, warnings.map { "\($0.code) \($0.site.map { "\($0)" } ?? "?") \($0.message)" })
  }

  static func session(_ scripts: LoadedScripts) async -> Value {
    await scripts.router.perform { scripts.host.session(in: $0).value }
  }

  @Test func `stored fields are written once per turn, and read by the next run`() async throws {
    let storage = Storage()
    let (scripts, _) = try await Self.load(Self.shape, storage)
    #expect(storage.writeCount == 0)
    #expect(await scripts.open("/login") == "handled ")
    #expect(storage.writeCount == 1)
    let user: Value = ["name": "Ada", "role": "a"]
    #expect(storage.session?["version"] == 2)
    #expect(storage.session?["fields"]["user"] == user)
    #expect(storage.session?["fields"]["banner"] == .null)
    for (location, count) in [("/banner", 1), ("/see", 2), ("/see", 2), ("/note", 4)] {
      #expect(await scripts.open(location) == "handled ")
      #expect(storage.writeCount == count, "\(location)")
    }
    let (later, warnings) = try await Self.load(Self.shape, storage)
    #expect(warnings == [])
    #expect(storage.writeCount == 4)
    let session = await Self.session(later)
    #expect(session["user"] == user)
    #expect(session["seen"] == ["cap"])
    #expect(session["notes"][1]["x"] == 2)
    #expect(session["banner"] == .null)
    let line = "(function() session.user.role = 'c' end)()"
    #expect(
      await later.evaluate(line)
        == "(eval):1: session.user.role is 'c'. It must be one of a, b."
    )
  }

  @Test func `a logout deletes the copy immediately, and on_error gets the error of a failed one`()
    async throws
  {
    let storage = Storage()
    let main =
      Self.shape + """

        router.route { path = "/quit", action = function()
          local ok, problem = pcall(function() session.user = nil end)
          return ok or problem.code, session.user
        end }
        router.on_error(function(outcome) seen = outcome.error.code return screen { "Sorry" } end)
        """
    let (scripts, _) = try await Self.load(main, storage)
    _ = await scripts.open("/login")
    storage.fails = true
    #expect(await scripts.open("/logout") == "fell_back Sorry")
    #expect(await scripts.evaluate("seen") == "storage_failed")
    #expect(await scripts.evaluate("session.user") == "nil")
    #expect(storage.session?["fields"]["user"]["name"] == "Ada")
    storage.fails = false
    #expect(await scripts.open("/logout") == "handled ")
    #expect(storage.session?["fields"]["user"] == .null)
    _ = await scripts.open("/login")
    storage.fails = true
    #expect(await scripts.open("/quit") == "handled storage_failed, nil")
    storage.fails = false
    _ = await scripts.evaluate("(function() session.seen, session.user = nil, nil end)()")
    #expect(storage.session == nil)
  }

  @Test func `a failed write is logged, and the next change writes everything`() async throws {
    let storage = Storage()
    let (scripts, _) = try await Self.load(Self.shape, storage)
    storage.fails = true
    #expect(await scripts.open("/login") == "handled ")
    #expect(scripts.log.lines == ["error: The session could not be stored: the disk is full"])
    storage.fails = false
    #expect(await scripts.open("/see") == "handled ")
    #expect(storage.session?["fields"]["user"]["name"] == "Ada")
  }

  @Test func `a load that is refused writes nothing, and neither do replaced scripts`() async throws
  {
    let storage = Storage()
    let (scripts, _) = try await Self.load(Self.shape, storage)
    _ = await scripts.open("/login")
    let count = storage.writeCount
    let broken = Self.shape + "\nsession.user = nil error('no')"
    await #expect(throws: ScriptProblems.self) {
      try await scripts.host.load(from: .texts(["main.lua": broken]))
    }
    #expect(storage.writeCount == count)
    #expect(await Self.session(scripts)["user"]["name"] == "Ada")
    let without = "session.declare { user = { name = 'string', role = 'a|b' } } session.user = nil"
    try await scripts.host.load(from: .texts(["main.lua": without]))
    #expect(storage.writeCount == count)
  }

  static let mistakes: [ScriptCase] = [
    ScriptCase(
      "an option",
      "{ store = true }",
      "'store' is not a field of the options of session.declare. Did you mean 'stored'?"
        + " [unknown_field]"
    ),
    ScriptCase(
      "a field",
      "{ stored = { 'usr' } }",
      "This call does not declare the stored field 'usr'. Did you mean 'user'? [unknown_field]"
    ),
    ScriptCase(
      "stored",
      "{ stored = 1 }",
      "'stored' of the options of session.declare must be true or a list of fields, not 1."
        + " [wrong_type]"
    ),
    ScriptCase(
      "a version",
      "{ version = 0 }",
      "'version' of session.declare must be at least 1, not 0. [wrong_type]"
    ),
    ScriptCase(
      "no options",
      "5",
      "bad argument #2 to 'session.declare' (table expected, got number) [bad_argument]"
    ),
    ScriptCase(
      "two versions",
      "{ version = 1 }) session.declare({ x = 'int' }, { version = 2 }",
      "The session already has the version 1. The whole session has one version and one 'migrate'."
        + " [duplicate]"
    ),
    ScriptCase(
      "no storage",
      "{ stored = true }",
      "The session has stored fields, but the application has no storage. Set one first. [denied]"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake in the options is an error at the line of the call`(row: ScriptCase) async throws
  {
    let found = try await problems("\nsession.declare({ user = 'string' }, \(row.script))")
    #expect(found == ["main.lua:2: " + row.expected])
  }

  @Test func `running scripts cannot store further fields`() async throws {
    let (scripts, _) = try await Self.load(Self.shape, Storage())
    let line = "(function() session.declare({ x = 'int' }, { stored = true }) end)()"
    #expect(
      await scripts.evaluate(line)
        == "(eval):1: The session is read while main.lua loads, so it cannot be stored or migrated"
        + " from here. Move this declaration to a file that main.lua loads."
    )
    #expect(await scripts.evaluate("pcall(function() return session.x end)").hasPrefix("false"))
  }

  @Test func `a list with a gap is stored as it is, in each run`() async throws {
    let storage = Storage()
    let main = "session.declare({ basket = { '[]', sku = 'string' } }, { stored = true })"
    let (scripts, _) = try await Self.load(main, storage)
    _ = await scripts.evaluate(
      "(function() session.basket = { { sku = 'cap' }, { sku = 'mug' }, { sku = 'tea' } } end)()"
    )
    _ = await scripts.evaluate("(function() session.basket[1] = nil end)()")
    for name in ["pen", "pot"] {
      let (later, warnings) = try await Self.load(main, storage)
      #expect(warnings == [])
      #expect(await later.evaluate("session.basket[1] == nil and session.basket[2].sku") == "mug")
      _ = await later.evaluate("(function() session.basket[3] = { sku = '\(name)' } end)()")
      #expect(later.log.lines == [])
    }
    let (last, _) = try await Self.load(main, storage)
    #expect(await last.evaluate("session.basket[2].sku .. session.basket[3].sku") == "mugpot")
  }

  @Test func `a value that is not plain data is not stored`() async throws {
    let storage = Storage()
    let (scripts, _) = try await Self.load(Self.shape, storage)
    for _ in 0..<2 {
      _ = await scripts.evaluate("(function() session.notes = { router.location('/a') } end)()")
    }
    #expect(storage.session == nil)
    #expect(
      scripts.log.lines == [
        "main.lua:1 error: session.notes holds a location or another value that cannot be stored."
          + " Store its text. The last stored value is kept."
      ]
    )
  }

  @Test func `no script reaches the stored session as a resource`() async throws {
    let storage = Storage(["version": 2, "fields": ["user": ["name": "Ada", "role": "a"]]])
    let (scripts, _) = try await Self.load(Self.shape, storage)
    for path in ["session", "?session", "/?session", "%3Fsession", "./?session"] {
      let put =
        "(function() resources.put { path = '\(path)', persistent = true, value = 1,"
        + " combine = function(_, new) return new end } end)()"
      _ = await scripts.evaluate(put)
      _ = await scripts.evaluate("resources.get('\(path)')")
    }
    #expect(storage.session?["fields"]["user"]["name"] == "Ada")
  }
}
