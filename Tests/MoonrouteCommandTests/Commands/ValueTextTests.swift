#if Command
import Foundation
import LuaRuntime
import TestSupport
import Testing

/// Values as text: every part of the product writes the same Lua.
struct ValueTextTests {
  private static let value = #"{ 1, "x\ny", ["end"] = "a\"b", n = { -0.5 } }"#

  private static let main = """
    value = \(value)
    router.route { name = "value", path = "/value", action = function()
      log.info("value", value)
      return value, 'a"b'
    end }
    """

  private static let spec = """
    it("fails", function() assert.equal(7, value) end)
    """

  private func run(_ arguments: [String], input: String = "") async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(at: scratch["spec"], withIntermediateDirectories: true)
    try Self.main.write(to: scratch["main.lua"], atomically: true, encoding: .utf8)
    try Self.spec.write(to: scratch["spec/a_spec.lua"], atomically: true, encoding: .utf8)
    return try await .moonroute(arguments, input: input.utf8, in: scratch.folder)
  }

  @Test func `Lua can read the text of a value`() throws {
    let state = try LuaState(limits: LuaLimits(), label: "the test's state")
    let text = "return \(Self.value)"
    let chunk = try state.load(text, name: "a.lua", environment: state.makeEnvironment())
    #expect(try state.call(chunk, []).map(\.description) == [Self.value])
  }

  @Test func `run prints an answer and a log line as Lua`() async throws {
    let run = try await run(["run", ".", "/value", "--eval", "value, 'a\"b'"])
    #expect(run.lines.first == "= \(Self.value), \"a\\\"b\"")
    #expect(run.output.contains("value = \(Self.value), \"a\\\"b\"\n"), "\(run.output)")
    #expect(run.errors.contains("value \(Self.value)\n"), "\(run.errors)")
  }

  @Test func `the prompt prints a value as Lua`() async throws {
    let run = try await run(["repl", "."], input: "= value, 'a\"b', nil\n")
    #expect(run.output.contains("= \(Self.value), \"a\\\"b\", nil\n"), "\(run.output)")
  }

  @Test func `a failure shows a value as Lua`() async throws {
    let run = try await run(["test", "."])
    #expect(run.output.contains("Actual:   \(Self.value) (table)"), "\(run.output)")
  }

  @Test func `run --json and json.encode write empty tables alike`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let main = #"""
      router.route { path = "/x", action = function()
        local value = json.decode('{"groups":[],"info":{},"nulls":[null]}')
        log.info(json.encode(value))
        return value
      end }
      """#
    try main.write(to: scratch["main.lua"], atomically: true, encoding: .utf8)
    let run = try await CommandRun.moonroute(["run", ".", "/x", "--json"], in: scratch.folder)
    let text = #"{"groups":[],"info":{},"nulls":[null]}"#
    #expect(run.output.contains("\"value\":\(text),"), "\(run.output)")
    #expect(run.errors.contains(text.replacing("\"", with: "\\\"")), "\(run.errors)")
  }
}
#endif
