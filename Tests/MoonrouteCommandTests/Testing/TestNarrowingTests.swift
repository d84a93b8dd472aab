#if Command
import Foundation
import TestSupport
import Testing

/// `--changed`, `--shard`, `--rerun` and the remembered results of runs.
@Suite(.timeLimit(.minutes(10))) struct TestNarrowingTests {
  private static let files = [
    "src/cart.lua": "return 1", "src/rest.lua": "return 1",
    "spec/a_spec.lua": "it('a', function() assert.are.equal(1, require('cart')) end)",
    "spec/b_spec.lua": "it('b', function() end) it('c', function() error('x') end)",
    "spec/c_spec.lua": "it('d', function() end)",
  ]

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for (name, text) in Self.files { try write(text, name) }
  }

  private func write(_ text: String, _ name: String) throws {
    let file = scratch["app/" + name]
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private func test(_ arguments: String...) async throws -> CommandRun {
    try await CommandRun.moonroute(
      ["test", "-o", "tap"] + arguments,
      in: scratch["app"],
      environment: ["XDG_CACHE_HOME": scratch["cache"].path]
    )
  }

  private func git(_ line: String) async throws {
    let options = "-c user.name=n -c user.email=e -c init.defaultBranch=main"
    let run = try await CommandRun.shell("git \(options) \(line)", in: scratch["app"])
    #expect(run.status == 0, "\(line): \(run.errors)")
  }

  private func names(_ run: CommandRun) -> [String] {
    run.lines.compactMap { $0.firstMatch(of: /ok \d+ - (.*)/).map { String($0.1) } }
  }

  @Test func `only affected specs run, since any commit, including untracked files`()
    async throws
  {
    defer { scratch.remove() }
    try await git("init -q")
    #expect(try await names(test("--changed")) == ["a", "b", "c", "d"], "nothing is committed")
    try await git("add -A")
    try await git("commit -qm one")
    let none = try await test("--changed")
    #expect(none.status == 0)
    #expect(none.output == "1..0\n")
    #expect(
      none.errors == "moonroute: changed since HEAD: 0 of 3 spec files can be affected\n"
    )
    try write("return 1 ", "src/cart.lua")
    #expect(try await names(test("--changed")) == ["a"])
    try await git("commit -qam two")
    #expect(try await names(test("--changed")) == [])
    #expect(try await names(test("--changed=HEAD~1")) == ["a"])
    #expect(try await names(test("--changed", "HEAD~1")) == ["a"])
    #expect(try await names(test("--changed", "spec/c_spec.lua")) == [])
    try write("it('new', function() end)", "spec/new_spec.lua")
    #expect(try await names(test("--changed")) == ["new"])
    #expect(try await names(test("--changed=HEAD~1", "--shard", "1/4")) == ["a"])
  }

  @Test func `an error of git is reported`() async throws {
    defer { scratch.remove() }
    let none = try await test("--changed")
    #expect(none.status == 1)
    #expect(none.output == "")
    #expect(
      none.errors == "moonroute: --changed needs git, but this folder is not in a git"
        + " repository. Run it in one, or without --changed.\n"
    )
    try await git("init -q")
    for name in TestScale.isSoak ? ["nowhere", "--help", "-x", "a b"] : ["--help", "a b"] {
      let unknown = try await test("--changed=\(name)")
      #expect(unknown.status == 1)
      #expect(
        unknown.errors
          == "moonroute: git does not know the commit '\(name)'. Name a commit, a branch or a"
          + " tag: --changed=main.\n"
      )
    }
  }

  @Test func `failed tests run again until they pass`() async throws {
    defer { scratch.remove() }
    let early = try await test("--rerun", "failed")
    #expect(early.status == 1)
    #expect(
      early.errors
        == "moonroute: --rerun failed: no earlier run of these specs is known. Run them once.\n"
    )
    #expect(try await names(test()) == ["a", "b", "c", "d"])
    let again = try await test("--rerun", "failed")
    #expect(names(again) == ["c"])
    #expect(again.status == 1)
    #expect(again.errors == "moonroute: failed last time: 1 of 3 spec files\n")
    try write("it('b', function() end) it('c', function() end)", "spec/b_spec.lua")
    #expect(try await names(test("--rerun", "failed")) == ["c"])
    let done = try await test("--rerun", "failed")
    #expect(done.status == 0)
    #expect(done.errors == "moonroute: nothing failed when these specs last ran\n")
    let inside = try FileManager.default.contentsOfDirectory(atPath: scratch["app"].path)
    #expect(inside.sorted() == ["spec", "src"], "nothing is left next to the sources")
  }

  @Test func `a history that is broken or unwritable changes nothing`() async throws {
    defer { scratch.remove() }
    #expect(try await names(test()).count == 4)
    let folder = scratch["cache/moonroute/specs"]
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path).first)
    try Data("garbage".utf8).write(to: folder.appendingPathComponent(file))
    #expect(try await names(test("-j", "2")).count == 4)
    try FileManager.default.removeItem(at: scratch["cache"])
    try Data().write(to: scratch["cache"])
    let run = try await test("spec/c_spec.lua")
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  @Test func `the parts of a run contain each file once`() async throws {
    defer { scratch.remove() }
    var all: [String] = []
    for number in 1...4 { all += try await names(test("--shard", "\(number)/4")) }
    #expect(all == ["a", "b", "c", "d"])
    let empty = try await test("--shard", "4/4")
    #expect(empty.status == 0)
    #expect(empty.errors == "moonroute: shard 4 of 4: 0 of 3 spec files\n")
  }

  @Test(
    arguments: [
      ["--shard", "5/4"], ["--shard", "x"], ["--rerun", "all"], ["--watch", "--changed"],
      ["--watch", "--shard", "1/2"], ["--watch", "--rerun", "failed"],
    ]
  )
  func `meaningless combinations are invalid usage`(arguments: [String]) async throws {
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(["test"] + arguments, in: scratch["app"])
    #expect(run.status == 2)
    #expect(run.output == "")
  }

  @Test func `a page is written to a file`() async throws {
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(
      ["test", "--format", "html", "--output-file", "report.html"],
      in: scratch["app"]
    )
    #expect(run.status == 1)
    #expect(run.output == "")
    let text = try String(contentsOf: scratch["app/report.html"], encoding: .utf8)
    #expect(text.hasPrefix("<!doctype html>"))
    #expect(text.contains("1 of 4 went wrong"))
  }

  /// Whether the program `script` is installed, which provides a terminal.
  private static let hasTerminal = FileManager.default.fileExists(atPath: "/usr/bin/script")

  #if os(Linux)
  /// `TestProgressTests` tests the line itself, without the time that a long run takes.
  @Test(.enabled(if: hasTerminal && TestScale.isSoak))
  func `a long run on a terminal shows its progress and then erases it`() async throws {
    defer { scratch.remove() }
    try write(
      "it('d', function() local t = os.clock() while os.clock() - t < 2.5 do end end)",
      "spec/c_spec.lua"
    )
    let line = "stty cols 60; moonroute test spec -o plain"
    let run = try await CommandRun.shell(
      "script -qec '\(line)' out.txt </dev/null >/dev/null; cat out.txt",
      in: scratch["app"]
    )
    #expect(run.output.contains("2 of 3 files · 3 tests · 1 wrong · "), "\(run.output)")
    #expect(run.output.contains("\u{1B}8\u{1B}[J"))
  }

  @Test(.enabled(if: hasTerminal))
  func `a short run on a terminal prints only the report`() async throws {
    defer { scratch.remove() }
    let quick = try await CommandRun.shell(
      "script -qec 'moonroute test spec/a_spec.lua' out.txt </dev/null >/dev/null; cat out.txt",
      in: scratch["app"]
    )
    #expect(quick.output.contains("1 success"))
    #expect(!quick.output.contains(" of 1 files"))
  }
  #endif
}
#endif
