import Testing

@testable import ScriptHost

/// Several files are replaced together.
@Suite struct FileChangesTests {
  private static let known = ["a.lua": Array("a".utf8), "b.lua": Array("b".utf8)]
  private static let texts = ["a.lua": Array("A".utf8), "b.lua": Array("B".utf8)]

  /// Files in memory; a write fails if its number is in a set.
  private final class Files {
    var texts = FileChangesTests.known
    var failing: Set<Int> = []
    private var count = 0

    func read(_ path: String) throws(FileError) -> [UInt8]? { texts[path] }

    func write(_ bytes: [UInt8], _ path: String) throws(FileError) {
      count += 1
      guard !failing.contains(count) else { throw .refused(path, reason: "no space") }
      texts[path] = bytes
    }

    func change() throws(FileChanges.Failure) {
      try FileChanges(FileChangesTests.texts, over: FileChangesTests.known)
        .write(
          reading: { path throws(FileError) in try self.read(path) },
          writing: { bytes, path throws(FileError) in try self.write(bytes, path) }
        )
    }
  }

  @Test func `all files get their new text`() throws {
    let files = Files()
    try files.change()
    #expect(files.texts == Self.texts)
  }

  @Test func `after a failed write, the files have their old text`() {
    let files = Files()
    files.failing = [2]
    #expect {
      try files.change()
    } throws: {
      "\($0)" == "'b.lua' cannot be used: no space. Nothing was changed."
    }
    #expect(files.texts == Self.known)
  }

  @Test func `a file that cannot be restored is named`() {
    let files = Files()
    files.failing = [2, 3]
    #expect {
      try files.change()
    } throws: {
      "\($0)"
        == "'b.lua' cannot be used: no space. These files are changed and could not be restored:"
        + " 'a.lua'."
    }
    #expect(files.texts["a.lua"] == Self.texts["a.lua"])
  }

  @Test func `a file that has changed meanwhile stays`() {
    let files = Files()
    files.texts["b.lua"] = Array("other".utf8)
    #expect {
      try files.change()
    } throws: {
      "\($0)" == "'b.lua' cannot be used: it has changed meanwhile; try again. Nothing was changed."
    }
    #expect(files.texts["a.lua"] == Self.known["a.lua"])
  }
}
