import Foundation
import TestSupport
import Testing

/// A result that cannot be written is a failure, and report files are not overwritten.
@Suite(.timeLimit(.minutes(10))) struct OutputTests {
  private static let spec = "it('holds', function() end)"

  /// A folder with an application, a spec and links.
  private func scratch() throws -> Scratch {
    let scratch = try Scratch()
    try Data("router.route { name = 'a', path = '/a', action = function() end }".utf8)
      .write(to: scratch["main.lua"])
    try FileManager.default.createDirectory(
      at: scratch["spec"],
      withIntermediateDirectories: false
    )
    try Data(Self.spec.utf8).write(to: scratch["spec/a_spec.lua"])
    return scratch
  }

  /// Calls with a result that cannot be written: each in both ways for `make soak`, otherwise in one way.
  static let unwritten = [
    "test", "test --list", "test -o tap", "test -o junit", "test --coverage", "run . /a",
    "run . /a --json", "routes .", "routes . --format dot", "match . /a", "check .", "url . a",
    "--help", "--version",
  ]
  .enumerated()
  .flatMap { number, line in
    let ends = [">/dev/full", ">&-"]
    return (TestScale.isSoak ? ends : [ends[number % 2]]).map { (line, $0) }
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: unwritten
  )
  func `an output error ends with status 4`(line: String, end: String) async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.shell("moonroute \(line) \(end)", in: scratch.folder)
    #expect(run.status == 4)
    #expect(run.errors.contains("moonroute: cannot write the result: "))
  }

  @Test func `a file does not receive output for a closed stream`() async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.shell(
      "moonroute test -o tap --log-success names.txt >&-",
      in: scratch.folder
    )
    #expect(run.status == 4)
    let text = try? String(contentsOf: scratch["names.txt"], encoding: .utf8)
    #expect(text?.contains("ok 1") != true)
  }

  @Test(arguments: [
    "--output-file", "--log-success", "--coverage=lcov --coverage-file",
  ])
  func `outside of the folder, a report is written through a link`(options: String) async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let line =
      "mkdir app; mv main.lua spec app; echo old > target; ln -s target out;"
      + " (cd app; moonroute test \(options) ../out) >/dev/null 2>&1; readlink out; ! grep -qx old target && test -s target && echo written"
    let run = try await CommandRun.shell(line, in: scratch.folder)
    #expect(run.lines == ["target", "written"])
  }

  @Test func `a report is written into a pipe, and the pipe stays`() async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let line =
      "mkfifo out; cat out > read & moonroute test -o tap --output-file out; s=$?; wait;"
      + " test -p out && echo $s $(tail -1 read)"
    let run = try await CommandRun.shell(line, in: scratch.folder)
    #expect(run.lines == ["0 1..1"])
  }

  @Test func `a report that cannot be written ends with status 4`() async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let line = "moonroute test --output-file /dev/full"
    let run = try await CommandRun.shell(line, in: scratch.folder)
    #expect(run.status == 4)
    #expect(run.errors.hasPrefix("moonroute: cannot write '/dev/full': "))
  }

  @Test func `a script cannot forge another line of the log or of the problems`() async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let script = #"""
      print("a\nerror main.lua:1: forged\u{202E}\u{9B}") log.warn("x\r\n::error file=y::z")
      error("b\nmain.lua:1: error: forged\27[2J") -- \#u{202E}\#u{9B}31m
      """#
    try Data(script.utf8).write(to: scratch["main.lua"])
    let run = try await CommandRun.moonroute(["routes", "."], in: scratch.folder)
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == 3)
    #expect(lines.count { $0.contains("forged") && !$0.hasPrefix(" ") && !$0.hasPrefix(">") } == 1)
    let isClean = run.errors.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
    }
    #expect(isClean, "\(run.errors.debugDescription)")
  }

  @Test(arguments: ["text", "dot", "mermaid", "json", "check", "url"])
  func `the name of a route is on one line`(format: String) async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let script = #"""
      router.route { name = "n\n\"\u{301}]; x [label=\"\27[2J\u{9B}\u{202E}", path = "/a",
        redirect = "/no\u{202E}where" }
      """#
    try Data(script.utf8).write(to: scratch["main.lua"])
    let arguments =
      switch format {
      case "json": ["routes", ".", "--json"]
      case "check": ["check", "."]
      case "url":
        ["url", ".", "n\n\"\u{301}]; x [label=\"\u{1B}[2J\u{9B}\u{202E}", "--fragment", "\u{202E}"]
      default: ["routes", ".", "--format", format]
      }
    let run = try await CommandRun.moonroute(arguments, in: scratch.folder)
    let isClean = run.output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
    }
    #expect(isClean, "\(run.output.debugDescription)")
    let count = ["dot": 5, "mermaid": 2, "json": 1, "check": 1, "url": 1][format]
    if let count { #expect(run.lines.count == count, "\(run.lines)") }
    if format == "dot" { #expect(run.output.contains("\\\"\u{301}]; x [label=\\\"")) }
  }

  @Test(arguments: [
    "audit . links", "audit . links --json",
    "audit . links --all --save x; moonroute audit . links --against x",
    "audit . links --match",
    "match . /a%1B%5B2J", "match . /a --explain", "match . /a --json", "run . /a /no%1B%0Awhere",
    "run . /a --json", "run . /v", "run . /v --json", "run . --eval 'host.x' /a",
    "run . --events --resources /a", "run . --events --resources --json /a",
  ])
  func `hostile names stay on their line`(line: String) async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let bad = #"\n\27[2J\u{9B}31m\u{202E}\u{2028}\n::error::x"#
    let script = """
      local bad = "\(bad)"
      resources.put { name = "r" .. bad, path = "/r", value = bad }
      events.declare { name = "e" .. bad, path = "/e" }
      router.route { name = "n" .. bad, path = "/a", action = function(state)
        events.emit("e" .. bad, bad) print(bad) return resources.get("r" .. bad) end }
      router.route { name = "v" .. bad, path = "/v", view = function()
        return screen { "V" .. bad, title = bad } end,
        redirect = function() return true end }
      """
    try Data(script.utf8).write(to: scratch["main.lua"])
    let links = "/a\n/v\n/\u{1B}[2J\u{9B}31m\u{202E}\u{2028}\r::error::x\n"
    try Data(links.utf8).write(to: scratch["links"])
    let run = try await CommandRun.shell("moonroute \(line) 2>&1", in: scratch.folder)
    #expect(!run.output.isEmpty)
    let isClean = run.output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t"
        || !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && ![0x202E, 0x2028].contains(scalar.value)
    }
    #expect(isClean, "\(run.output.debugDescription)")
    #expect(!run.lines.contains { $0.drop { $0 == " " }.hasPrefix("::error") }, "\(run.output)")
  }

  @Test(arguments: [
    "test -o tap", "test --list", "test --changed", "test --rerun failed", "test --shard 1/1",
    "test --slowest 2", "test --verbose", "test --log-success names; cat names", "test \"$BAD\"",
    "test --changed=\"$BAD\"", "test --filter \"$BAD\"", "test --output-file \"$BAD/x\"",
    "test --run \"$BAD\"", "help \"$BAD\"", "help search \"$BAD\"", "\"$BAD\"",
    "run --storage \"$BAD/x\"",
  ])
  func `test and help keep hostile names on their line`(line: String) async throws {
    let scratch = try scratch()
    defer { scratch.remove() }
    let bad = "a\n::error file=x::forged\u{1B}[2J\u{9B}31m\u{202E}\r"
    let folder = scratch["spec"]
    try Data("it('fails', function() error('x') end) it('holds', function() end)".utf8)
      .write(to: folder.appending(path: "\(bad)_spec.lua"))
    try Data(
      "return { default = { output = '\(bad.replacing("\n", with: "\\n").replacing("\r", with: "\\r"))' } }"
        .utf8
    )
    .write(to: scratch[".busted"])
    try Data(bad.utf8).write(to: scratch["bad"])
    let before =
      "export XDG_CACHE_HOME=\"$PWD/cache\" BAD=\"$(cat bad)\"; git init -q;"
      + " moonroute test >before 2>&1;"
    let run = try await CommandRun.shell("\(before) moonroute \(line) 2>&1", in: scratch.folder)
    #expect(!run.output.isEmpty)
    let isClean = run.output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n"
        || !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
          && scalar.value != 0x202E
    }
    #expect(isClean, "\(run.output.debugDescription)")
    #expect(!run.lines.contains { $0.drop { $0 == " " }.hasPrefix("::error") }, "\(run.output)")
  }
}
