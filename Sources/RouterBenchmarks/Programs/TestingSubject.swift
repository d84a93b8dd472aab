import Foundation

/// `moonroute test` compared with busted, on the same spec files.
///
/// Both must run the same tests and assertions. Busted's speed differs by release of Lua.
enum TestingSubject {
  static func subject(_ moonroute: String) -> BenchmarkSubject {
    BenchmarkSubject(
      name: "testing",
      figures: { _ in
        try BenchmarkFolder.with { folder in
          let comparison = try TestingComparison(moonroute, folder)
          let shop = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("examples/shop/spec").path
          let sorting = try SpecSamples.writeSorting(to: folder)
          return try comparison.figures() + [memory(moonroute, folder)]
            + [changes(moonroute, shop, folder)]
            + coverage("the shop", [moonroute, "test", "-o", "plain", shop], folder)
            + coverage("plain Lua", [moonroute, "test", "-o", "plain", sorting], folder)
            + coverage(
              "plain Lua, --unsafe",
              [moonroute, "test", "-o", "plain", "--unsafe", sorting],
              folder
            )
        }
      }
    )
  }

  /// The memory for running 40 files with 20 MB each, in sequence.
  private static func memory(
    _ moonroute: String,
    _ folder: BenchmarkFolder
  ) throws -> BenchmarkFigure {
    for number in 1...40 { try folder.write(SpecSamples.large, to: "large/s\(number)_spec.lua") }
    let command = [moonroute, "test", "-o", "plain", "--unsafe", folder.path("large")]
    let run = try ProgramRun.times(1, command, in: folder)
    return BenchmarkFigure(
      name: "testing/40 files of 20 MB: memory",
      value: Double(run.kilobytes) / 1024,
      unit: "MB",
      goal: 100
    )
  }

  /// The number of mutations of the shop's rules per second, each tried with the specs that run it.
  private static func changes(
    _ moonroute: String,
    _ shop: String,
    _ folder: BenchmarkFolder
  ) throws -> BenchmarkFigure {
    let command = [moonroute, "test", "--mutate", "--jobs", "2", "-o", "json", shop]
    let run = try ProgramRun.times(3, command, in: folder)
    // The output has one line for each mutation, and one for the score.
    let count = run.output.split(separator: "\n").count - 1
    return BenchmarkFigure(
      name: "testing/changes of the shop's rules, tried by its specs",
      value: Double(count) / run.fastest,
      unit: "/s",
      goal: nil
    )
  }

  private static func coverage(
    _ name: String,
    _ command: [String],
    _ folder: BenchmarkFolder
  ) throws -> [BenchmarkFigure] {
    let plain = try ProgramRun.times(10, command, in: folder)
    let covered = try ProgramRun.times(10, command + ["-c"], in: folder)
    return [
      .init(
        name: "testing/coverage of \(name) over the plain time",
        value: covered.fastest / plain.fastest,
        unit: "×",
        goal: 2.5
      )
    ]
  }
}

private struct TestingComparison {
  private struct Row {
    let name: String
    let text: String
    let count: Int
    /// The maximum ratio of our time to busted's.
    let timeGoal: Double
    var memoryGoal: Double?
    var arguments: [String] = []
    var fileCount = 1
    /// Options for our command only.
    var ownArguments: [String] = []
  }

  private static let rows = [
    Row(name: "an empty spec", text: SpecSamples.empty, count: 40, timeGoal: 1),
    Row(
      name: "10000 trivial tests",
      text: SpecSamples.trivial,
      count: 5,
      timeGoal: 1.0 / 8,
      memoryGoal: 1
    ),
    Row(
      name: "1000 failing comparisons",
      text: SpecSamples.failing,
      count: 5,
      timeGoal: 1.0 / 5
    ),
    Row(
      name: "1930 tests of a compiler in one state",
      text: SpecSamples.compiler,
      count: 5,
      timeGoal: 1,
      arguments: ["--no-auto-insulate"]
    ),
    Row(
      name: "200 files of two tests, each in a new state in the sandbox",
      text: SpecSamples.small,
      count: 5,
      timeGoal: 0.5,
      fileCount: 200
    ),
    Row(
      name: "200 files of two tests, each in a new state",
      text: SpecSamples.small,
      count: 5,
      timeGoal: 0.5,
      fileCount: 200,
      ownArguments: ["--unsafe"]
    ),
    Row(
      name: "200 files of two tests in one state, as in busted",
      text: SpecSamples.small,
      count: 5,
      timeGoal: 0.5,
      fileCount: 200,
      ownArguments: ["--unsafe", "--busted-strict-compat"]
    ),
  ]

  private let moonroute: String
  private let folder: BenchmarkFolder
  private let busted: String?
  /// The Lua releases that can run it.
  private let luas: [String]

  init(_ moonroute: String, _ folder: BenchmarkFolder) throws {
    self.moonroute = moonroute
    self.folder = folder
    let found =
      try ProgramRun.times(
        1,
        ["sh", "-c", "command -v busted"],
        in: folder,
        mayFail: true
      )
      .output
    let path = String(found.prefix { $0 != "\n" })
    busted = path.isEmpty ? nil : path
    luas = try ["lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit"]
      .filter { lua in
        let test = "command -v \(lua) && \(lua) '\(path)' --version"
        return try !path.isEmpty
          && ProgramRun.times(
            1,
            ["sh", "-c", "(\(test)) >/dev/null 2>&1 && echo yes"],
            in: folder,
            mayFail: true
          )
          .output == "yes\n"
      }
  }

  func figures() throws -> [BenchmarkFigure] {
    guard let busted else {
      print("testing: not compared, for busted is not installed (its package is lua-busted)")
      return []
    }
    try folder.write(SpecSamples.assertionCounter, to: "count.lua")
    return try Self.rows.enumerated()
      .flatMap { number, row in
        for file in 1...row.fileCount {
          try folder.write(row.text, to: "\(number)/file\(file)_spec.lua")
        }
        let spec = folder.path("\(number)")
        try compareAssertions(row.name, spec, busted)
        let ours = try ProgramRun.times(
          row.count,
          [moonroute, "test", "-o", "plain", "--pass-with-no-tests", "--jobs", "1", spec]
            + row.arguments + row.ownArguments,
          in: folder,
          mayFail: true
        )
        return try luas.flatMap { lua in
          let theirs = try ProgramRun.times(
            row.count,
            [lua, busted, "-o", "plainTerminal", "--pattern", "_spec", spec] + row.arguments,
            in: folder,
            mayFail: true
          )
          try expectSame("tests", row.name, marks(ours), marks(theirs))
          return figures(row, lua, ours, theirs)
        }
      }
  }

  private func figures(
    _ row: Row,
    _ lua: String,
    _ ours: ProgramRun,
    _ theirs: ProgramRun
  ) -> [BenchmarkFigure] {
    let name = "testing/\(row.name)"
    return [
      .init(name: name + ": time", value: ours.fastest * 1000, unit: "ms"),
      .init(
        name: name + ": time over busted on \(lua)",
        value: ours.fastest / theirs.fastest,
        unit: "×",
        goal: row.timeGoal
      ),
      .init(
        name: name + ": memory over busted on \(lua)",
        value: Double(ours.kilobytes) / Double(theirs.kilobytes),
        unit: "×",
        goal: row.memoryGoal
      ),
    ]
  }

  /// Counts one dot, plus or minus for each test, in the longest line of marks.
  private func marks(_ run: ProgramRun) -> Int {
    run.output.split(separator: "\n")
      .map { line in line.allSatisfy { "-+*.".contains($0) } ? line.count : 0 }
      .max() ?? 0
  }

  private func compareAssertions(_ name: String, _ spec: String, _ busted: String) throws {
    let json =
      try ProgramRun.times(
        1,
        [moonroute, "test", "-o", "json", "--pass-with-no-tests", spec],
        in: folder,
        mayFail: true
      )
      .output
    let ours = json.matches(of: /"assertions":([0-9]+)/).last.flatMap { Int($0.1) }
    let command = [
      busted, "-o", "plainTerminal", "--helper=\(folder.path("count.lua"))", "--pattern", "_spec",
      spec,
    ]
    let file = folder.path("count")
    _ = try ProgramRun.times(
      1,
      ["env", "COUNT_FILE=\(file)"] + command,
      in: folder,
      mayFail: true
    )
    let theirs = Int(try String(contentsOfFile: file, encoding: .utf8).filter(\.isNumber))
    try expectSame("assertions", name, ours ?? -1, theirs ?? -1)
  }

  private func expectSame(_ what: String, _ name: String, _ ours: Int, _ theirs: Int) throws {
    guard ours == theirs, ours >= 0 else {
      throw BenchmarkError.unequalWork("\(name): \(ours) \(what) here, \(theirs) in busted")
    }
  }
}
