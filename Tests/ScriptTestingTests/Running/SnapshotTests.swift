import Foundation
import ScriptTesting
import TestSupport
import Testing

@Suite struct SnapshotTests {
  private func folder(_ value: String) throws -> TextFolder {
    try TextFolder(["a_spec.lua": Self.spec(value)])
  }

  private static func spec(_ value: String) -> String {
    "it('shows', function() assert.matches_snapshot(\(value)) end)"
  }

  private func run(_ folder: TextFolder, _ mode: SpecSnapshotMode = .write) async -> SpecRun {
    await SpecRun.of([folder("a_spec.lua")]) { $0.snapshots = mode }
  }

  private func change(_ folder: TextFolder, to value: String) throws {
    try Data(Self.spec(value).utf8).write(to: URL(fileURLWithPath: folder("a_spec.lua")))
  }

  @Test func `a new value is written next to the spec`() async throws {
    let folder = try folder("{ b = { 1 }, a = 'x' }")
    #expect(await run(folder).lines == ["success shows"])
    let text = try String(contentsOfFile: folder("snapshots/a_spec.lua.snap"), encoding: .utf8)
    #expect(text == "## shows 1\n  {\n    a = \"x\",\n    b = {\n      [1] = 1,\n    },\n  }\n")
    #expect(await run(folder, .compare).lines == ["success shows"])
  }

  @Test func `a different value fails and shows both`() async throws {
    let folder = try folder("'one\\ntwo'")
    _ = await run(folder)
    try change(folder, to: "'one\\nthree'")
    let run = await run(folder)
    #expect(run.lines == ["failure shows"])
    #expect(run.message?.contains("  one\n* two") == true)
    #expect(run.message?.contains("  one\n* three") == true)
  }

  @Test func `a different value is accepted on request`() async throws {
    let folder = try folder("1")
    _ = await run(folder)
    try change(folder, to: "2")
    #expect(await run(folder, .update).lines == ["success shows"])
    #expect(await run(folder, .compare).lines == ["success shows"])
  }

  @Test func `a snapshot file that is too large fails its tests until it is replaced`() async throws
  {
    let folder = try folder("1")
    _ = await run(folder)
    truncate(folder("snapshots/a_spec.lua.snap"), 1 << 25)
    let failed = await run(folder)
    #expect(failed.lines == ["failure shows"])
    #expect(failed.message?.contains("33554432 bytes; at most 16777216 are allowed") == true)
    #expect(await run(folder, .update).lines == ["success shows"])
    #expect(await run(folder, .compare).lines == ["success shows"])
  }

  @Test func `snapshots that could not be read back are not written`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": """
      for i = 1, 6 do
        it("s" .. i, function() assert.matches_snapshot(("x"):rep(3 << 20)) end)
      end
      """
    ])
    let run = await run(folder)
    #expect(run.lines.filter { $0.hasPrefix("success s") }.count == 6)
    #expect(run.lines.count == 7, "\(run.lines)")
    #expect(!FileManager.default.fileExists(atPath: folder("snapshots/a_spec.lua.snap")))
  }

  @Test func `a new value fails in a read-only run`() async throws {
    let folder = try folder("1")
    #expect(await run(folder, .compare).lines == ["failure shows"])
  }

  @Test func `a snapshot stays on its lines`() async throws {
    let folder = try folder(#"'a\n## other 1\n  x\27[2J\r\u{202E}::error::y', 'n\n## z'"#)
    #expect(await run(folder).lines == ["success shows"])
    let text = try String(contentsOfFile: folder("snapshots/a_spec.lua.snap"), encoding: .utf8)
    #expect(text.split(separator: "\n").filter { !$0.hasPrefix("  ") }.count == 1, "\(text)")
    #expect(!text.unicodeScalars.contains { [0x1B, 0x0D, 0x202E].contains($0.value) })
    #expect(await run(folder, .compare).lines == ["success shows"])
    // An older snapshot that contains the raw characters still matches.
    let raw = text.replacing("\\u{1B}", with: "\u{1B}")
    try Data(raw.utf8).write(to: URL(fileURLWithPath: folder("snapshots/a_spec.lua.snap")))
    #expect(await run(folder, .compare).lines == ["success shows"])
    try change(folder, to: "'a'")
    #expect(await run(folder, .compare).lines == ["failure shows"])
  }
}
