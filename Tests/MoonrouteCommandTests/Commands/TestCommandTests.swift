import Foundation
import Testing

#if Command
struct TestCommandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let arguments: [String]
    let spec: String
    let status: Int32
  }

  static let cases = [
    Case(testDescription: "all hold", arguments: [], spec: "it('a', function() end)", status: 0),
    Case(testDescription: "only pending", arguments: [], spec: "pending('a')", status: 0),
    Case(
      testDescription: "a failure",
      arguments: [],
      spec: "it('a', function() assert(false) end)",
      status: 1
    ),
    Case(
      testDescription: "an error",
      arguments: [],
      spec: "it('a', function() error() end)",
      status: 1
    ),
    Case(testDescription: "a file that does not parse", arguments: [], spec: "it(", status: 1),
    Case(
      testDescription: "os.exit(0) in a test",
      arguments: [],
      spec: "it('a', function() os.exit(0) end)",
      status: 1
    ),
    Case(
      testDescription: "an endless loop",
      arguments: ["--timeout", "0.2"],
      spec: "it('a', function() while true do end end)",
      status: 1
    ),
    Case(
      testDescription: "no test selected",
      arguments: ["-t", "typo"],
      spec: "it('a', function() end)",
      status: 1
    ),
    Case(
      testDescription: "no test selected, which is fine",
      arguments: ["-t", "typo", "--pass-with-no-tests"],
      spec: "it('a', function() end)",
      status: 0
    ),
    Case(
      testDescription: "no test selected, as in busted",
      arguments: ["-t", "typo", "--busted-strict-compat"],
      spec: "it('a', function() end)",
      status: 0
    ),
    Case(testDescription: "an unknown format", arguments: ["-o", "x"], spec: "", status: 2),
    Case(testDescription: "a path that is not there", arguments: ["nowhere"], spec: "", status: 1),
    Case(
      testDescription: "a task without a configuration",
      arguments: ["-r", "x"],
      spec: "it('a', function() end)",
      status: 0
    ),
  ]

  @Test(arguments: cases)
  func `the exit status is the result`(row: Case) async throws {
    let run = try await CommandRun.test(row.arguments, ["spec/a_spec.lua": row.spec])
    #expect(run.status == row.status, "\(run.output)\(run.errors)")
  }

  /// A defect of busted, the behaviour here, and the effect of `--busted-strict-compat`.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var arguments: [String] = []
    let spec: String
    /// The exit status, and a text of the report or the problems, without the option.
    let ours: (status: Int32, text: String)
    /// The same with the option.
    let strict: (status: Int32, text: String)
  }

  static let faults = [
    Fault(
      testDescription: "green though no test was selected",
      arguments: ["-t", "typo"],
      spec: "it('a', function() end)",
      ours: (1, "no test was selected"),
      strict: (0, "0 successes / 0 failures / 0 errors / 0 pending")
    ),
    Fault(
      testDescription: "a tag fits one that begins with it",
      arguments: ["-t", "bu"],
      spec: "it('a #bug', function() end)",
      ours: (1, "no test was selected"),
      strict: (0, "1 success / 0 failures")
    ),
    Fault(
      testDescription: "os.exit(0) ends the run as green",
      spec: "it('a', function() os.exit(0) end) it('b', function() end)",
      ours: (1, "os.exit(0) was called"),
      strict: (1, "1 success / 0 failures / 1 error")
    ),
    Fault(
      testDescription: "an endless loop never ends",
      arguments: ["--timeout", "0.2"],
      spec: "it('a', function() while true do end end) it('b', function() end)",
      ours: (1, "spec/a_spec.lua:1: it('a', function() while true do end end)"),
      strict: (1, "1 success / 0 failures / 1 error")
    ),
    Fault(
      testDescription: "json cannot write pending tests",
      arguments: ["-o", "json"],
      spec: "pending('a', function() end)",
      ours: (0, "\"status\":\"pending\""),
      strict: (0, "\"pending\":1")
    ),
    Fault(
      testDescription: "one of several assertions is never called",
      arguments: ["-o", "json"],
      spec: "it('a', function() local _ = assert.is_false assert.truthy(true) end)",
      ours: (0, "\"warning\":\"an assertion was named but never called\""),
      strict: (0, "\"warning\":null")
    ),
    Fault(
      testDescription: "an assertion that is never called says nothing",
      arguments: ["-o", "json"],
      spec: "it('a', function() local _ = assert.is_false end)",
      ours: (0, "\"warning\":\"assert.is_false was named but never called\""),
      strict: (0, "\"warning\":null")
    ),
  ]

  @Test(arguments: faults)
  func `errors of busted are fixed unless an option restores them`(fault: Fault) async throws {
    let files = ["spec/a_spec.lua": fault.spec]
    let ours = try await CommandRun.test(fault.arguments, files)
    #expect(ours.status == fault.ours.status)
    #expect((ours.output + ours.errors).contains(fault.ours.text), "\(ours.output)")
    let strict = try await CommandRun.test(fault.arguments + ["--busted-strict-compat"], files)
    #expect(strict.status == fault.strict.status)
    #expect((strict.output + strict.errors).contains(fault.strict.text), "\(strict.output)")
  }

  @Test
  func `statements run before each file`() async throws {
    let run = try await CommandRun.test(
      ["-e", "word = 'hi'", "-e", "word = word .. '!'", "-o", "tap"],
      [
        "spec/a_spec.lua": "it(word, function() assert.are.equal('hi!', word) word = 'a' end)",
        "spec/b_spec.lua": "it(word, function() assert.are.equal('hi!', word) end)",
      ]
    )
    #expect(run.output == "ok 1 - hi!\nok 2 - hi!\n1..2\n")
    let broken = try await CommandRun.test(
      ["-e", "x ="],
      ["spec/a_spec.lua": "it('a', function() end)"]
    )
    #expect(broken.status == 1)
    #expect(broken.output.contains("(-e):1"))
  }

  @Test
  func `a .busted file sets options, but the command line takes precedence`() async throws {
    let files = [
      ".busted": """
      return {
        _all = { output = "TAP" },
        default = { ROOT = { "tests" }, pattern = "_check" },
        only = { ROOT = { "tests" }, pattern = "_check", tags = "one" },
      }
      """,
      "tests/a_check.lua": "it('a #one', function() end) it('b', function() end)",
      "tests/a_spec.lua": "it('c', function() error('x') end)",
    ]
    #expect(try await CommandRun.test([], files).output == "ok 1 - a \\#one\nok 2 - b\n1..2\n")
    #expect(try await CommandRun.test(["-r", "only"], files).output == "ok 1 - a \\#one\n1..1\n")
    #expect(try await CommandRun.test(["-o", "json"], files).lines.count == 3)
    #expect(try await CommandRun.test(["-r", "none"], files).status == 1)
  }

  @Test(
    arguments: [
      "mkdir PATH", "mkfifo PATH", "ln -s nowhere PATH", "ln -s spec PATH", "ln -s PATH PATH",
    ],
    [[], ["-f", "some.lua"]]
  )
  func `a configuration that is not a file is invalid usage`(
    making: String,
    arguments: [String]
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let path = arguments.last ?? ".busted"
    try FileManager.default.createDirectory(at: scratch["spec"], withIntermediateDirectories: true)
    try Data("it('a', function() end)".utf8).write(to: scratch["spec/a_spec.lua"])
    let made = try await CommandRun.shell(
      making.replacing("PATH", with: path),
      in: scratch.folder
    )
    #expect(made.status == 0)
    let run = try await CommandRun.moonroute(["test"] + arguments, in: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        moonroute: '\(path)' is not a file. Write the configuration into an ordinary file, or name one \
        with --config-file.

        """
    )
  }

  @Test(arguments: ["__gc", "__mode", "__close", "__concat"])
  func `specs have the same restrictions on setmetatable unless the sandbox is off`(
    name: String
  ) async throws {
    let spec = "it('a', function() setmetatable({}, { \(name) = function() end }) end)"
    let refused = try await CommandRun.test([], ["spec/a_spec.lua": spec])
    #expect(refused.status == 1)
    #expect(refused.output.contains("setmetatable does not take '\(name)'"))
    #expect(try await CommandRun.test(["--unsafe"], ["spec/a_spec.lua": spec]).status == 0)
  }

  @Test
  func `tests are listed without being run`() async throws {
    let run = try await CommandRun.test(
      ["--list"],
      ["spec/a_spec.lua": "describe('d', function()\n  it('a', function() error('x') end)\nend)"]
    )
    #expect(run.output == "spec/a_spec.lua:2: d a\n")
    #expect(run.status == 0)
  }

  @Test
  func `json includes pending tests`() async throws {
    let run = try await CommandRun.test(
      ["--format", "json"],
      ["spec/a_spec.lua": "pending('p', function() end)"]
    )
    #expect(run.lines.first?.contains("\"status\":\"pending\"") == true)
    #expect(
      run.lines.last?
        .hasPrefix("{\"summary\":{\"successes\":0,\"failures\":0,\"errors\":0,\"pending\":1,")
        == true
    )
  }

  static let handler = """
    return function(options)
      local busted = require 'busted'
      local handler = require 'busted.outputHandlers.base'()
      local write = require 'shapes.line'
      function handler.testEnd(element, parent, status, trace)
        write(status, ' ', handler.getFullName(element), ' @ ', trace.currentline, '\\n')
        return nil, true
      end
      function handler.suiteEnd(suite)
        print(handler.successesCount, handler.failuresCount, handler.pendingsCount, #handler.errors)
        print(handler.failures[1].message:match('^[^\\n]*'), options.arguments[1])
        return nil, true
      end
      busted.subscribe({ 'test', 'end' }, handler.testEnd, { predicate = handler.cancelOnPending })
      busted.subscribe({ 'suite', 'end' }, handler.suiteEnd)
      return handler
    end
    """

  @Test func `a file that raises an error is in the suite, as in busted`() async throws {
    let files = [
      "spec/a_spec.lua": "error('no')",
      "spec/b_spec.lua": "x = = 1",
      "names.lua": """
      local handler = require 'busted.outputHandlers.base'()
      require('busted').subscribe({ 'error' }, function(element, parent)
        print(handler.getFullName(element), parent and parent.descriptor)
        return nil, true
      end)
      return handler
      """,
    ]
    let run = try await CommandRun.test(["-o", "names.lua"], files)
    #expect(run.output == "suite spec/a_spec.lua\tsuite\nspec/b_spec.lua\tnil\n", "\(run.errors)")
  }

  @Test func `an argument of junit names the file for its report, as in busted`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("it('a', function() end)".utf8).write(to: scratch["a_spec.lua"])
    func run(_ word: String) async throws -> CommandRun {
      let words = ["test", "-o", "junit", "-Xoutput", word, "a_spec.lua"]
      return try await CommandRun.moonroute(words, in: scratch.folder)
    }
    #expect(try await run("report.xml").output.isEmpty)
    let report = try String(contentsOf: scratch["report.xml"], encoding: .utf8)
    #expect(report.contains("<testcase name=\"a\""))
    #expect(try await run("--plain").output.contains("<testcase"))
    let refused = try await run("true")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("-Xoutput true writes no file for each spec."))
  }

  @Test
  func `a handler in Lua writes the report`() async throws {
    let files = [
      "spec/a_spec.lua": """
      it('holds', function() end)
      it('fails', function() assert.are.equal(1, 2) end)
      pending('waits')
      it('breaks', function() error('no') end)
      """,
      "dots.lua": Self.handler,
      "shapes/line.lua": "return io.write",
      "broken.lua": "return function() error('no') end",
    ]
    let run = try await CommandRun.test(["-o", "dots.lua", "-Xoutput", "word"], files)
    #expect(
      run.output == """
        success holds @ 1
        failure fails @ 2
        pending waits @ 3
        error breaks @ 4
        1\t1\t1\t1
        Expected objects to be equal.\tword

        """
    )
    #expect(run.status == 1)
    let hiding = try await CommandRun.test(["-o", "dots.lua", "--suppress-pending"], files)
    #expect(!hiding.output.contains("pending"))
    let broken = try await CommandRun.test(["-o", "broken.lua"], files)
    #expect(broken.status == 1)
    #expect(broken.errors.contains("broken.lua"))
    #expect(
      try await CommandRun.test(["-o", "nowhere.lua"], files).errors.contains("cannot be read")
    )
  }

  @Test
  func `a report goes to a file`() async throws {
    let run = try await CommandRun.test(
      ["-o", "junit", "--output-file", "report.xml"],
      ["spec/a_spec.lua": "it('a', function() end)"]
    )
    #expect(run.output == "")
    #expect(run.status == 0)
  }

  @Test(arguments: ["--filter", "--filter-out", "--pattern", "--exclude-pattern"])
  func `an invalid pattern is an option error, and no test runs`(option: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("it('a', function() print('ran') end)".utf8).write(to: scratch["a_spec.lua"])
    let run = try await CommandRun.moonroute(["test", ".", option, "a["], in: scratch.folder)
    #expect(run.status == 2)
    #expect(run.output == "")
    #expect(
      run.errors.hasPrefix(
        "Error: \(option) takes a pattern of Lua, but got 'a[': malformed pattern (missing ']').\n"
      )
    )
    let file = "return { default = { ['\(option.dropFirst(2))'] = 'a[' } }"
    try Data(file.utf8).write(to: scratch[".busted"])
    let configured = try await CommandRun.moonroute(["test", "."], in: scratch.folder)
    #expect(configured.status == 1)
    #expect(
      configured.errors
        == "moonroute: .busted: '\(option.dropFirst(2))' takes a pattern of Lua, but"
        + " got 'a[': malformed pattern (missing ']').\n"
    )
  }

  @Test func `a file with tests but a name that does not match is reported`() async throws {
    let spec = "it('a', function() end)"
    let run = try await CommandRun.test([], ["spec/a_spec.lua": spec, "spec/cart.lua": spec])
    #expect(run.status == 0)
    #expect(
      run.errors
        == "moonroute: 'spec/cart.lua' has tests but does not run. Name it 'cart_spec.lua',"
        + " or give its name with --pattern.\n"
    )
    #expect(
      try await CommandRun.test(["-p", "_spec"], ["spec/a_spec.lua": spec, "spec/b.lua": spec])
        .errors == ""
    )
  }
}
#endif
