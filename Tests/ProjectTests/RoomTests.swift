import Foundation
import Testing

/// The size of the rooms in which the code lies.
struct RoomTests {
  private static let folders = ["Sources", "CLua", "Tests", "scripts", "examples"]

  @Test func `no folder has more than 25 files of its own`() {
    let files = Project.files(below: Self.folders).filter { !$0.contains(".docc/") }
    let counts = Dictionary(grouping: files) { ($0 as NSString).deletingLastPathComponent }
    #expect(counts.count > 50)
    for (folder, files) in counts { #expect(files.count <= 25, "\(folder)") }
  }

  @Test func `no file written by hand has more than 500 lines`() throws {
    let files = Project.files(below: Self.folders, extensions: ["swift", "c", "h", "lua"])
    #expect(files.count > 500)
    for file in files {
      let lines = try Project.text(file).utf8.count { $0 == UInt8(ascii: "\n") }
      #expect(lines <= 500, "\(file)")
    }
  }
}
