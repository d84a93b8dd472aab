#if Inspector
import EmbeddedFiles
import Foundation
import Testing

@Suite struct PageTests {
  /// The folder of the page.
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "page")

  /// The paths of the folder's files in the server's form, sorted by their bytes.
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
    #expect(try EmbeddedFiles.page.map(\.path) == Self.pathsOfFiles())
  }

  @Test func `no file of the page uses another origin, or turns text into script or style`() throws
  {
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

  @Test
  func `the files needed for a usable page have at most 150 kB and are requested immediately`()
    throws
  {
    let document = try String(
      contentsOf: Self.folder.appending(path: "index.html"),
      encoding: .utf8
    )
    let named = Set(document.matches(of: /"\/((?:css|js)\/[^"]+|icon\.svg)"/).map { String($0.1) })
    var modules: Set<String> = []
    var waiting = ["js/main.js"]
    while let path = waiting.popLast() {
      guard modules.insert(path).inserted else { continue }
      let text = try String(contentsOf: Self.folder.appending(path: path), encoding: .utf8)
      waiting += text.matches(of: /from "\.\/([^"]+)";/).map { "js/\($0.1)" }
    }
    // The first view is loaded with the page, although another view may be open.
    modules.insert("js/why.js")
    #expect(named.filter { $0.hasSuffix(".js") } == modules.union(["js/key.js", "js/theme.js"]))
    let size = try named.union(["index.html"])
      .map { try Data(contentsOf: Self.folder.appending(path: $0)).count }
      .reduce(0, +)
    #expect(size <= 150_000)
  }
}
#endif
