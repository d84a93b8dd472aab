#if Command
import Foundation
import Testing

/// `moonroute wander`: its output, the files it writes, and its exit status.
struct WanderTests {
  private static let main = """
    router.route { name = "home", path = "/", view = "Home" }
    router.route { name = "poster", path = "/poster", animator = "root", view = function()
      return screen { "Poster", body = { { "text", "Open till nine." } } }
    end }
    router.route { name = "bad", path = "/bad", action = function() error("broken") end }

    """
  private static let whole = "router.route { name = \"home\", path = \"/\", view = \"Home\" }\n"
  private static let personas = "return { mei = { session = { user = \"mei\" } }, visitor = {} }"

  /// An application in its own folder.
  private static func application(
    _ main: String = main,
    in folder: String = "app"
  ) throws -> Scratch {
    let scratch = try Scratch()
    try write(main, to: "\(folder)/main.lua", in: scratch)
    try write(personas, to: "\(folder)/personas.lua", in: scratch)
    return scratch
  }

  private static func write(_ text: String, to path: String, in scratch: Scratch) throws {
    try FileManager.default.createDirectory(
      at: scratch[path].deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: scratch[path])
  }

  private static func text(of path: String, in scratch: Scratch) throws -> String {
    try String(contentsOf: scratch[path], encoding: .utf8)
  }

  private static func wander(_ arguments: [String], in scratch: Scratch) async throws -> CommandRun
  {
    try await CommandRun.moonroute(["wander"] + arguments, in: scratch.folder)
  }

  private static func specs(in folder: String, of scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch[folder].path).sorted()
  }

  @Test func `a walk without findings is status 0`() async throws {
    let scratch = try Self.application(Self.whole)
    defer { scratch.remove() }
    let run = try await Self.wander(["app", "--steps", "40"], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.lines.first?.hasPrefix("40 steps in ") == true)
    #expect(run.lines.first?.hasSuffix(" journeys, seed 1: nothing found") == true)
    #expect(run.lines[1].hasPrefix("  1 of 1 routes, 0 of 0 guards and redirects, "))
    let again = try await Self.wander(["app", "--steps", "40"], in: scratch)
    #expect(again.output == run.output)
  }

  @Test func `a finding is printed with its spec, and is status 1`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await Self.wander(["app", "--steps", "100"], in: scratch)
    #expect(run.status == 1)
    #expect(run.output.contains("'poster' has no way out"))
    #expect(run.output.contains("   | -- Found by moonroute wander: dead_end, about 'poster'.\n"))
    #expect(run.output.contains("opening '/bad' fails: broken (main.lua:5)\n"))
    #expect(run.lines.last == "  3 of 3 routes, 0 of 0 guards and redirects, " + Self.ways(run))
  }

  private static func ways(_ run: CommandRun) -> String {
    run.lines.last?.components(separatedBy: "redirects, ").last ?? ""
  }

  @Test func `json is a line for each finding, and one at the end`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await Self.wander(
      ["app", "--steps", "100", "--seed", "3", "--json"],
      in: scratch
    )
    #expect(run.status == 1)
    let lines = try run.lines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { $0["kind"] as? String } == ["finding", "finding", "summary"])
    let dead = try #require(lines.first { $0["rule"] as? String == "dead_end" })
    #expect(dead["about"] as? String == "poster")
    #expect(dead["file"] as? String == "main.lua" && dead["line"] as? Int == 2)
    #expect(dead["certain"] as? Bool == true)
    let steps = try #require(dead["steps"] as? [[String: String]])
    #expect(steps == [["step": "open", "words": "open /poster"]])
    #expect((dead["spec"] as? String)?.contains("assert.invariants()") == true)
    let bad = try #require(lines.first { $0["rule"] as? String == "problem" })
    #expect(bad["code"] as? String == "script_error")
    #expect(lines.last?["seed"] as? String == "3" && lines.last?["findings"] as? Int == 2)
  }

  @Test func `found specs are written, fail, and are replaced by the same finding`() async throws {
    let scratch = try Self.application(in: "läden/茶")
    defer { scratch.remove() }
    let arguments = ["läden/茶", "--steps", "100", "--write", "läden/茶/spec/gefunden ü/"]
    let run = try await Self.wander(arguments, in: scratch)
    #expect(run.status == 1, "\(run.errors)")
    let folder = "läden/茶/spec/gefunden ü"
    #expect(
      try Self.specs(in: folder, of: scratch) == [
        "dead_end_poster_spec.lua", "problem_bad_spec.lua",
      ]
    )
    let file = "\(folder)/dead_end_poster_spec.lua"
    #expect(run.output.contains("   \(file): written; 'moonroute test \(file)' runs it\n"))
    let test = try await CommandRun.moonroute(["test", folder], in: scratch.folder)
    #expect(test.status != 0)
    #expect(test.output.contains("0 successes / 2 failures / 0 errors"), "\(test.output)")
    // A second walk finds the same, and the files do not change.
    let before = try Self.text(of: file, in: scratch)
    #expect(try await Self.wander(arguments, in: scratch).status == 1)
    #expect(try Self.specs(in: folder, of: scratch).count == 2)
    #expect(try Self.text(of: file, in: scratch) == before)
    try Self.write(Self.whole, to: "läden/茶/main.lua", in: scratch)
    #expect(try await Self.wander(arguments, in: scratch).status == 0)
  }

  @Test func `a file that is not a found spec is never overwritten`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let mine = "-- mine\n" + String(repeating: "-", count: 100)
    try Self.write(mine, to: "app/spec/found/dead_end_poster_spec.lua", in: scratch)
    let run = try await Self.wander(
      ["app", "--steps", "100", "--write", "app/spec/found"],
      in: scratch
    )
    #expect(run.status == 1)
    #expect(try Self.text(of: "app/spec/found/dead_end_poster_spec.lua", in: scratch) == mine)
    let second = try Self.text(of: "app/spec/found/dead_end_poster_2_spec.lua", in: scratch)
    #expect(second.hasPrefix("-- Found by moonroute wander: dead_end, about 'poster'.\n"))
    let one = try await Self.wander(
      ["app", "--steps", "100", "--write", "app/spec/found/problem_bad_spec.lua"],
      in: scratch
    )
    let other = try await Self.wander(
      ["app", "--steps", "100", "--write", "app/spec/found/dead_end_poster_spec.lua"],
      in: scratch
    )
    #expect([one.status, other.status] == [2, 2], "\(one.errors)\(other.errors)")
    #expect(
      other.errors.contains(
        "'app/spec/found/dead_end_poster_spec.lua' already exists and was not written by wander."
          + " Name another file."
      )
    )
    #expect(try Self.text(of: "app/spec/found/dead_end_poster_spec.lua", in: scratch) == mine)
    // A file that exceeds the read limit does not count as a spec for the same finding.
    let large = second + String(repeating: "-", count: 1 << 20)
    try Self.write(large, to: "app/spec/found/dead_end_poster_2_spec.lua", in: scratch)
    let last = try await Self.wander(
      ["app", "--steps", "100", "--write", "app/spec/found"],
      in: scratch
    )
    #expect(last.status == 2, "\(last.errors)")
    #expect(try Self.text(of: "app/spec/found/dead_end_poster_2_spec.lua", in: scratch) == large)
  }

  @Test func `with the path of a spec, the walk ends at the first finding`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await Self.wander(
      ["app", "--steps", "100", "--write", "app/spec/first_spec.lua"],
      in: scratch
    )
    #expect(run.status == 1)
    #expect(run.lines.last == "  ended by its findings, before all steps were done")
    #expect(run.output.contains("seed 1: 1 finding\n"))
    #expect(try Self.specs(in: "app/spec", of: scratch) == ["first_spec.lua"])
  }

  @Test func `a folder allows a hundred specs of one name`() async throws {
    let scratch = try Self.application(
      Self.main.replacing(" error(\"broken\") ", with: " ")
    )
    defer { scratch.remove() }
    for number in 1...100 {
      let name = number == 1 ? "dead_end_poster" : "dead_end_poster_\(number)"
      try Self.write("-- \(number)\n", to: "app/spec/found/\(name)_spec.lua", in: scratch)
    }
    let run = try await Self.wander(
      ["app", "--steps", "60", "--write", "app/spec/found"],
      in: scratch
    )
    #expect(run.status == 2)
    #expect(
      run.errors.contains("'app/spec/found' is full of specs about 'dead_end_poster_spec.lua'."),
      "\(run.errors)"
    )
    #expect(try Self.specs(in: "app/spec/found", of: scratch).count == 100)
  }

  @Test(arguments: ["elsewhere", "app/../elsewhere/found", "app/out", "app/out/found"])
  func `a path outside of the application is refused`(_ path: String) async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    try Self.write("", to: "other/keep.txt", in: scratch)
    try FileManager.default.createSymbolicLink(
      at: scratch["app/out"],
      withDestinationURL: scratch["other"]
    )
    let run = try await Self.wander(["app", "--steps", "60", "--write", path], in: scratch)
    #expect(run.status == 2)
    #expect(
      run.errors.contains(" is not in the application, so a spec there would not find it.")
    )
    #expect(run.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch["elsewhere"].path))
    #expect(try Self.specs(in: "other", of: scratch) == ["keep.txt"])
  }

  @Test(arguments: [
    (["--steps", "0"], "--steps takes 1 to 1000000000 steps, but got 0."),
    (["--time", "0"], "--time takes 1 to 1000000 seconds, but got 0."),
    (["--seed", "x"], "The value 'x' is invalid for '--seed <n>'"),
    (
      ["--write", "x.lua"],
      "--write takes a folder, or a file whose name ends in _spec.lua, but got 'x.lua'."
    ),
    (
      ["--write", ""], "--write takes a folder, or a file whose name ends in _spec.lua, but got ''."
    ),
    (["--unsafe"], "'wander' does everything many times. Leave out --unsafe."),
    (["--storage", "x"], "'wander' keeps resources in memory. Leave out --storage."),
    (["--persona", "mai"], "There is no persona 'mai'. Available: mei, visitor."),
    (["--personas", "mei,nobody"], "There is no persona 'nobody'."),
  ])
  func `an invalid option is reported`(_ options: [String], _ words: String) async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    let run = try await Self.wander(["app"] + options, in: scratch)
    #expect(run.status == 2)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `an error in invariants.lua prevents loading`() async throws {
    let scratch = try Self.application()
    defer { scratch.remove() }
    try Self.write("invariant('x')\n", to: "app/invariants.lua", in: scratch)
    let run = try await Self.wander(["app"], in: scratch)
    #expect(run.status == 3)
    #expect(run.errors.contains("invariants.lua:1"), "\(run.errors)")
  }
}
#endif
