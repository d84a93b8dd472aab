import Foundation
import Testing

#if Command
struct UsageTests {
  /// Typical command lines, and the exit status of each.
  static let calls: [(line: String, status: Int32)] = [
    ("", 2), ("--help", 0), ("help run", 0), ("run --help", 0), ("--version", 0),
    ("bogus", 2), ("run --bogus", 2), ("match", 2), ("match plain", 2),
    ("url plain", 2), ("url plain page n", 2), ("url plain page n=1 n=2", 2),
    ("routes plain --format pdf", 2), ("routes plain --sort size", 2),
    ("run plain --memory 0", 2), ("run plain --cpu 0", 2),
    ("run plain --memory 9223372036854775807", 2),
    ("run plain --wait 0", 2), ("run plain --wait nan", 2), ("run plain --wait -1", 2),
    ("run note.txt", 2), ("run plain", 0), ("run plain/main.lua", 0), ("run single.lua /a", 0),
    ("run plain /page/1", 0), ("run plain /nowhere", 1), ("run plain /closed", 1),
    ("run plain /page/1 /closed /page/2", 1), ("run nowhere", 3), ("run syntax", 3),
    ("match syntax /a", 3), ("routes syntax", 3), ("url syntax a", 3), ("check nowhere", 3),
    ("check syntax", 1), ("check plain", 0), ("match plain /page/1", 0),
    ("links plain", 2), ("links plain --check /page/1", 0), ("links plain /page/1", 2),
    ("links plain --apple TEAM123456.a.b", 0), ("links plain --apple TEAM123456.a.b --strict", 1),
    ("links plain --check -o x", 2), ("links plain --manifest x", 2), ("links syntax --check", 3),
    ("match plain /page/x", 1), ("url plain page n=1", 0), ("url plain page n=x", 1),
    ("run plain --eval 'return 1'", 0), ("run plain --eval 'return ('", 3),
    ("run plain --eval \"error('no')\"", 3), ("run plain - <plain", 4),
  ]

  @Test(arguments: calls)
  func `the exit status reports the result`(line: String, status: Int32) async throws {
    let run = try await CommandRun.shell("moonroute " + line)
    #expect(run.status == status, "\(line): \(run.output)\(run.errors)")
  }

  #if os(Linux)
  @Test func `a result that cannot be written is a failure`() async throws {
    let run = try await CommandRun.shell("moonroute run plain >/dev/full")
    #expect(run.status == 4)
    #expect(run.errors == "moonroute: cannot write the result: No space left on device\n")
  }
  #endif

  @Test func `invalid usage leaves standard output empty`() async throws {
    for arguments in [[], ["bogus"], ["run", "--bogus"], ["match", "plain"]] {
      let run = try await CommandRun.moonroute(arguments)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("moonroute"))
    }
  }

  @Test func `the version contains those of Moonroute and Lua`() async throws {
    let run = try await CommandRun.moonroute(["--version"])
    #expect(run.output.wholeMatch(of: /moonroute \d+\.\d+\.\d+ \(Lua 5\.4\.\d+\)\n/) != nil)
  }

  @Test func `the default application is the current folder`() async throws {
    let folder = Place.fixtures.appendingPathComponent("plain")
    for command in ["run", "routes", "check"] {
      let run = try await CommandRun.moonroute([command], in: folder)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
  }

  @Test func `a path without an application is reported`() async throws {
    let run = try await CommandRun.moonroute(["run", "nowhere"])
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "error: There is no file or folder 'nowhere'. Name a folder with main.lua, or a .lua"
        + " file. [missing_file]\n"
    )
  }

  @Test func `an application may be empty`() async throws {
    let run = try await CommandRun.moonroute(["run", "empty"])
    #expect(run.output == "window (empty)\n")
    #expect(run.errors.isEmpty)
  }
}
#else
struct UsageTests {
  @Test func `without the trait, the command explains how to build it`() async throws {
    let run = try await CommandRun.moonroute(["run"])
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "moonroute: built without its command line. Build it with:"
        + " swift build -c release --traits Command --product moonroute\n"
    )
  }
}
#endif
