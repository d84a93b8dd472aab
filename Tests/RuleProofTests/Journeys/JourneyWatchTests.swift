import Foundation
import MessageStream
import Rehearsal
import ScriptReports
import ScriptTesting
import Synchronization
import TestSupport
import Testing

@testable import RuleProof

/// Journeys that run again after each load of the scripts.
@Suite struct JourneyWatchTests {
  /// The reported rounds.
  private final class Told: Sendable {
    let rounds = Mutex<[JourneyRound]>([])

    /// The readable report of each round.
    var lines: [[String]] {
      rounds.withLock { $0.map { JourneyReport($0).lines(style) } }
    }

    let style = ReportStyle(isColoured: false, width: 80)

    func add(_ round: JourneyRound) { rounds.withLock { $0.append(round) } }
  }

  private static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try Data(text.utf8).write(to: file)
  }

  private static let guarded = #"if not session.user then return router.to("login") end"#

  @Test(arguments: ["", "é", "e\u{301}", "龙井 茶"])
  func `a changed guard makes a journey fail at its step, and reverting it fixes the journey`(
    name: String
  ) async throws {
    let outer = try TextFolder([:])
    let path = outer.path + "/" + name
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: outer.path) }
    let write = { try Self.write($0, to: path + "/" + $1) }
    try write(JourneyFolders.main, "main.lua")
    let folder = try JourneyFolder(of: JourneyFolders.host(path))
    let acts = ["/", "/orders"].map { Recording.Entry(.opening($0)) }
    let text =
      try await JourneyWriter.written(
        "recorded",
        Recording(acts, limit: Recording.promptLimit),
        in: ProofScripts.of(JourneyFolders.main)
      )
      .text
    try folder.write(text, as: "recorded", replacing: false)
    try write(JourneyFolders.byHand, "spec/journeys/by_hand_spec.lua")
    try write("it('is well', function() end)", "spec/journeys/e\u{301}_spec.lua")
    let told = Told()
    let watch = JourneyWatch(folder) { told.add($0) }
    func load(_ main: String) async throws -> [String] {
      try write(main, "main.lua")
      watch.begin()
      await watch.finish()
      return told.lines.last ?? []
    }
    #expect(try await load(JourneyFolders.main) == ["✓ 3 journeys pass"])
    #expect(try await load(JourneyFolders.main + "\n") == ["✓ 3 journeys as before"])
    let open = JourneyFolders.main.replacing(Self.guarded, with: "")
    let wrong = ["    The open was not redirected."]
    let red = try await load(open)
    #expect(
      red.filter { !$0.hasPrefix("    ") } == [
        #"✗ spec/journeys/by_hand_spec.lua:4: assert.redirected(router.open("/orders"), { "/login" })"#,
        #"✗ spec/journeys/recorded_spec.lua:5: assert.redirected(router.open("/orders"), { "/login" })"#,
        "✗ 2 of 3 journeys fail",
      ]
    )
    #expect(red.contains { $0.hasPrefix(wrong[0].prefix(12)) }, "\(red)")
    #expect(
      try await load(open + "\n") == [
        "✗ spec/journeys/by_hand_spec.lua:4 still fails",
        "✗ spec/journeys/recorded_spec.lua:5 still fails", "✗ 2 of 3 journeys fail",
      ]
    )
    #expect(
      try await load(JourneyFolders.main) == [
        "✓ spec/journeys/by_hand_spec.lua passes again",
        "✓ spec/journeys/recorded_spec.lua passes again", "✓ 3 journeys pass",
      ]
    )
  }

  @Test func `journeys are read again each time, and having none is reported once`() async throws {
    let folder = try JourneyFolders.folder()
    let told = Told()
    let watch = try JourneyWatch(folder.journeys) { told.add($0) }
    watch.begin()
    await watch.finish()
    watch.begin()
    await watch.finish()
    #expect(
      told.lines == [
        ["no journeys in 'spec/journeys' yet: 'moonroute record' writes one"], [],
      ]
    )
    watch.beginIfChanged()
    await watch.finish()
    #expect(told.lines.count == 2)
    try folder.write(JourneyFolders.byHand, to: "spec/journeys/by_hand_spec.lua")
    try folder.write("x(", to: "spec/journeys/not_one.lua")
    watch.beginIfChanged()
    await watch.finish()
    #expect(told.lines.last == ["✓ 1 journey passes"])
    try folder.write("it('is empty'", to: "spec/journeys/by_hand_spec.lua")
    watch.beginIfChanged()
    await watch.finish()
    #expect(told.lines.last?.last == "✗ 1 of 1 journey fails")
    watch.beginIfChanged()
    await watch.finish()
    #expect(told.lines.count == 4)
  }

  @Test func `a newer run replaces the running one`() async throws {
    let folder = try JourneyFolders.folder([
      "spec/journeys/a_spec.lua": "", "spec/journeys/b_spec.lua": "",
    ])
    let told = Told()
    let runs = Mutex<[String]>([])
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let watch = try JourneyWatch(
      folder.journeys,
      run: { name in
        let count = runs.withLock { runs in
          runs.append(name)
          return runs.count
        }
        if count == 1 {
          begin.yield()
          for await _ in gate { break }
        }
        return JourneyResult(status: count < 3 ? .failed : .passed)
      },
      tell: { told.add($0) }
    )
    watch.begin()
    for await _ in begun { break }
    watch.begin()
    open.yield()
    await watch.finish()
    // The first run ends at its first journey, and its findings are not reported.
    #expect(runs.withLock { $0 } == ["a", "a", "b"])
    #expect(told.rounds.withLock { $0.map(\.rows.count) } == [2])
    #expect(told.rounds.withLock { $0[0].rows.map(\.news) } == [.failed, .new])
    watch.cancel()
    await watch.finish()
    #expect(told.lines.count == 1)
  }

  @Test func `a report shows changes only, and never interprets a script's text`() {
    let wrong = JourneyResult(
      status: .failed,
      line: 3,
      step: "x('\u{1B}[2J')",
      message: (1...20).map { "::error::\($0)\u{202E}" }.joined(separator: "\n")
        .replacing("::2\u{202E}", with: String(repeating: "é", count: 1_000))
    )
    let well = JourneyResult(status: .passed)
    let style = ReportStyle(isColoured: false, width: 80)
    let round = JourneyRound(["a\n": wrong, "b": well], before: ["b": wrong], leftOutCount: 2)
    let lines = JourneyReport(round).lines(style)
    #expect(lines.count == 1 + 12 + 1 + 1 + 1)
    #expect(lines[0] == #"✗ spec/journeys/a\u{A}_spec.lua:3: x('\u{1B}[2J')"#)
    #expect(lines[1] == #"    \u{3A}:error::1\u{202E}"#)
    #expect(lines[2].count < 450 && lines[2].hasSuffix(" bytes)"), "\(lines[2])")
    #expect(
      lines.suffix(3) == [
        "    and more: moonroute test shows all", "✓ spec/journeys/b_spec.lua passes again",
        "✗ 1 of 2 journeys fails; 2 more did not run",
      ]
    )
    #expect(
      JourneyReport(JourneyRound(["b": well], before: nil)).json.map(\.line) == [
        #"{"journey":{"name":"b","file":"spec/journeys/b_spec.lua","status":"passed","line":null,"#
          + #""step":null,"message":null,"changed":false}}"#
      ]
    )
  }

  @Test func `a journey that waits forever is reported`() async throws {
    let folder = try JourneyFolders.folder([
      "spec/journeys/ask_spec.lua": "it('asks', function() router.ask('/sure') end)"
    ])
    let result = try await folder.journeys.run("ask")
    #expect((result.status, result.line) == (.failed, 1))
    #expect(result.message?.contains("this waits forever") == true, "\(result)")
  }

  @Test func `a journey that computes endlessly is stopped by its time limit`() async throws {
    let texts = try JourneyFolders.folder([
      "spec/journeys/on_spec.lua":
        "it('goes on', function() while true do clock.advance(1) end end)"
    ])
    var folder = try texts.journeys
    folder.timeLimit = .milliseconds(50)
    let result = await folder.run("on")
    #expect(result.status == .failed)
    #expect(
      result.message
        == "the tests of this file used up their 0.05 seconds of processor time"
    )
  }

  @Test func `a path where no journey can be saved is reported before the run`() async throws {
    let folder = try JourneyFolders.folder(["spec": "a file"])
    #expect(
      throws: JourneyError.refused(
        "'\(try folder.journeys.root)/spec' is not a folder. Replace it with one."
      )
    ) {
      try folder.journeys.check("x", replacing: false)
    }
    let other = try JourneyFolders.folder(["spec/journeys/x_spec.lua": ""])
    #expect(throws: JourneyError.exists("spec/journeys/x_spec.lua")) {
      try other.journeys.check("x", replacing: false)
    }
    try other.journeys.check("x", replacing: true)
    try other.journeys.check("y", replacing: false)
    try FileManager.default.createSymbolicLink(
      atPath: other("spec/journeys/z_spec.lua"),
      withDestinationPath: "x_spec.lua"
    )
    #expect(throws: JourneyError.notOrdinary("spec/journeys/z_spec.lua")) {
      try other.journeys.check("z", replacing: true)
    }
    let text = String(repeating: "-", count: JourneyFolder.byteLimit) + "-"
    #expect(throws: JourneyError.tooLong) {
      try other.journeys.write(text, as: "y", replacing: false)
    }
    let linked = try JourneyFolders.folder()
    try FileManager.default.createSymbolicLink(
      atPath: linked("spec"),
      withDestinationPath: other.path
    )
    #expect(throws: JourneyError.outside) { try linked.journeys.check("x", replacing: false) }
  }
}
