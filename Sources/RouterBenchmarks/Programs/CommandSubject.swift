import Foundation

/// The built command: its start-up time, and its memory use after a million links.
enum CommandSubject {
  static func subject(_ moonroute: String) -> BenchmarkSubject {
    BenchmarkSubject(
      name: "command",
      figures: { _ in
        try BenchmarkFolder.with { folder in
          try start(moonroute, folder) + memory(moonroute, folder)
        }
      }
    )
  }

  /// Uses the slowest of the fastest tenth, because other load only makes a start slower.
  private static func start(
    _ moonroute: String,
    _ folder: BenchmarkFolder
  ) throws -> [BenchmarkFigure] {
    let source = try folder.write("import Foundation\n", to: "foundation.swift")
    let plain = folder.path("foundation")
    var compiler = ["swiftc", "-O", source, "-o", plain]
    #if os(Linux)
    compiler.append("-static-stdlib")
    #endif
    _ = try ProgramRun.times(1, compiler, in: folder)
    try folder.write("", to: "empty/main.lua")
    var theirs = ProgramRun()
    var ours = ProgramRun()
    for _ in 0..<300 {
      try theirs.add([plain], in: folder)
      try ours.add([moonroute, "run", folder.path("empty")], in: folder)
    }
    let tenth = { (run: ProgramRun) in run.seconds.sorted()[run.seconds.count / 10] }
    return [
      .init(
        name: "command/start with an empty application",
        value: tenth(ours) * 1000,
        unit: "ms"
      ),
      .init(
        name: "command/start over a program that imports Foundation",
        value: tenth(ours) / tenth(theirs),
        unit: "×",
        goal: 4
      ),
    ]
  }

  /// Opens a million links, and compares the memory with that after the first ten thousand.
  private static func memory(
    _ moonroute: String,
    _ folder: BenchmarkFolder
  ) throws -> [BenchmarkFigure] {
    let script = try folder.write(
      """
      router.route { name = "home", path = "/", view = "Home", animator = "root" }
      router.route { name = "sum", path = "/sum/:a<int>", action = function(state)
        return state.params.a + 1
      end }
      router.route { name = "mark", path = "/mark", action = function()
        log.info("mark")
        return true
      end }
      """,
      to: "links.lua"
    )
    let session = try LinkProgram(moonroute, script)
    let early = try session.open(10_000, in: folder)
    let late = try session.open(990_000, in: folder)
    session.end()
    let name = "command/memory after a million links"
    return [
      .init(name: name, value: late, unit: "kB"),
      .init(name: name + " over ten thousand", value: late / early, unit: "×", goal: 1.1),
    ]
  }
}

/// A running command that reads links from its input.
private struct LinkProgram {
  private let process = Process()
  private let input = Pipe()
  private let log = Pipe()

  init(_ moonroute: String, _ script: String) throws {
    process.executableURL = URL(fileURLWithPath: moonroute)
    process.arguments = ["run", script, "-"]
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = log
    try process.run()
  }

  /// Opens links to the action and to the root, and returns the memory in kB.
  func open(_ count: Int, in folder: BenchmarkFolder) throws -> Double {
    for begin in stride(from: 0, to: count, by: 1000) {
      let links = (begin..<begin + 1000).map { $0 % 2 == 0 ? "/?n=\($0)\n" : "/sum/\($0)\n" }
      try input.fileHandleForWriting.write(contentsOf: Data(links.joined().utf8))
    }
    try input.fileHandleForWriting.write(contentsOf: Data("/mark\n".utf8))
    var said = ""
    while !said.contains("mark") {
      let some = log.fileHandleForReading.availableData
      guard !some.isEmpty else {
        throw BenchmarkError.programFailed(process.arguments ?? [], output: said)
      }
      said += String(decoding: some, as: UTF8.self)
    }
    let id = String(process.processIdentifier)
    let listed = try ProgramRun.times(1, ["ps", "-o", "rss=", "-p", id], in: folder).output
    guard let kilobytes = Double(listed.filter(\.isNumber)) else {
      throw BenchmarkError.programFailed(["ps"], output: listed)
    }
    return kilobytes
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
