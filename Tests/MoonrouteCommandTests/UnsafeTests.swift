import Foundation
import Testing

#if Command
/// `--unsafe`: all of Lua's libraries, and a warning.
struct UnsafeTests {
  private static let libraries =
    "type(io) == 'table' and type(debug) == 'table' and type(load) == 'function'"
    + " and type(os.getenv) == 'function' and type(package) == 'table'"

  /// Uses more memory and more computing time than the minimum limits.
  private static let much =
    "local t = {} for n = 1, 40 do t[n] = ('x'):rep(100000) .. n end"
    + " local start = os.clock() while os.clock() - start < 0.05 do end"

  @Test func `run warns on standard error, and gives libraries without limits`() async throws {
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

  @Test(arguments: [["run", "single.lua", "--eval"], ["test"]])
  func `neither run nor test limits the log or the values that cross to the host`(
    command: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let lines = "for n = 1, 10050 do print('line') end "
    let list = "local t = {} for n = 1, 600000 do t[n] = n end return #json.encode(t) > 4e6"
    let line = "(function() \(lines)\(list) end)()"
    try Data("it('is', function() assert.is_true(\(line)) end)".utf8)
      .write(to: scratch["a_spec.lua"])
    try Data("x = 1".utf8).write(to: scratch["single.lua"])
    // Specs without an application have no `json`.
    try Data("x = 1".utf8).write(to: scratch["main.lua"])
    let rest = command.first == "test" ? ["a_spec.lua"] : [line]
    let unsafe = try await CommandRun.moonroute(command + rest + ["--unsafe"], in: scratch.folder)
    #expect(unsafe.status == 0)
    // Specs show the log of an application only for failures.
    guard command.first == "run" else { return }
    #expect(unsafe.errors.components(separatedBy: "line\n").count > 10_050)
    #expect(!unsafe.errors.contains("is left out"))
  }

  @Test func `test warns on standard error, and gives libraries and memory`() async throws {
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

  @Test func `a file that a spec loads itself has counted lines`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = """
      it('loads', function()
        loadfile('mine/one.lua')()
        dofile('./mine/two.lua')
        local text = io.open('mine/three.lua'):read('a')
        assert.are.equal(3, load(text, '@mine/three.lua')(3))
        assert.are.equal(4, loadfile('mine/env.lua', 't', { x = 4 })())
        assert.is_nil(loadfile('mine/none.lua'))
        assert.matches('^table: 0x%x+$', tostring({}))
        assert.has_error(function() dofile('mine/wrong.lua') end)
        assert.are.equal('_ENV', (debug.getupvalue(loadfile('mine/one.lua'), 1)))
      end)
      """
    let files = [
      "a_spec.lua": spec, "main.lua": "",
      "mine/one.lua": "for i = 1, 3 do\n  local _ = i\nend\n", "mine/two.lua": "local _ = 1\n",
      "mine/three.lua": "return ...\n", "mine/env.lua": "return x\n", "mine/wrong.lua": "x =",
    ]
    for (name, text) in files {
      let folder = scratch[name].deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: scratch[name])
    }
    let run = try await CommandRun.moonroute(
      ["test", "a_spec.lua", "--unsafe", "--coverage=lcov", "--coverage-file=lines.info"],
      in: scratch.folder
    )
    #expect(run.status == 0, "\(run.output)")
    let lines = try String(contentsOf: scratch["lines.info"], encoding: .utf8)
    #expect(lines.contains("mine/one.lua\nFNF:0\nFNH:0\nDA:1,1\nDA:2,3\n"), "\(lines)")
    for name in ["two", "three", "env"] {
      #expect(lines.contains("mine/\(name).lua\nFNF:0\nFNH:0\nDA:1,1\n"), "\(lines)")
    }
  }

  @Test func `joining tables is safe on every release of Lua`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = """
      local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
      local meta = {}
      meta.__concat = function() deep(300) return 'x' end
      local one = setmetatable({}, meta)
      it('joins', function()
        for _ = 1, 50 do
          assert.are.equal('x', coroutine.wrap(function() return one .. 'a' .. one end)())
        end
      end)
      """
    try Data(spec.utf8).write(to: scratch["a_spec.lua"])
    let run = try await CommandRun.moonroute(
      ["test", "a_spec.lua", "--unsafe", "-o", "plain"],
      in: scratch.folder
    )
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
#endif
