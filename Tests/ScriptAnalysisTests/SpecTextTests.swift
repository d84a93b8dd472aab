import Foundation
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// Specs are read up to a maximum size, and only below the folder of the application.
@Suite struct SpecTextTests {
  private func folder(_ files: [String: Data]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.path + "/specs-\(UUID())/app"
    for (path, bytes) in files {
      let file = URL(fileURLWithPath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try bytes.write(to: file)
    }
    return folder
  }

  @Test func `specs of more than 16 MiB together are not read`() throws {
    let half = Data(count: AnalysedScript.byteLimit)
    let names = (10..<44).map { "spec/a\($0).lua" }
    let folder = try folder(Dictionary(uniqueKeysWithValues: names.map { ($0, half) }))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let specs = SpecTexts(in: folder)
    #expect(specs.texts.keys.sorted() == Array(names.prefix(32)))
    #expect(
      specs.notes.map(\.description) == [
        "spec/a42.lua:1: too large to check: with the specs before it, it has more than 16777216"
          + " bytes.",
        "spec/a43.lua:1: too large to check: with the specs before it, it has more than 16777216"
          + " bytes.",
      ]
    )
  }

  @Test func `a spec is read to its last byte, and other items of the folder are ignored`()
    throws
  {
    let whole = Data(count: AnalysedScript.byteLimit)
    let folder = try folder([
      "spec/a.lua": whole, "spec/deep/b.lua": whole + [0], "spec/c.txt": Data(),
      "../out/d.lua": Data("secret".utf8), "spec/known.lua": Data(),
    ])
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (link, target) in [("spec/d.lua", "../../out/d.lua"), ("spec/out", "../../out")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/\(link)",
        withDestinationPath: target
      )
    }
    #expect(mkfifo("\(folder)/spec/pipe.lua", 0o600) == 0)
    let specs = SpecTexts(in: folder + "/") { $0 == "spec/known.lua" }
    #expect(specs.texts.keys.sorted() == ["spec/a.lua"])
    #expect(
      specs.notes.map(\.description) == [
        "spec/deep/b.lua:1: too large to check: 524289 bytes, at most 524288 are allowed. Split it."
      ]
    )
  }
}
