import Foundation
import TestSupport
import Testing

#if Command
/// Each option of busted, under each of its names: accepted with the same meaning, or rejected with
/// an explanation.
struct BustedOptionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    /// The names of the tests that run, in any order.
    var names = all
    /// The expected text on standard error, if any.
    var says = ""
    var status: Int32 = 0

    var testDescription: String { arguments.joined(separator: " ") }

    /// One row for each spelling of an option.
    static func each(
      _ ways: [[String]],
      _ names: [String] = all,
      says: String = "",
      status: Int32 = 0
    ) -> [Row] {
      ways.map { Row(arguments: $0, names: names, says: says, status: status) }
    }
  }

  static let all = ["one \\#x a", "two", "later", "third", "deep"]

  static let files = [
    "spec/a_spec.lua": """
    describe('one #x', function() it('a', function() end) end)
    it('two', function() end)
    pending('later')
    """,
    "spec/b_check.lua": "it('checked', function() end)",
    "spec/c_spec.lua": "it(word or 'third', function() end)",
    "spec/deep/g_spec.lua": "it('deep', function() end)",
    "sub/spec/d_spec.lua": "it('fourth', function() end)",
    "wrong/spec/e_spec.lua": "it('e', function() error('no') end) it('f', function() end)",
    "other.busted": "return { default = { pattern = '_check' } }",
    ".busted": "return { checks = { pattern = '_check' } }",
    "lib/mod.lua": "return 'found'",
    "help.lua": "word = table.concat({ ... }, '+')",
    "names.txt": "two\none #x a\n",
    "later.txt": "later\n",
    "some.busted": "return { checks = { pattern = '_check' } }",
    "tags/spec/t_spec.lua": """
    it('a #p', function() end) it('b #q', function() end) it('c #r', function() end)
    it('d', function() end)
    """,
    "more/m.lua": "return ' more'",
  ]

  static let rows: [Row] =
    (TestScale.isSoak ? alone : joined) + ignored
    + Row.each([["--no-recursive"]], Array(all.dropLast()))
    + Row.each([["--suppress-pending"]], all.filter { $0 != "later" })
    + Row.each([["--filter=^tw"], ["--name=two"]], ["two"])
    + Row.each([["-e", "word = 'x'"]], ["x"] + all.filter { $0 != "third" })
    + Row.each([["--no-auto-insulate", "--no-app"], ["--app"]])
    + Row.each([["--no-auto-insulate", "--jobs=2"]], says: "each file has its own globals")
    + Row
    .each([["-t", "x", "--exclude-tags=x"]], [], says: "'x' is also in --exclude-tags", status: 1)
    + Row.each([["-C", "wrong"]], ["e", "f"], status: 1)
    + Row.each(
      [["-C", "wrong", "--no-keep-going"], ["-C", "wrong", "--fail-fast", "--repeat=3"]],
      ["e"],
      status: 1
    )
    + Row.each([["--lang=de"]], [], says: "messages are in English", status: 2)
    + Row.each([["--loaders=moonscript"]], [], says: "compile the specs to Lua", status: 2)

  /// Spellings of options, several per run: each affects the names.
  private static let joined: [Row] =
    Row.each([[], ["--", "spec/a_spec.lua", "spec/c_spec.lua", "spec/deep"]])
    + Row.each(
      [["-p", "_check", "--pattern=a_spec", "--pattern", "c_spec"]],
      ["checked"] + all.dropLast()
    )
    + Row.each(
      [
        [
          "--exclude-pattern=c_spec", "--exclude-tags=x", "--filter-out=^tw",
          "--exclude-names-file=later.txt",
        ]
      ],
      ["deep"]
    )
    + Row.each([["-C", "wrong", "--directory=../sub"]], ["fourth"])
    + Row.each(
      [["-f", "some.busted", "-r", "checks"], ["--config-file=some.busted", "--run=checks"]],
      ["checked"]
    )
    + Row.each(
      [["-C", "tags", "-t", "p", "--tags=q", "--tags=#r"]],
      ["a \\#p", "b \\#q", "c \\#r"]
    )
    + Row.each(
      [["-m", "lib/?.lua", "--lpath=more/?.lua", "-e", "word = require('mod') .. require('m')"]],
      ["found more"] + all.filter { $0 != "third" }
    )
    + Row.each(
      [["--helper", "help.lua", "-Xhelper", "a,b", "-Xhelper=c"]],
      ["a+b+c"] + all.filter { $0 != "third" }
    )
    + Row.each([["--repeat=2", "-c"]], all + all, says: "Coverage of ")
    + Row.each([["--coverage"]], says: "Coverage of ")

  /// Each spelling in its own run.
  private static let alone: [Row] =
    Row.each([[], ["spec"], ["--", "spec"], ["spec/a_spec.lua", "spec/c_spec.lua", "spec/deep"]])
    + Row.each([["-p", "_check"], ["--pattern=_check"], ["--pattern", "_check"]], ["checked"])
    + Row.each([["--exclude-pattern=a_spec"]], ["third", "deep"])
    + Row.each([["-C", "sub"], ["--directory=sub"]], ["fourth"])
    + Row.each([["-f", "other.busted"], ["--config-file=other.busted"]], ["checked"])
    + Row.each([["-r", "checks"], ["--run=checks"]], ["checked"])
    + Row.each([["-t", "x"], ["--tags=x"], ["--tags=#x"]], [all[0]])
    + Row.each([["--exclude-tags=x"]], Array(all.dropFirst()))
    + Row.each([["--filter-out=^tw"]], all.filter { $0 != "two" })
    + Row.each([["--exclude-names-file=names.txt"]], Array(all.dropFirst(2)))
    + Row.each(
      [
        ["-m", "lib/?.lua", "-e", "word = require('mod')"],
        ["--lpath=lib/?.lua", "-e", "word = require('mod')"],
      ],
      ["found"] + all.filter { $0 != "third" }
    )
    + Row.each(
      [
        ["--helper=help.lua", "-Xhelper", "a,b"], ["--helper", "help.lua", "-Xhelper=a,b"],
        ["--helper=help.lua", "-Xhelper", "a", "-Xhelper", "b"],
      ],
      ["a+b"] + all.filter { $0 != "third" }
    )
    + Row.each([["--repeat=2"]], all + all)
    + Row.each([["-c"], ["--coverage"]], says: "Coverage of ")
    + Row.each([["--no-auto-insulate"], ["--no-app"]])
    + Row.each([["-C", "wrong", "--fail-fast"]], ["e"], status: 1)

  /// Options that do not affect the names: one run each for `make soak`, otherwise one run for all
  /// accepted options and one for the rejected ones.
  private static var ignored: [Row] {
    let ways =
      [
        ["-R"], ["--recursive"], ["--shuffle"], ["--no-shuffle"], ["--shuffle-files"],
        ["--no-shuffle-files"],
        ["--shuffle-tests"], ["--no-shuffle-tests"], ["--seed=1", "--shuffle"], ["--sort"],
        ["--no-sort"], ["--sort-files"], ["--no-sort-files"], ["--sort-tests"],
        ["--no-sort-tests"], ["--lazy"], ["--no-lazy"], ["-k"], ["--keep-going"],
        ["--no-keep-going"], ["-v"], ["--verbose"], ["--no-verbose"], ["--no-coverage"],
        ["--no-suppress-pending"], ["--defer-print"],
        ["--no-defer-print"], ["-Xoutput", "--plain"], ["--log-success=names.log"],
        ["--auto-insulate"], ["-s"], ["--enable-sound"], ["--no-enable-sound"],
        ["--lang=en"], ["--loaders=lua"], ["--loaders=lua,moonscript"], ["--lua=/usr/bin/lua"],
        ["--ignore-lua"], ["--cpath=./?.so"], ["--coverage-config-file=.luacov"],
      ]
    if TestScale.isSoak { return Row.each(ways) }
    let isNo = { (way: [String]) in way[0].hasPrefix("--no-") }
    return Row.each([ways.filter { !isNo($0) }.flatMap(\.self), ways.filter(isNo).flatMap(\.self)])
  }

  private func test(_ arguments: [String]) async throws -> CommandRun {
    let scratch = try Scratch()
    defer { scratch.remove() }
    for (name, text) in Self.files.merging(["main.lua": "local _ = 1"], uniquingKeysWith: { $1 }) {
      let folder = scratch[name].deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: scratch[name])
    }
    return try await CommandRun.moonroute(["test"] + arguments, in: scratch.folder)
  }

  /// The note about a file with tests and a name outside the pattern.
  private static let misnamed =
    "moonroute: 'spec/b_check.lua' has tests but does not run. Name it 'b_check_spec.lua', or give"
    + " its name with --pattern.\n"

  @Test(arguments: rows)
  func `an option of busted has the same effect, or names its replacement`(row: Row) async throws {
    let output = row.arguments.count % 2 == 0 ? ["-o", "TAP"] : ["--output=TAP"]
    let run = try await test(output + row.arguments)
    let names = run.lines
      .compactMap { line in
        line.contains("ok ")
          ? line.firstRange(of: " - ").map { String(line[$0.upperBound...]) } : nil
      }
      .map { $0.replacing("# SKIP ", with: "") }
    #expect(names.sorted() == row.names.sorted(), "\(run.output)\(run.errors)")
    #expect(run.status == row.status, "\(run.errors)")
    let errors = run.errors.replacing(Self.misnamed, with: "")
    #expect(row.says.isEmpty ? errors.isEmpty : errors.contains(row.says), "\(run.errors)")
  }

  @Test(
    arguments: [
      ["--jobs=0"], ["--jobs", "x"], ["--retries=101"], ["--repeat=0"], ["--timeout=nan"],
      ["--slowest=-1"], ["--seed=x"], ["-o", "nothing"], ["--coverage=nothing"], ["--filter"],
      ["--verbose=1"], ["--output="], [""], ["-"], ["-o", "--json"], ["--no"],
    ]
  )
  func `invalid options are refused and never crash`(arguments: [String]) async throws {
    let run = try await test(arguments)
    #expect(arguments[0].isEmpty || arguments == ["-"] ? run.status == 1 : run.status == 2)
    #expect(!run.errors.isEmpty)
  }

  /// The options of busted 2.3.
  private static let options: Set = [
    "--version", "-p", "--pattern", "--exclude-pattern", "-e", "-o", "--output", "-C",
    "--directory", "-f", "--config-file", "--coverage-config-file", "-t", "--tags",
    "--exclude-tags", "--filter", "--name", "--filter-out", "--exclude-names-file",
    "--log-success", "-m", "--lpath", "--cpath", "-r", "--run", "--repeat", "--seed", "--lang",
    "--loaders", "--helper", "--lua", "-Xoutput", "-Xhelper", "-c", "--coverage", "--no-coverage",
    "-v", "--verbose", "--no-verbose", "-s", "--enable-sound", "--no-enable-sound", "-l", "--list",
    "--ignore-lua", "--lazy", "--no-lazy", "--auto-insulate", "--no-auto-insulate", "-k",
    "--keep-going", "--no-keep-going", "-R", "--recursive", "--no-recursive", "--shuffle",
    "--no-shuffle", "--shuffle-files", "--no-shuffle-files", "--shuffle-tests",
    "--no-shuffle-tests", "--sort", "--no-sort", "--sort-files", "--no-sort-files",
    "--sort-tests", "--no-sort-tests", "--suppress-pending", "--no-suppress-pending",
    "--defer-print", "--no-defer-print",
  ]

  @Test func `each option of busted has a row here`() async throws {
    let tried = Set(
      (Self.rows.flatMap(\.arguments) + ["-o", "--output", "-l", "--list", "--version"])
        .map { String($0.prefix { $0 != "=" }) }
    )
    #expect(Self.options.subtracting(tried).isEmpty, "no row")
    let installed = try await CommandRun.shell("busted --help 2>&1 || true", in: Place.fixtures)
    let found = installed.output.matches(of: /(?m)^  (?:(-\w+), )?(--?[\w\-\[\]]+)/)
      .flatMap { [$0.output.1.map(String.init), String($0.output.2)] }
      .compactMap(\.self)
      .flatMap { [$0.replacing("[no-]", with: ""), $0.replacing("[no-]", with: "no-")] }
    #expect(Set(found).subtracting(Self.options).isEmpty, "not in the list")
  }

  @Test func `each option that help shows is in the guide`() async throws {
    let help = try await test(["--help"])
    let guide = try String(
      contentsOf: Place.fixtures.appendingPathComponent(
        "../../../Sources/Moonroute/Documentation.docc/Guides/WritingSpecs.md"
      ),
      encoding: .utf8
    )
    let shown = Set(help.output.matches(of: /--[a-z][a-z\-]+/).map { String($0.output) })
    let missing = shown.filter { option in
      !guide.contains(option.replacing("--no-", with: "--")) && !guide.contains(option)
    }
    #expect(shown.count > 40)
    #expect(missing.isEmpty, "\(missing.sorted())")
  }

  @Test func `suppressed pending tests leave no sign`() async throws {
    let run = try await test(["-o", "plain", "--suppress-pending", "spec/a_spec.lua"])
    #expect(run.lines.prefix(2).joined().hasPrefix("++2 successes"), "\(run.output)")
    #expect(run.output.contains("1 pending") && !run.output.contains("later"))
  }

  @Test(arguments: [["-l"], ["--list"]])
  func `tests are listed`(arguments: [String]) async throws {
    let run = try await test(arguments)
    #expect(run.status == 0)
    #expect(run.lines.contains("spec/a_spec.lua:2: two"), "\(run.output)")
  }

  @Test func `a list runs no set-up and no tear-down`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let text = """
      describe('d', function()
        setup(error) strict_setup(error) lazy_setup(error) before_each(error)
        teardown(error) strict_teardown(error) lazy_teardown(error) after_each(error)
        it('a', function() end)
      end)
      """
    try Data(text.utf8).write(to: scratch["a_spec.lua"])
    let run = try await CommandRun.moonroute(["test", "--list", "a_spec.lua"], in: scratch.folder)
    #expect(run.output == "a_spec.lua:4: d a\n", "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(arguments: [["-h"], ["--help"], ["--version"]])
  func `help and version are printed`(arguments: [String]) async throws {
    let run = try await test(arguments)
    #expect(run.status == 0 && !run.output.isEmpty)
  }

  @Test func `the slowest tests are listed`() async throws {
    let run = try await test(["-o", "plain", "--slowest", "2"])
    let lines = run.lines.drop { $0 != "Slowest:" }.dropFirst()
    #expect(lines.count == 2, "\(run.output)")
    #expect(lines.allSatisfy { $0.contains(" ms  spec/") })
  }

  @Test(arguments: [
    ("../out", false), ("/tmp/moonroute-outside/out", false), ("link", false), ("away/out", false),
    (".git/config", false), (".profile", false), ("none/out", false), ("logs/out", true),
    ("./out", true),
  ])
  func `a configuration file cannot write outside of its folder`(
    path: String,
    isAllowed: Bool
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let files = FileManager.default
    for folder in ["app/spec", "app/.git", "app/logs", "else"] {
      try files.createDirectory(at: scratch[folder], withIntermediateDirectories: true)
    }
    try files.createSymbolicLink(
      at: scratch["app/link"],
      withDestinationURL: scratch["else/target"]
    )
    try files.createSymbolicLink(at: scratch["app/away"], withDestinationURL: scratch["else"])
    try Data("it('holds', function() end)".utf8).write(to: scratch["app/spec/a_spec.lua"])
    try Data("return { default = { ['log-success'] = '\(path)' } }".utf8)
      .write(to: scratch["app/.busted"])
    let run = try await CommandRun.moonroute(["test", "-o", "tap"], in: scratch["app"])
    #expect(run.status == (isAllowed ? 0 : 1), "\(run.errors)")
    let written = try files.subpathsOfDirectory(atPath: scratch.folder.path)
      .filter { $0.hasSuffix("out") || $0.hasSuffix("target") || $0.hasSuffix("config") }
    #expect(written.count == (isAllowed ? 1 : 0), "\(written)")
    if !isAllowed {
      #expect(
        run.errors
          == "moonroute: .busted: log-success '\(path)' is not a file in this folder. Name one, or"
          + " give --log-success.\n"
      )
    }
    // An explicitly named file is written to the named place.
    let asked = try await CommandRun.moonroute(
      ["test", "-o", "tap", "--log-success", "../asked"],
      in: scratch["app"]
    )
    #expect(asked.status == 0 && files.fileExists(atPath: scratch["asked"].path))
  }

  @Test(arguments: ["pipe", "../outside", "/dev/zero"])
  func `a configuration file cannot read excluded names outside of its folder`(
    path: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let files = FileManager.default
    try files.createDirectory(at: scratch["app/spec"], withIntermediateDirectories: true)
    try Data("holds".utf8).write(to: scratch["outside"])
    mkfifo(scratch["app/pipe"].path, 0o600)
    try Data("it('holds', function() end)".utf8).write(to: scratch["app/spec/a_spec.lua"])
    try Data("return { default = { ['exclude-names-file'] = '\(path)' } }".utf8)
      .write(to: scratch["app/.busted"])
    let run = try await CommandRun.moonroute(["test", "-o", "tap"], in: scratch["app"])
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.errors.hasPrefix("moonroute: \(path): '\(path)' is "), "\(run.errors)")
    guard path == "../outside" else { return }
    // An explicitly named file is read from the named place.
    let asked = try await CommandRun.moonroute(
      ["test", "-o", "tap", "--exclude-names-file", path],
      in: scratch["app"]
    )
    #expect(asked.status == 1)
  }

  @Test func `tests that succeeded can be skipped in the next run`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let folder = scratch["spec/a_spec.lua"].deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let spec = "it('holds', function() end) it('fails', function() error('x') end)"
    try Data(spec.utf8).write(to: scratch["spec/a_spec.lua"])
    _ = try await CommandRun.moonroute(["test", "--log-success=ok.log"], in: scratch.folder)
    let rest = try await CommandRun.moonroute(
      ["test", "-o", "tap", "--exclude-names-file=ok.log"],
      in: scratch.folder
    )
    #expect(rest.lines.first == "not ok 1 - fails", "\(rest.output)")
    #expect(rest.lines.last == "1..1")
  }
}
#endif
