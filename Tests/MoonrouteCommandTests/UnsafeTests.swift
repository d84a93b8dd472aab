import Foundation
import Testing

#if Command
/// `--unsafe`: all of Lua's libraries, and a warning.
struct UnsafeTests {
  private static let libraries =
    "type(io) == 'table' and type(debug) == 'table' and type(load) == 'function'"
    + " and type(os.getenv) == 'function' and type(package) == 'table'"

  /// Keeps more than the least memory, and computes for longer than the least time.
  private static let much =
    "local t = {} for n = 1, 40 do t[n] = ('x'):rep(100000) .. n end"
    + " local start = os.clock() while os.clock() - start < 0.05 do end"

  @Test func `run says so on standard error, and gives libraries without limits`() async throws {
    let line = "(function() \(Self.much) return \(Self.libraries) end)()"
    let arguments = ["run", "single.lua", "--memory", "2", "--cpu", "10", "--eval", line]
    let unsafe = try await CommandRun.moonroute(arguments + ["--unsafe"])
    #expect(unsafe.status == 0)
    #expect(unsafe.output.contains("true"))
    #expect(unsafe.errors.hasPrefix("moonroute: UNSAFE: "))
    let safe = try await CommandRun.moonroute(arguments)
    #expect(!safe.output.contains("true"))
    #expect(!safe.errors.contains("UNSAFE"))
  }

  @Test func `test says so on standard error, and gives libraries and memory`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = "it('has them', function() \(Self.much) assert.is_true(\(Self.libraries)) end)"
    try Data(spec.utf8).write(to: scratch["a_spec.lua"])
    let arguments = ["test", "a_spec.lua", "--memory", "3"]
    let unsafe = try await CommandRun.moonroute(arguments + ["--unsafe"], in: scratch.folder)
    #expect(unsafe.status == 0)
    #expect(unsafe.errors.hasPrefix("moonroute: UNSAFE: "))
    let safe = try await CommandRun.moonroute(arguments, in: scratch.folder)
    #expect(safe.status == 1)
    #expect(!safe.errors.contains("UNSAFE"))
  }
}
#endif
