import Foundation
import TestSupport
import Testing

#if Command
/// Specs and configurations written for busted, run by `moonroute test` instead.
struct BustedAgreementTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let rule: String
    var files: [String: String]
    var arguments: [String] = []
    /// The lines of the report.
    let lines: [String]
    /// A text on standard error.
    var says = ""

    var testDescription: String { rule }
  }

  private static let loud = "it(word or 'none', function() end)"

  static let options: [Row] =
    [
      key("ROOT = { 'other' }", ["none"]), key("pattern = '_check'", ["checked"]),
      key("ROOT = 'spec/a_spec.lua'", ["one #x", "two"]),
      key("recursive = false", ["one #x", "two", "none"]), key("directory = 'sub'", ["fourth"]),
      key("directory = { 'sub', './spec/..' }", ["fourth"]),
      key("tags = 'x'", ["one #x"]), key("filter = '^tw'", ["two"]), key("name = 'two'", ["two"]),
      key("e = 'word = 1'", ["one #x", "two", "1"]),
      key("e = { 'word = 1', 'word = word + 1' }", ["one #x", "two", "2"]),
      key("helper = 'help.lua', Xhelper = 'a,b'", ["one #x", "two", "a+b"]),
      key("lpath = 'lib/?.lua', e = 'word = require(\"m\")'", ["one #x", "two", "m"]),
      key("['repeat'] = '2'", ["one #x", "two", "none", "one #x", "two", "none"]),
    ]
    + excluding.flatMap { TestScale.isSoak ? $0.map { key($0.0, $0.1) } : [both($0)] }
    + meaningless.flatMap {
      TestScale.isSoak ? $0.map { key($0) } : [key($0.joined(separator: ", "))]
    }
    + unused + special

  /// Keys that exclude tests.
  ///
  /// Two rows combine such keys.
  private static let excluding = [
    [
      ("['exclude-pattern'] = 'b_spec'", ["one #x", "two"]),
      ("['exclude-names-file'] = 'names'", ["one #x", "none"]),
    ],
    [
      ("['exclude-tags'] = { 'x' }", ["two", "none"]),
      ("['filter-out'] = { '^tw' }", ["one #x", "none"]),
    ],
  ]

  private static func both(_ keys: [(String, [String])]) -> Row {
    let names = keys.map(\.1).reduce(all) { left, right in left.filter(right.contains) }
    return key(keys.map(\.0).joined(separator: ", "), names)
  }

  /// Keys that do not affect the names: one run each for `make soak`, otherwise one file per row.
  private static let meaningless = [
    [
      "['sort-tests'] = true, ['sort-files'] = true", "helper = ''",
      "lazy = true, verbose = true, ['keep-going'] = true, ['auto-insulate'] = true",
    ],
    [
      "sort = true",
      "['auto-insulate'] = false, ['suppress-pending'] = true, ['defer-print'] = true",
      "cpath = './?.so', app = false",
    ],
    [
      "['shuffle-tests'] = false, ['shuffle-files'] = false, shuffle = false, seed = '7'",
      "Xoutput = '--plain', ['log-success'] = 'log'",
    ],
  ]

  private static let unused = [
    key(
      "lang = 'de', loaders = { 'moonscript' }, lua = 'luajit', ['ignore-lua'] = true",
      says: "moonroute: .busted: 'ignore-lua', 'lang', 'loaders', 'lua' have no effect here\n"
    ),
    key(
      "['enable-sound'] = true, ['coverage-config-file'] = 'x'",
      says: "moonroute: .busted: 'coverage-config-file', 'enable-sound' have no effect here\n"
    ),
  ]

  private static let special: [Row] = [
    Row(
      rule: "other values in the file",
      files: config("return { default = {}, other = 3 }"),
      lines: all
    ),
    Row(
      rule: "coverage, refused on the command line",
      files: config("return { default = { coverage = true } }"),
      arguments: ["--no-coverage"],
      lines: all
    ),
    Row(
      rule: "all of Lua's libraries under --unsafe",
      files: config("return { default = { e = 'word = ' .. #os.getenv('PATH') * 0 } }"),
      arguments: ["--unsafe"],
      lines: ["one #x", "two", "0"],
      says: "UNSAFE"
    ),
  ]

  private static let all = ["one #x", "two", "none"]

  private static func config(_ text: String) -> [String: String] {
    [
      ".busted": text, "spec/a_spec.lua": "it('one #x', function() end) it('two', function() end)",
      "spec/b_spec.lua": loud, "spec/c_check.lua": "it('checked', function() end)",
      "other/o_spec.lua": loud, "sub/spec/d_spec.lua": "it('fourth', function() end)",
      "names": "two\n", "help.lua": "word = table.concat({ ... }, '+')", "lib/m.lua": "return 'm'",
    ]
  }

  private static func key(_ text: String, _ lines: [String] = all, says: String = "") -> Row {
    Row(rule: text, files: config("return { default = { \(text) } }"), lines: lines, says: says)
  }

  private static let helper = """
    local busted = require('busted')
    for _, event in ipairs({ 'suite', 'file', 'test' }) do
      for _, moment in ipairs({ 'start', 'end' }) do
        busted.subscribe({ event, moment }, function(element)
          io.stderr:write(event, ' ', moment, ' ', element.descriptor, '\\n')
          return nil, true
        end)
      end
    end
    busted.subscribe({ 'pending' }, function() io.stderr:write('pending\\n') return nil, true end)
    busted.subscribe({ 'exit' }, function() io.stderr:write('exit\\n') return nil, true end)
    """

  static let others: [Row] = [
    Row(
      rule: "a helper is notified of everything once",
      files: [
        "help.lua": helper, "spec/a_spec.lua": "it('a', function() pending('no') end)",
        "spec/b_spec.lua": "pending('b')",
      ],
      arguments: ["--unsafe", "--helper=help.lua"],
      lines: ["a", "b"],
      says: """
        suite start suite
        file start file
        test start it
        pending
        test end it
        file end file
        file start file
        test start pending
        test end pending
        file end file
        suite end suite
        exit

        """
    ),
    Row(
      rule: "modules see the globals that a helper sets, and specs what it exports",
      files: [
        "help.lua": """
        local busted = require('busted')
        shared = 'seen'
        busted.export('exported', 'there')
        busted.register('scenario', 'describe')
        busted.executors.before_each(function() ran = 'hook' end)
        assert(busted.api.exported == 'there' and busted.children)
        """,
        "m.lua": "return shared",
        "spec/a_spec.lua": """
        scenario('s', function()
          it(require('m') .. ' ' .. exported, function() assert.are.equal('hook', ran) end)
        end)
        """,
      ],
      arguments: ["--helper=help.lua"],
      lines: ["s seen there"]
    ),
    Row(
      rule: "files share a state without auto-insulate",
      files: [
        "spec/a_spec.lua": "_G.left = 'left' it('a', function() end)",
        "spec/b_spec.lua": "it(tostring(left), function() end)",
      ],
      arguments: ["--no-auto-insulate"],
      lines: ["a", "left"]
    ),
    Row(
      rule: "files that share a state strictly are insulated",
      files: [
        "spec/a_spec.lua": "_G.left = 'left' it('a', function() end)",
        "spec/b_spec.lua": "it(tostring(left), function() end)",
      ],
      arguments: ["--unsafe", "--busted-strict-compat"],
      lines: ["a", "nil"],
      says: "UNSAFE"
    ),
    Row(
      rule: "a game's main.lua is left alone",
      files: [
        "main.lua": "function love.load() end",
        "spec/a_spec.lua": "it('a', function() end)",
      ],
      lines: ["a"],
      says: "belongs to another program"
    ),
    Row(
      rule: "--no-app leaves any main.lua alone",
      files: ["main.lua": "error('x')", "spec/a_spec.lua": "it('a', function() end)"],
      arguments: ["--no-app"],
      lines: ["a"]
    ),
    Row(
      rule: "a warning about unsafe loading names the application",
      files: ["main.lua": "router.configure {}", "spec/a_spec.lua": "it('a', function() end)"],
      arguments: ["--unsafe"],
      lines: ["a"],
      says: "the application is '"
    ),
    Row(
      rule: "--lpath precedes installed modules",
      files: [
        "lib/dkjson.lua": "return { mine = 'mine' }",
        "spec/a_spec.lua": "it(require('dkjson').mine, function() end)",
      ],
      arguments: ["--unsafe", "--lpath=./lib/?.lua", "--cpath=./x/?.so"],
      lines: ["mine"],
      says: "UNSAFE"
    ),
    Row(
      rule: "a block excluded by its name is not set up",
      files: [
        "spec/a_spec.lua": """
        describe('gone', function() setup(function() error('x') end) it('a', function() end) end)
        it('kept', function() end)
        """,
        "names": "gone\n",
      ],
      arguments: ["--filter-out=^go", "--exclude-names-file=names"],
      lines: ["kept"]
    ),
    Row(
      rule: "an empty pattern cancels the configuration's exclusion",
      files: config("return { default = { ['exclude-pattern'] = 'b_spec' } }"),
      arguments: ["--exclude-pattern="],
      lines: all
    ),
    Row(
      rule: "one argument can list several paths",
      files: config("return {}"),
      arguments: ["spec/a_spec.lua,spec/b_spec.lua"],
      lines: all
    ),
    Row(
      rule: "an output handler can be named by its module",
      files: config("return {}"),
      arguments: ["-o", "busted.outputHandlers.TAP"],
      lines: all
    ),
    Row(
      rule: "a helper's set-up is torn down after a failure, in each run",
      files: [
        "help.lua": """
        local busted = require('busted')
        busted.setup(function() error('up') end)
        busted.teardown(function() error('down') end)
        busted.subscribe({ 'suite', 'reset' }, function(_, run, runs)
          io.stderr:write('reset ', run, ' of ', runs, '\\n')
          return nil, true
        end)
        """,
        "spec/a_spec.lua": "it('a', function() end)",
      ],
      arguments: ["--unsafe", "--helper=help.lua", "--repeat=2"],
      lines: ["setup", "teardown", "setup", "teardown"],
      says: "reset 2 of 2\n"
    ),
    Row(
      rule: "a suite that is not allowed to start is not set up",
      files: [
        "help.lua": """
        local busted = require('busted')
        busted.setup(function() error('up') end)
        busted.subscribe({ 'suite', 'start' }, function() error('no') end)
        return function(core) assert(core.context.get() == nil or core.context.get().descriptor) end
        """,
        "spec/a_spec.lua": "it('a', function() end)",
      ],
      arguments: ["--unsafe", "--helper=help.lua"],
      lines: ["spec/a_spec.lua"],
      says: "UNSAFE"
    ),
    Row(
      rule: "randomize(nil) takes randomize() back, and pending needs no name",
      files: [
        "spec/a_spec.lua": """
        randomize(7)
        randomize(nil)
        for i = 1, 4 do it('r' .. i, function() end) end
        pending(function() error('x') end)
        """
      ],
      lines: ["r1", "r2", "r3", "r4", "pending"]
    ),
    Row(
      rule: "a seed gives the order of busted on Lua 5.4",
      files: [
        "spec/a_spec.lua": """
        randomize(7)
        for i = 1, 6 do it('r' .. i, function() end) end
        """
      ],
      lines: randomOrder
    ),
  ]

  private static let randomOrder = ["r1", "r6", "r4", "r5", "r2", "r3"]

  /// The note about a file with tests and a name outside the pattern.
  private static let misnamed =
    "moonroute: 'spec/c_check.lua' has tests but does not run. Name it 'c_check_spec.lua', or give"
    + " its name with --pattern.\n"

  @Test(arguments: options + others)
  func `specs written for busted run the same`(row: Row) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for (name, text) in row.files {
      let file = scratch[name]
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    let run = try await CommandRun.moonroute(
      ["test", "-o", "TAP"] + row.arguments,
      in: scratch.folder
    )
    let lines = run.lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
      .map { line in
        line.firstRange(of: " - ").map { String(line[$0.upperBound...]) } ?? line
      }
      .map { $0.replacing("\\#", with: "#").replacing("# SKIP ", with: "") }
    #expect(lines == row.lines, "\(run.output)\(run.errors)")
    let errors = run.errors.replacing(Self.misnamed, with: "")
    #expect(row.says.isEmpty ? errors.isEmpty : errors.contains(row.says), "\(run.errors)")
  }

  @Test func `an unknown output format is reported, and the default one is used`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data("return { default = { output = 'mine.handler' } }".utf8).write(to: scratch[".busted"])
    try Data("it('a', function() end)".utf8).write(to: scratch["a_spec.lua"])
    let run = try await CommandRun.moonroute(["test", "a_spec.lua"], in: scratch.folder)
    #expect(run.status == 0 && run.output.contains("1 success"), "\(run.output)")
    #expect(run.errors.contains("there is no output 'mine.handler'"), "\(run.errors)")
  }

  @Test func `specs agree with real busted test by test, if it is installed`() async throws {
    let root = Place.fixtures.appendingPathComponent("../../..").standardizedFileURL
    let run = try await CommandRun.shell(
      "MOONROUTE='\(Place.command.path)' bash .ci/compare-busted",
      in: root
    )
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("differ without") || run.output.contains("not installed"))
  }

  @Test func `third-party specs are compared, and each difference has a known reason`() async throws
  {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = scratch["mine-1.2/spec/a_spec.lua"]
    try FileManager.default.createDirectory(
      at: spec.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data("it(type(require('busted').executors), function() end)".utf8).write(to: spec)
    let root = Place.fixtures.appendingPathComponent("../../..").standardizedFileURL
    let command = "bash .ci/compare-busted --specs '\(scratch.folder.path)'"
    func compare() async throws -> CommandRun {
      try await CommandRun.shell("MOONROUTE='\(Place.command.path)' \(command)", in: root)
    }
    let first = try await compare()
    guard !first.output.contains("not installed") else { return }
    #expect(first.status == 1)
    #expect(first.output.contains("mine-1.2: 1 verdicts, 0 differ for a reason, 2 differ without"))
    #expect(first.output.contains("busted:\tsuccess\tnil\nours:\tsuccess\ttable"))
    try Data("success\tnil\twhy\nsuccess\ttable\twhy\n".utf8)
      .write(to: scratch["mine-1.2/differences"])
    let second = try await compare()
    #expect(second.status == 0, "\(second.output)")
    #expect(second.output.contains("2 differ for a reason, 0 differ without"))
  }

  @Test func `finished files release their memory`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = """
      local kept = {}
      for i = 1, 20 do kept[i] = string.rep(string.char(i), 1 << 20) end
      _G.kept = kept
      it('holds', function() assert.are.equal(20, #_G.kept) end)
      """
    // The last spec checks the memory of the program, where the system reports it.
    let last = """
      it('is small', function()
        local file = io.open('/proc/self/status')
        local kilobytes = file and tonumber(file:read('a'):match('VmRSS:%s*(%d+)')) or 0
        assert.is_true(kilobytes < 150 * 1024, kilobytes .. ' kB')
      end)
      """
    let folder = scratch["spec"]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 1...12 {
      let text = number < 12 ? spec : last
      try Data(text.utf8).write(to: folder.appendingPathComponent("s\(number + 10)_spec.lua"))
    }
    let run = try await CommandRun.moonroute(
      ["test", "--unsafe", "-o", "plain"],
      in: scratch.folder
    )
    #expect(run.output.contains("12 successes"), "\(run.output)\(run.errors)")
  }
}
#endif
