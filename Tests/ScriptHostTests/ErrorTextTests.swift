import Moonroute
import RoutePatterns
import ScriptHost
import TestSupport
import Testing

/// The texts of script errors.
@Suite struct ErrorTextTests {
  private struct Refused: Error, CustomStringConvertible {
    var description: String { "not today" }
  }

  /// Internal texts of the host, which no error may contain.
  private static let insides = [
    "moonroute/", "//", "[C]", "in ?", "0x", ".swift", "stack traceback", "lua_", "clua",
    "LuaError",
    "Generation", "registry",
  ]

  /// Ways for a function to fail.
  private static let errors = [
    "error('oh')",
    "error({ secret = 1 })",
    "error(print)",
    "error(tostring(print) .. tostring({}) .. tostring(coroutine.create(print)))",
    "error(('%s'):format(setmetatable({}, {})))",
    "error()",
    "local nothing nothing.field = 1",
    "local nothing nothing()",
    "return router.rout('/')",
    "string.rep()",
    "('x'):rep(1e9)",
    "('%d'):format('x')",
    "table.sort({ 3, 2, 1 }, function() error('inside') end)",
    "('x'):gsub('x', function() error('inside') end)",
    "setmetatable({}, { __index = function() error('inside') end }).field()",
    "coroutine.wrap(function() error('inside') end)()",
    "select(2, pcall(error, 'inside')).field()",
    "error(select(2, xpcall(error, function(e) return e end, 'inside')))",
    "require('nowhere')",
    "require('broken')",
    "host.refuse()",
    "host.refuse_later()",
    "host.nothing()",
    "host.call_back(function() error('inside') end)()",
    "router.to('nowhere')",
    "resources.get('/nowhere')",
    "json.decode('{')",
    "local function deep() return 1 + deep() end deep()",
    "while true do end",
    "local t = {} for n = 1, 1e9 do t[n] = ('x'):rep(1000) .. n end",
  ]

  /// The ways for a kind of function to fail: all for `make soak`, otherwise a share of them.
  private static func errors(for kind: FunctionKind, of all: [FunctionKind]) -> [String] {
    let number = all.firstIndex { $0.testDescription == kind.testDescription } ?? 0
    return errors.enumerated().filter { ($0.offset + number) % TestScale.placeShare == 0 }
      .map(\.element)
  }

  private static func offer(_ offers: inout HostOffers) {
    offers.function("refuse") { _ in throw Refused() }
    offers.function("refuse_later") { _ async throws in
      await Task.yield()
      throw Refused()
    }
    offers.function("call_back") { $0.first ?? .null }
  }

  private static let files = FunctionKind.files.merging(["broken.lua": "error('broken')"]) { $1 }

  /// Makes a function fail in every way.
  ///
  /// - Parameters:
  ///   - kind: The function.
  ///   - errors: The ways to fail.
  ///   - isAsked: Whether a caller waits for it. Otherwise its errors are lines of the log.
  /// - Returns: All the texts.
  /// - Throws: The problems that prevent the scripts from loading.
  private func texts(
    _ kind: FunctionKind,
    _ errors: [String],
    isAsked: Bool
  ) async throws -> [String] {
    let (lines, log) = AsyncStream.makeStream(of: String.self)
    let scripts = try await LoadedScripts.load(
      FunctionKind.beginning(wait: "return err(value)") + kind.main,
      files: Self.files,
      memoryLimit: 4 << 20,
      computingTime: .milliseconds(50)
    ) { offers in
      Self.offer(&offers)
    }
    let observation = scripts.host.observeLog {
      log.yield("\($0.wholeMessage) \($0.site.map { "\($0)" } ?? "")")
    }
    defer { withExtendedLifetime(observation) {} }
    let outcomes = await scripts.router.perform {
      $0.router.outcomes(bufferingNewest: 1_000)
    }
    var reader = lines.makeAsyncIterator()
    var texts: [String] = []
    for body in errors {
      _ = await scripts.open("/")
      _ = await scripts.evaluate("(function() err = function() \(body) end end)()")
      texts.append(await scripts.evaluate(kind.line))
      if !isAsked { texts.append(await reader.next() ?? "") }
    }
    _ = await scripts.open("/last")
    log.finish()
    while let line = await reader.next() { texts.append(line) }
    for await outcome in outcomes {
      texts += [outcome.summary] + outcome.steps.map { "\($0)" }
      if let error = outcome.error {
        texts += ["\(error)", error.message] + error.traceback.map { "\($0)" }
      }
      if outcome.location?.description == "/last" { break }
    }
    return texts
  }

  @Test(arguments: FunctionKind.asked)
  func `no text about a function that fails shows the host's internals`(
    kind: FunctionKind
  ) async throws {
    let errors = Self.errors(for: kind, of: FunctionKind.asked)
    check(try await texts(kind, errors, isAsked: true), count: errors.count)
  }

  @Test(arguments: FunctionKind.besides)
  func `no text about a handler that fails shows the host's internals`(
    kind: FunctionKind
  ) async throws {
    let errors = Self.errors(for: kind, of: FunctionKind.besides)
    check(try await texts(kind, errors, isAsked: false), count: errors.count)
  }

  @Test(arguments: errors)
  func `no problem of a script that does not load shows the host's internals`(
    body: String
  ) async throws {
    let scripts = try LoadedScripts(
      "\n" + body,
      files: Self.files,
      memoryLimit: 4 << 20,
      offering: Self.offer
    )
    do {
      try await scripts.host.load()
      Issue.record("It loads.")
    } catch {
      check(error.problems.map { "\($0.message) \($0.site.map { "\($0)" } ?? "")" }, count: 1)
      check(error.problems.flatMap { $0.traceback.map { "\($0)" } }, count: 0)
    }
  }

  private func check(_ texts: [String], count: Int) {
    let places = texts.filter { text in
      ["main.lua:", "broken.lua:", "(eval):"].contains { text.contains($0) }
    }
    #expect(places.count >= count)
    for text in texts {
      for inside in Self.insides where text.contains(inside) {
        Issue.record("'\(inside)' in '\(text)'")
      }
    }
  }

  @Test(
    arguments: [
      ("error('oh')", "main.lua:2: oh"),
      ("local x = nil + 1", "main.lua:2: attempt to perform arithmetic on a nil value"),
      ("while true do end", nil), ("host.refuse()", "main.lua:2: not today"),
      ("host.refuse_later()", "main.lua:2: not today"),
    ] as [(String, String?)]
  )
  func `the error of an open has its call stack`(
    body: String,
    description: String?
  ) async throws {
    let scripts = try await LoadedScripts.load(
      """
      local function inner()
        \(body)
      end
      function outer() inner() return true end
      local function ask()
        local answer = outer()
        return answer
      end
      router.route { path = "/", redirect = ask, action = print }
      """,
      computingTime: .milliseconds(50),
      offering: Self.offer
    )
    let error = try #require(await scripts.router.open("/").error)
    if let description { #expect(error.description == description) }
    #expect(
      error.traceback.map(\.description) == [
        "main.lua:2: in function 'inner'", "main.lua:4: in function 'outer'",
        "main.lua:6: in function <main.lua:5>",
      ]
    )
  }

  @Test func `an error without a call stack has no traceback`() async throws {
    let scripts = try await LoadedScripts.load(
      "router.route { path = '/', redirect = function() error('oh') end, action = print }"
    )
    let error = try #require(await scripts.router.open("/").error)
    #expect(error.description == "main.lua:1: oh")
    #expect(error.traceback.isEmpty)
  }
}
