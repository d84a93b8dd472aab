import Moonroute
import ScriptHost
import Testing

@Suite struct ReloadTests {
  private static let good = """
    session.count = (session.count or 0) + 1
    router.route { name = "home", path = "/", view = function() return screen { "Old" } end }
    router.route { name = "n", path = "/n", action = function() return 1 end }
    """

  /// Mistakes in the middle of an edit, and their messages.
  private static let broken: [(what: String, main: String, message: String)] = [
    (
      "a syntax error", "router.route {",
      "main.lua:1: unexpected symbol near <eof>"
    ),
    ("an error at load", "local x = nil\nx.y = 1", "main.lua:2: attempt to index"),
    (
      "a conflict",
      "router.route { path = '/a', view = 'A' }\nrouter.route { path = '/a', view = 'B' }",
      "main.lua:2: "
    ),
    ("an endless loop", "while true do end", "main.lua:1: "),
    (
      "a memory bomb", "local t = {} for i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end",
      "main.lua:1: "
    ),
    ("kept data that is not plain", "reload.keep('f', function() return print end)", "f is a "),
  ]

  @Test(arguments: broken.indices)
  func `a load that fails changes nothing, and the next valid save recovers`(
    index: Int
  ) async throws {
    let (what, main, message) = Self.broken[index]
    let scripts = try await LoadedScripts.load(Self.good, memoryLimit: 8 << 20)
    let host = scripts.host
    do {
      try await host.load(from: .texts(["main.lua": main]))
      Issue.record("\(what) loaded")
    } catch {
      #expect(error.problems.contains { "\($0)".hasPrefix(message) }, "\(what): \(error)")
    }
    #expect(await scripts.open("/n") == "handled 1")
    #expect(await scripts.evaluate("return session.count, reload.generation") == "1, 1")
    let better = Self.good.replacing("return 1", with: "return 2")
    let reload = try await host.load(from: .texts(["main.lua": better]))
    #expect(await scripts.open("/n") == "handled 2")
    #expect(reload.generation == 2)
    #expect(await scripts.evaluate("return session.count") == "2")
  }

  @Test func `an unchanged file stays the same, including its places`() async throws {
    var files = [
      "main.lua": "require \"routes.a\"\nrequire \"routes.b\"\n",
      "routes/a.lua": """
      local asked = 0
      router.route {
        path = "/a",
        action = function()
          asked = asked + 1
          error("asked " .. asked)
        end,
      }
      """,
    ]
    let host = try ScriptHost(.texts([:]), in: .patient())
    for version in 1...3 {
      files["routes/b.lua"] =
        "router.route { path = '/b', action = function() return \(version) end }"
      try await host.load(from: .texts(files))
      for asked in 1...2 {
        let error = await #expect(throws: RouterError.self) {
          try await host.router.fetchValues("/a")
        }
        #expect(error.map { "\($0)" }?.hasPrefix("routes/a.lua:6: asked \(asked)") == true)
      }
      #expect(try await host.router.fetchValues("/b") == [.int(Int64(version))])
    }
  }

  @Test func `a deleted main.lua changes nothing until it is back`() async throws {
    let folder = try ScriptFolder(["main.lua": Self.good])
    let host = try ScriptHost(.folder(folder.path), in: .patient())
    try await host.load()
    try folder.shell("rm main.lua")
    do {
      try await host.reload()
      Issue.record("nothing loaded")
    } catch {
      #expect("\(error)".contains("There is no main.lua."))
    }
    #expect(try await host.router.fetchValues("/n") == [.int(1)])
    try folder.write("main.lua", Self.good)
    #expect(try await host.reload() == nil)
  }

  @Test func `a reload reports the differences`() async throws {
    let files = [
      "main.lua": "require 'a' require 'b'",
      "a.lua": "router.route { name = 'same', path = '/s', view = 'S' }",
      "b.lua": """
      router.route { name = 'gone', path = '/g', view = 'G' }
      router.route { name = 'other', path = '/o', view = 'O' }
      router.route { path = '/nameless', view = 'N' }
      """,
    ]
    let host = try ScriptHost(.texts(files), in: .patient())
    try await host.load()
    var changed = files
    changed["b.lua"] = nil
    changed["main.lua"] = "require 'a' require 'c'"
    changed["c.lua"] = """
      router.route { name = 'other', path = '/other', view = 'O' }
      router.route { name = 'new', path = '/new', view = 'N' }
      router.route { path = '/nameless', view = 'N' }
      """
    let reload = try await host.load(from: .texts(changed))
    #expect(reload.routes.added.map(\.label) == ["new"])
    #expect(reload.routes.removed.map(\.label) == ["gone"])
    #expect(reload.routes.changed.map(\.label) == ["other"])
    #expect(reload.files.added == ["c.lua"])
    #expect(reload.files.removed == ["b.lua"])
    #expect(reload.files.changed == ["main.lua"])
    #expect(try await host.reload() == nil)
  }

  @Test func `a rollback loads the previous scripts, whatever is on the disk`() async throws {
    let folder = try ScriptFolder(["main.lua": Self.good])
    let host = try ScriptHost(.folder(folder.path), in: .patient())
    try await host.load()
    #expect(try await host.rollback() == nil)
    try folder.write("main.lua", Self.good.replacing("return 1", with: "return 2"))
    try await host.reload()
    #expect(try await host.router.fetchValues("/n") == [.int(2)])
    #expect(try await host.rollback()?.generation == 3)
    #expect(try await host.router.fetchValues("/n") == [.int(1)])
    try await host.rollback()
    #expect(try await host.router.fetchValues("/n") == [.int(2)])
  }

  @Test func `reload results are available as a stream`() async throws {
    let scripts = try await LoadedScripts.load(Self.good)
    var results = scripts.host.reloads().makeAsyncIterator()
    _ = try? await scripts.host.load(from: .texts(["main.lua": "x("]))
    try await scripts.host.load(from: .texts(["main.lua": Self.good + "x = 1"]))
    guard case .failed = await results.next() else { return #expect(Bool(false), "no failure") }
    guard case .reloaded(let reload) = await results.next() else {
      return #expect(Bool(false), "no reload")
    }
    #expect(reload.generation == 2)
  }

  @Test func `reloads work with a custom source of changes, without files`() async throws {
    let folder = try ScriptFolder(["main.lua": Self.good])
    let host = try ScriptHost(.folder(folder.path), in: .patient())
    try await host.load()
    try folder.write("main.lua", Self.good.replacing("return 1", with: "return 2"))
    let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
    continuation.yield()
    continuation.finish()
    await host.reload(on: changes)
    #expect(try await host.router.fetchValues("/n") == [.int(2)])
  }

  @Test func `observers of the router are notified of a reload`() async throws {
    let scripts = try await LoadedScripts.load(Self.good)
    let names = try await scripts.router.perform { application in
      var names: [String] = []
      let watching = application.router.observe { names.append($0.name) }
      _ = try await scripts.host.load(from: .texts(["main.lua": Self.good + "x = 1"]))
      watching.cancel()
      return names
    }
    #expect(names == ["reloaded"])
  }

  @Test func `a waiting open ends on the generation it started in`() async throws {
    let gate = Gate()
    func main(_ version: Int) -> String {
      """
      router.route { name = "a", path = "/a", redirect = function() host.wait() end,
        view = function() return screen { "Version \(version)" } end }
      """
    }
    let scripts = try await LoadedScripts.load(main(1)) { offers in
      offers.function("wait") { _ in
        await gate.wait()
        return .null
      }
    }
    async let first = scripts.open("/a")
    await gate.reached()
    for version in 2...4 { try await scripts.host.load(from: .texts(["main.lua": main(version)])) }
    gate.open()
    #expect(await first == "opened Version 1")
    #expect(await scripts.open("/a") == "opened Version 4")
  }

  @Test func `if opens of five replaced loads wait, those of the oldest are cancelled`()
    async throws
  {
    let main = """
      router.route { path = "/a/:n", action = function() host.wait() end }
      """
    let gate = Gate()
    defer { gate.open() }
    let scripts = try await LoadedScripts.load(main) { offers in
      offers.function("wait") { () async in await gate.wait() }
    }
    var waiting: [Task<Outcome, Never>] = []
    for number in 1...5 {
      waiting.append(Task { [router = scripts.router] in await router.open("/a/\(number)") })
      await gate.reached(number)
      try await scripts.host.load(from: .texts(["main.lua": main]))
    }
    let outcome = await waiting[0].value
    #expect(outcome.status == .cancelled)
    #expect(
      outcome.asError?.message
        == "'/a/1' was cancelled: its scripts were replaced, and opens of 4 later loads wait."
    )
  }

  @Test func `the texts of the active and the previous scripts are available`() async throws {
    let host = try ScriptHost(.texts(["main.lua": "-- 1"]), in: .patient())
    try await host.load()
    for number in 2...3 { _ = try await host.load(from: .texts(["main.lua": "-- \(number)"])) }
    let texts = await host.router.perform { application in
      [nil, 3, 2, 1, 9]
        .map { number in
          host.text(of: "main.lua", generation: number, in: application)
            .map { String(decoding: $0, as: UTF8.self) } ?? "-"
        } + [host.text(of: "other.lua", in: application).map { _ in "there" } ?? "-"]
    }
    #expect(Array(texts.prefix(3)) == ["-- 3", "-- 3", "-- 2"])
    #expect(texts.suffix(2) == ["-", "-"])
  }
}
