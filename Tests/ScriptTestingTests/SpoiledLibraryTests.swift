import ScriptTesting
import Testing

/// A spec that damages the Lua libraries affects only itself: the runner judges, formats and writes
/// as before.
@Suite struct SpoiledLibraryTests {
  /// Tests with results that must be the same with any libraries.
  private static let tests = """
    describe("block #tag", function()
      it("fails", function() assert.are.same({ a = { 1, "x" } }, { a = { 1, "y" } }) end)
      it("matches", function() assert.has_error(function() error("no way") end, "no way") end)
      it("finds", function() assert.matches("w+", "www") end)
      it("spies", function() assert.spy(spy.new(print)).was.called(2) end)
      it("misuses", function() assert.matches(1, 2) end)
      it("names", function() assert.no_such_thing(1) end)
      it("misses", function() require("luassert.languages.de") end)
      it("shows", function() assert.is_true(router.open("/nowhere").ok) end)
      it("judges", function() assert.opened(router.open("/nowhere"), "Home") end)
    end)
    """

  private static let spoilers = [
    "string.format = nil; string.gsub = nil",
    "for name in pairs(string) do string[name] = function() error('spoiled') end end",
    "table.concat, table.unpack, math.max = nil, nil, nil",
    "_G.select, _G.pcall, _G.error, _G.type, _G.tostring, _G.next, _G.ipairs = nil",
    "if debug then debug.getmetatable('').__index = {} end",
    "if debug then debug.setmetatable('', nil) end",
  ]

  /// The results of the tests after the damage: status, name and message of each.
  private static func lines(after spoiler: String, isUnsafe: Bool) async throws -> [String] {
    let run = try await SpecRun.of(
      "local error, print, require = error, print, require; \(spoiler)\n" + tests,
      with: ["main.lua": "router.route { path = '/', view = 'Home' }"]
    ) { $0.isUnsafe = isUnsafe }
    return run.results.map { result in
      let message = result.message?.replacing(/table: \w+/, with: "table")
      return "\(result.status.rawValue) \(result.name): \(message ?? "")"
    }
  }

  @Test(arguments: spoilers, [false, true])
  func `changes of a spec to the libraries do not reach the runner`(
    spoiler: String,
    isUnsafe: Bool
  ) async throws {
    let lines = try await Self.lines(after: "", isUnsafe: isUnsafe)
    #expect(lines.count == 9)
    #expect(lines.first?.hasPrefix("failure block #tag fails: ") == true)
    let spoiled = try await Self.lines(after: spoiler, isUnsafe: isUnsafe)
    #expect(spoiled.count == lines.count)
    for (line, before) in zip(spoiled, lines) { #expect(line == before) }
  }
}
