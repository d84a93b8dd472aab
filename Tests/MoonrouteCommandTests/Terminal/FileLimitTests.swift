#if Command
import Foundation
import LineEditing
import Moonroute
import Testing

@testable import MoonrouteCommand

/// The files that the command writes and reads again.
@Suite struct FileLimitTests {
  @Test func `a snapshot that --against would refuse is not written`() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let file = SnapshotFile(scratch["a.txt"].path, limit: 4)
    #expect(throws: MoonrouteCommand.ExitStatus.internalError) {
      try file.write(Array("abcde".utf8))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch["a.txt"].path))
    try file.write(Array("abcd".utf8))
    #expect(try file.bytes() == Array("abcd".utf8))
  }

  @Test @MainActor
  func `an audit ends when its snapshot is too large, and writes nothing`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let application = try LinkRouter {
      LinkRoute("/a", name: "a").view("A")
    }
    let rules = await application.perform { $0.router.rules.configuration.locationRules }
    try Data("/a\n/b\n/c\n".utf8).write(to: scratch["links.txt"])
    for (limit, isWritten) in [(64, false), (1 << 20, true)] {
      let file = scratch["\(limit).txt"].path
      let audit = LinkAudit(
        .table(application.directory.index, rules),
        file: SnapshotFile(file, limit: limit),
        changes: nil,
        allowsFallback: false,
        progress: nil
      )
      do {
        let links = scratch["links.txt"].path
        try await audit.read(links, format: nil, column: nil, base: nil)
        try audit.finish()
        #expect(isWritten)
      } catch {
        #expect(!isWritten && error as? MoonrouteCommand.ExitStatus == .internalError)
      }
      #expect(FileManager.default.fileExists(atPath: file) == isWritten)
    }
  }

  @Test func `a history that would be too large loses its oldest lines`() throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let history = HistoryFile(of: "/app", in: scratch.folder.path, limit: 16)
    for line in ["one", "two", "three", "four"] { history.add(line) }
    #expect(history.read().lines == ["one", "two", "three", "four"].suffix(1))
    for line in ["5", "6"] { history.add(line) }
    #expect(history.read().lines == ["four", "5", "6"])
  }
}
#endif
