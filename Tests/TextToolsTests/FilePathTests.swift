import Testing
import TextTools

/// Paths are split at slash bytes, even before combining marks.
@Suite struct FilePathTests {
  /// A combining accent that forms one character with a preceding slash.
  private static let mark = "\u{301}"

  struct Case: CustomTestStringConvertible {
    let path: String
    let folder: String
    let rest: String?

    init(_ path: String, _ folder: String, _ rest: String?) {
      (self.path, self.folder, self.rest) = (path, folder, rest)
    }

    var testDescription: String { "\(path) below \(folder)" }
  }

  private static let cases = [
    Case("/a/b/c", "/a", "b/c"), Case("/a/b", "/a/", "b"), Case("/a/b", "/", "a/b"),
    Case("./a", ".", "a"), Case("/a", "/a", nil), Case("/a/", "/a", ""), Case("/ab/c", "/a", nil),
    Case("/a/b", "/a/b/c", nil), Case("a", "/", nil), Case("/a/\(mark)b/c", "/a", "\(mark)b/c"),
    Case("/a/\(mark)b/c", "/a/\(mark)b", "c"), Case("/\u{E9}/b", "/e\(mark)", nil),
    Case("/e\(mark)/b", "/\u{E9}", nil), Case("/e\(mark)/b", "/e", nil),
  ]

  @Test(arguments: cases)
  func `a path is in a folder if its bytes are`(row: Case) {
    let rest = row.path.path(below: row.folder)
    #expect(rest.map { Array($0.utf8) } == row.rest.map { Array($0.utf8) })
  }

  @Test(arguments: [
    ("/a/b.lua", ["a", "b.lua"], "/a/"), ("b.lua", ["b.lua"], nil), ("a//b/", ["a", "b"], "a//b/"),
    ("/", [], "/"), ("", [], nil),
    ("/a/\(mark)b/\(mark)", ["a", "\(mark)b", mark], "/a/\(mark)b/"),
    ("../\(mark)", ["..", mark], "../"),
  ])
  func `a slash separates a path, whatever follows`(path: String, parts: [String], folder: String?)
  {
    #expect(path.pathParts.map { Array($0.utf8) } == parts.map { Array($0.utf8) })
    #expect(Array(path.lastPathPart.utf8) == Array((parts.last ?? "").utf8))
    #expect(path.folderOfPath.map { Array($0.utf8) } == folder.map { Array($0.utf8) })
    #expect(path.isWholePath == (path.utf8.first == UInt8(ascii: "/")))
  }
}
