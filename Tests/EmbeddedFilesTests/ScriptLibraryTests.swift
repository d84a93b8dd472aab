import Foundation
import EmbeddedFiles
import Testing

/// Compares the embedded files with the folder `scripts`.
struct ScriptLibraryTests {
  private let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("scripts")

  /// The paths of the files in the folder without hidden files, in byte order.
  private func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { path in
        var isFolder: ObjCBool = false
        let full = folder.appendingPathComponent(path).path
        let exists = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        return exists && !isFolder.boolValue
          && !path.split(separator: "/").contains { $0.first == "." }
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  @Test
  func `the table of Sources/EmbeddedBytes lists every file of scripts, sorted`() throws {
    #expect(ScriptLibrary.paths == (try paths()))
  }

  @Test
  func `each file is embedded byte for byte`() throws {
    for path in try paths() {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(path))
      #expect(ScriptLibrary.text(of: path).map { Data($0.utf8) } == bytes, "\(path)")
    }
  }

  @Test
  func `scripts contains only Lua, in lines of text`() throws {
    for path in try paths() {
      #expect(path.hasSuffix(".lua"), "\(path)")
      let bytes = try Data(contentsOf: folder.appendingPathComponent(path))
      #expect(bytes.last == UInt8(ascii: "\n"), "\(path)")
      #expect(
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 || $0 == 0x0A },
        "\(path) has a control character"
      )
    }
  }

  @Test(arguments: ["", "lib", "lib/", "lib/format", "LIB/format.lua", "/lib/format.lua"])
  func `a path without a file returns nothing`(_ path: String) {
    #expect(ScriptLibrary.text(of: path) == nil)
  }
}
