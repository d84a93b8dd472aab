#if Inspector
import EmbeddedInspector
import Foundation
import Testing

@Suite struct PageTests {
  /// The folder of the page.
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "page")

  /// The paths of the folder's files, as the server knows them, in the order of their bytes.
  private static func pathsOfFiles() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { path in
        let values = try? folder.appending(path: path).resourceValues(forKeys: [.isRegularFileKey])
        return values?.isRegularFile == true
      }
      .map { "/" + $0 }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  @Test func `every file of the page is embedded, in the order of the bytes of its path`() throws {
    var index = 0
    var paths: [String] = []
    while let path = embedded_asset_path(index) {
      paths.append(String(cString: path))
      index += 1
    }
    #expect(try paths == Self.pathsOfFiles())
  }

  @Test func `no file of the page names another origin, or makes script or style of text`() throws {
    for path in try Self.pathsOfFiles() {
      let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      let own = text.replacing("http://www.w3.org/2000/svg", with: "")
      for word in [
        "http://", "https://", "innerHTML", "insertAdjacentHTML", "document.write", "eval(",
        " style=",
        " onclick=",
      ] {
        #expect(!own.contains(word), "\(path) has '\(word)'")
      }
    }
  }
}
#endif
