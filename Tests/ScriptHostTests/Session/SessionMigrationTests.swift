import Moonroute
import ScriptHost
import TestSupport
import Testing

/// Sessions of earlier scripts, from a reload or from the storage.
@Suite struct SessionMigrationTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let options: String
    let session: String
    var warnings: [String] = []

    var testDescription: String { rule }
  }

  static let emptied =
    "session.user no longer fits its declaration: session.user needs the field 'role'. Assign the"
    + " whole table: session.user = { name = …, role = … } (main.lua:1). The field was emptied."

  static let undeclared =
    "session.old no longer fits its declaration: it is not declared. The field was emptied."

  static let cases: [Case] = [
    Case(
      rule: "without a migrate, fields that fit stay",
      options: "",
      session: "{banner = b}",
      warnings: [undeclared, emptied]
    ),
    Case(
      rule: "a migrate gets the whole session and its version",
      options: """
        migrate = function(old, version)
          old.user.role, old.banner = "a", old.banner .. version .. old.old
          old.old = nil
          return old
        end
        """,
      session: "{banner = b11, user = {name = Ada, role = a}}"
    ),
    Case(
      rule: "a field that the migrate leaves out is empty",
      options: "migrate = function(old) return {} end",
      session: "{}"
    ),
    Case(
      rule: "a result that does not fit is emptied field by field",
      options: """
        migrate = function(old) return { user = { name = "Bo", role = "z" }, banner = "c",
          more = 1, fn = print } end
        """,
      session: "{banner = c}",
      warnings: [
        "session.fn no longer fits its declaration: 'fn' is a function, but 'session' can hold only"
          + " plain data. Keep the function in a module and its data in 'session'. The field was"
          + " emptied.",
        "session.more no longer fits its declaration: 'more' is not a field of session. Available:"
          + " banner, user. The field was emptied.",
        "session.user no longer fits its declaration: session.user.role is 'z'. It must be one of a,"
          + " b (main.lua:1). The field was emptied.",
      ]
    ),
    Case(
      rule: "a migrate that raises changes nothing",
      options: "migrate = function(old) old.banner = nil error('oh') end",
      session: "{banner = b}",
      warnings: ["'migrate' of the session failed: main.lua:3: oh", undeclared, emptied]
    ),
    Case(
      rule: "a migrate cannot wait",
      options: "migrate = function(old) sleep(1) return old end",
      session: "{banner = b}",
      warnings: [
        "'migrate' of the session failed: main.lua:3: cannot await here (at load time): sleep waits."
          + " Call it in a handler, such as a view or an action.",
        undeclared, emptied,
      ]
    ),
    Case(
      rule: "a migrate that never ends is stopped",
      options: "migrate = function(old) while true do end end",
      session: "{banner = b}",
      warnings: [
        "'migrate' of the session failed: main.lua:3: the script computed for more than 1 s; do less"
          + " at a time, or raise computingTime",
        undeclared, emptied,
      ]
    ),
    Case(
      rule: "a migrate that returns nothing has failed",
      options: "migrate = function(old) end",
      session: "{banner = b}",
      warnings: [
        "'migrate' of the session failed: it returned nil instead of the new session", undeclared,
        emptied,
      ]
    ),
  ]

  static func main(_ options: String) -> String {
    """
    session.declare({ banner = "string",
      user = { name = "string", role = "a|b" } },
      { stored = true, version = 2, \(options) })
    """
  }

  static let first = """
    session.declare({ banner = "string", user = { name = "string" }, old = "int" },
      { stored = true, version = 1 })
    """

  static let old: Value = ["banner": "b", "user": ["name": "Ada"], "old": 1]

  private static func messages(_ warnings: [ScriptProblem]) -> [String] {
    warnings.map { ($0.code.rawValue == "stale_shape" ? "" : "\($0.code) ") + $0.message }.sorted()
  }

  @Test(arguments: cases)
  func `a reload migrates the session`(row: Case) async throws {
    let scripts = try LoadedScripts(Self.first, storage: MemoryResources())
    try await scripts.host.load()
    try await scripts.router.perform {
      try scripts.host.session(in: $0).replace(with: Self.old)
    }
    let reload = try await scripts.host.load(from: .texts(["main.lua": Self.main(row.options)]))
    #expect(Self.messages(reload.warnings) == row.warnings)
    #expect(await SessionStorageTests.session(scripts).summary == row.session)
  }

  @Test(arguments: cases)
  func `a stored session of another version is migrated in the same way`(row: Case) async throws {
    let storage = SessionStorageTests.Storage(["version": 1, "fields": Self.old])
    let scripts = try LoadedScripts(Self.main(row.options), storage: storage)
    #expect(Self.messages(try await scripts.host.load()) == row.warnings)
    #expect(await SessionStorageTests.session(scripts).summary == row.session)
    if row.session != "{}" { #expect(storage.session?["version"] == 2) }
    #expect((storage.session?["fields"] ?? [:]).summary == row.session)
    let again = try LoadedScripts(Self.main(row.options), storage: storage)
    #expect(Self.messages(try await again.host.load()) == [])
    #expect(await SessionStorageTests.session(again).summary == row.session)
  }

  @Test(arguments: [1, 2, nil] as [Int?])
  func `values that fit are migrated only if the version differs`(version: Int?) async throws {
    var session: Value = ["fields": ["banner": "b"]]
    if let version { session["version"] = .int(Int64(version)) }
    let migrate =
      "migrate = function(old, version) return { banner = old.banner .. version } end"
    let scripts = try LoadedScripts(
      Self.main(migrate),
      storage: SessionStorageTests.Storage(session)
    )
    #expect(try await scripts.host.load().isEmpty)
    let banner = version == 2 ? "b" : "b\(version ?? 0)"
    #expect(await SessionStorageTests.session(scripts)["banner"] == .text(banner))
  }

  @Test(arguments: [
    ScriptCase("a text", "x", "it is damaged"), ScriptCase("a list", "list", "it is damaged"),
    ScriptCase("bytes", "fails", "the disk is full"),
  ])
  func `a damaged copy never prevents a start`(row: ScriptCase) async throws {
    let storage = SessionStorageTests.Storage(row.script == "list" ? ["fields": 1] : "x")
    storage.fails = row.script == "fails"
    let scripts = try LoadedScripts(Self.main(""), storage: storage)
    #expect(
      Self.messages(try await scripts.host.load())
        == ["The stored session could not be read: \(row.expected). Its fields are empty."]
    )
    storage.fails = false
    _ = await scripts.evaluate("(function() session.banner = 'new' end)()")
    #expect(storage.session?["fields"]["banner"] == "new")
  }

  @Test func `one migrate converts the whole session`() async throws {
    let found = try await problems(
      """
      session.declare({ a = "int" }, { migrate = print })
      session.declare({ b = "int" }, { migrate = print })
      """
    )
    #expect(
      found == [
        "main.lua:2: The session already has a 'migrate' (main.lua:1). The whole session has one"
          + " version and one 'migrate'. [duplicate]"
      ]
    )
  }

  @Test func `a reset empties the session and its copy, and a reload keeps both`() async throws {
    let storage = SessionStorageTests.Storage(["version": 2, "fields": ["banner": "b"]])
    let scripts = try LoadedScripts(Self.main(""), runsHeadless: true, storage: storage)
    try await scripts.host.load()
    let reload = try await scripts.host.load(from: .texts(["main.lua": Self.main("")]))
    #expect(reload.warnings.isEmpty)
    #expect(await SessionStorageTests.session(scripts) == ["banner": "b"])
    try await scripts.router.perform { application in
      scripts.host.holdBase(in: application)
      try scripts.host.reset(in: application)
    }
    #expect(await SessionStorageTests.session(scripts) == [:])
    #expect(storage.session == nil)
  }
}
