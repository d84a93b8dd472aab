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

  @Test func `a new value fails in a read-only run, with the remedy`() async throws {
    let folder = try folder("1")
    let run = await run(folder, .compare)
    #expect(run.lines == ["failure shows"])
    #expect(
      run.results.first?.diagnostics.explanation == """
        '\(folder("snapshots/a_spec.lua.snap"))' has no snapshot of this value, and this run writes \
        none, because CI is set or --no-new-snapshots is given. Run the test without them, and commit \
        the file.
        Actual: "1"
        """
    )
  }

  @Test(arguments: ["<<<<<<< HEAD", "text", " 1", "##shows 1", "## shows 1"])
  func `a damaged file fails its tests, and is repaired on request`(line: String) async throws {
    let folder = try TextFolder([
      "a_spec.lua": Self.spec("1") + " it('other', function() assert.matches_snapshot(2) end)"
    ])
    let path = folder("snapshots/a_spec.lua.snap")
    #expect(await run(folder).summary.successes == 2)
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    try Data((whole + line + "\n").utf8).write(to: URL(fileURLWithPath: path))
    for mode in [SpecSnapshotMode.write, .compare] {
      let run = await run(folder, mode)
      #expect(run.lines == ["failure shows", "failure other"])
      #expect(
        run.results.first?.diagnostics.explanation?
          .hasPrefix(
            "'\(path)' is damaged: line 6 belongs to no snapshot. Repair it, or write it again with"
              + " --update-snapshots.\n"
          ) == true,
        "\(run.results.first?.diagnostics.explanation ?? "")"
      )
    }
    let chosen = await SpecRun.of([folder("a_spec.lua")]) {
      $0.snapshots = .update
      $0.selection.names = ["shows"]
    }
    #expect(chosen.lines == ["success shows"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
  }

  @Test func `empty lines may lose their spaces in an editor`() async throws {
    let folder = try folder("'one\\n\\ntwo'")
    _ = await run(folder)
    let path = folder("snapshots/a_spec.lua.snap")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "## shows 1\n  one\n  \n  two\n")
    try Data(text.replacing("  \n", with: "\n").utf8).write(to: URL(fileURLWithPath: path))
    #expect(await run(folder, .compare).lines == ["success shows"])
  }

  @Test func `two tests of one name do not share a snapshot`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": """
      for i = 1, 2 do it('twin', function() assert.matches_snapshot(i) end) end
      for i = 1, 2 do it('named', function() assert.matches_snapshot(i, i) end) end
      """
    ])
    let run = await run(folder)
    #expect(run.lines == ["success twin", "error twin", "success named", "success named"])
    #expect(
      run.message == """
        two tests named 'twin' would share the snapshot 'twin 1'. Rename one, or give each snapshot a \
        name: assert.matches_snapshot(value, 'name').
        """
    )
  }

  @Test func `each try of a test compares the same snapshots`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": """
      local tries = 0
      it('a', function()
        tries = tries + 1
        assert.matches_snapshot('x')
        assert.equal(2, tries)
      end)
      """
    ])
    let run = await SpecRun.of([folder("a_spec.lua")]) { $0.selection.retries = 1 }
    #expect(run.lines == ["success a"])
    let text = try String(contentsOfFile: folder("snapshots/a_spec.lua.snap"), encoding: .utf8)
    #expect(text == "## a 1\n  x\n")
  }

  @Test func `a list, or a choice by lines, keeps all snapshots`() async throws {
    let folder = try TextFolder([
      "a_spec.lua": "\(Self.spec("1"))\nit('other', function() assert.matches_snapshot(2) end)"
    ])
    _ = await run(folder)
    let path = folder("snapshots/a_spec.lua.snap")
    let whole = try String(contentsOfFile: path, encoding: .utf8)
    for lists in [true, false] {
      _ = await SpecRun.of([folder("a_spec.lua")]) {
        $0.snapshots = .update
        $0.selection.lists = lists
        if !lists { $0.selection.linesByFile = [folder("a_spec.lua"): [1]] }
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == whole)
    }
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
