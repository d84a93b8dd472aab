import Foundation
import ScriptHost
import Testing

/// One function writes files.
///
/// Below trusted folders, it follows no links, and writes complete files.
@Suite(.timeLimit(.minutes(10))) struct FileWriterTests {
  private typealias Act = @Sendable (FileWriter, String) throws(FileError) -> Void

  private static let acts: [String: Act] = [
    "write": { writer, path throws(FileError) in try writer.write(Array("new".utf8), to: path) },
    "append": { writer, path throws(FileError) in
      try writer.append(Array("new".utf8), to: path)
    },
    "makeFolder": { writer, path throws(FileError) in try writer.makeFolder(path) },
    "check": { writer, path throws(FileError) in try writer.check(path) },
  ]

  /// An application, and next to it a folder that must not change.
  private func scene(_ line: String) throws -> ScriptFolder {
    let folder = try ScriptFolder(["main.lua": "", "own/file": "own"])
    try folder.shell("mkdir -p ../out/inner; printf kept | tee ../out/kept > ../out/inner/x")
    #expect(try folder.shell(line) == 0)
    return folder
  }

  /// All files and folders outside the application, with their bytes.
  private func outside(_ folder: ScriptFolder) throws -> [String: Data?] {
    let root = folder.path + "/../out"
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
    return Dictionary(
      uniqueKeysWithValues: paths.map { path in
        (path, FileManager.default.contents(atPath: "\(root)/\(path)"))
      }
    )
  }

  @Test(arguments: [
    ("ln -s ../out/kept link", "link", "link"),
    ("ln -s ../out/new link", "link", "link"),
    ("ln -s own/file link", "link", "link"),
    ("ln -s ../out link", "link/kept", "link"),
    ("ln -s ../out link", "link/inner/x", "link"),
    ("ln -s ../out link", "link/new/deep/x", "link"),
    ("mkdir a; ln -s ../../out a/link", "a/link/kept", "a/link"),
    ("ln -s own link", "link/file", "link"),
    ("ln -s . link", "link/link/own/file", "link"),
    ("ln -s nowhere link", "link/x", "link"),
  ])
  func `no link below the folder is ever followed`(
    line: String,
    path: String,
    link: String
  ) throws {
    for (name, act) in Self.acts {
      let folder = try scene(line)
      let before = try outside(folder)
      // The folder of an application is trusted, even if an argument names the file.
      for writer in [FileWriter(below: [folder.path], limit: 1 << 20), .named] {
        #expect(throws: FileError.link("\(folder.path)/\(link)"), "\(name)") {
          try act(writer, "\(folder.path)/\(path)")
        }
      }
      #expect(try outside(folder) == before, "\(name)")
      #expect(FileManager.default.contents(atPath: folder.path + "/own/file") == Data("own".utf8))
    }
  }

  @Test func `removing a link leaves its target`() throws {
    let folder = try scene("ln -s ../out/kept link; ln -s ../out folder; ln -s ../out/inner whole")
    let (writer, before) = (FileWriter(below: [folder.path], limit: 1 << 20), try outside(folder))
    try writer.remove(folder.path + "/link")
    try writer.remove(folder.path + "/whole")
    #expect(throws: FileError.link(folder.path + "/folder")) {
      try writer.remove(folder.path + "/folder/kept")
    }
    #expect(try outside(folder) == before)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["folder", "main.lua", "own"]
    )
    try writer.remove(folder.path + "/own/file")
    try writer.remove(folder.path + "/own")
    try writer.remove(folder.path + "/own")
    #expect(try folder.shell("test ! -e own") == 0)
  }

  @Test(arguments: [
    "../out/kept", "own/../../out/kept", "../app2/x", "/tmp/moonroute-outside",
    "own/../..//out/new",
  ])
  func `a path to the outside is refused`(path: String) throws {
    let folder = try scene("true")
    let before = try outside(folder)
    let whole = path.hasPrefix("/") ? path : "\(folder.path)/\(path)"
    let root = try #require(FileReader.realPath(folder.path))
    for (name, act) in Self.acts {
      #expect(throws: FileError.outside(whole, folders: [root]), "\(name)") {
        try act(FileWriter(below: [folder.path], limit: 1 << 20), whole)
      }
    }
    #expect(throws: FileError.outside(whole, folders: [root])) {
      try FileWriter(below: [folder.path], limit: 1 << 20).remove(whole)
    }
    #expect(try outside(folder) == before)
  }

  @Test func `a name with a zero byte is refused`() throws {
    let folder = try scene("true")
    for path in ["", "own/..\0x/../out/kept", "own/file\0"] {
      let whole = path.isEmpty ? "" : "\(folder.path)/\(path)"
      #expect(throws: FileError.refused(whole, reason: "Invalid argument")) {
        try FileWriter(below: [folder.path], limit: 1 << 20).write([], to: whole)
      }
    }
  }

  @Test func `a file is replaced atomically, so another name keeps the old bytes`() throws {
    let folder = try scene("ln ../out/kept hard; chmod 640 hard")
    try FileWriter(below: [folder.path], limit: 1 << 20)
      .write(Array("new".utf8), to: folder.path + "/hard")
    #expect(FileManager.default.contents(atPath: folder.path + "/hard") == Data("new".utf8))
    #expect(FileManager.default.contents(atPath: folder.path + "/../out/kept") == Data("kept".utf8))
    try folder.shell("ln ../out/kept second")
    #expect(
      throws: FileError.refused(
        folder.path + "/second",
        reason: "another hard link to it exists"
      )
    ) {
      try FileWriter(below: [folder.path], limit: 1 << 20)
        .append(Array("new".utf8), to: folder.path + "/second")
    }
    #expect(FileManager.default.contents(atPath: folder.path + "/../out/kept") == Data("kept".utf8))
    #expect(try folder.shell("test $(stat -c %a hard 2>/dev/null || stat -f %Lp hard) = 640") == 0)
  }

  @Test func `folders are created, and a failed write leaves nothing`() throws {
    let folder = try scene("mkdir taken; mkfifo pipe")
    let writer = FileWriter(below: [folder.path], limit: 1 << 20)
    try writer.write(Array("1".utf8), to: folder.path + "/a/b/../c/x")
    try writer.append(Array("2".utf8), to: folder.path + "/a/c/x")
    #expect(FileManager.default.contents(atPath: folder.path + "/a/c/x") == Data("12".utf8))
    #expect(throws: FileError.refused(folder.path + "/taken", reason: "Is a directory")) {
      try writer.write([], to: folder.path + "/taken")
    }
    #expect(throws: FileError.notRegular(folder.path + "/pipe")) {
      try writer.write([], to: folder.path + "/pipe")
    }
    let file = folder.path + "/main.lua/x"
    #expect(throws: FileError.refused(file, reason: "Not a directory")) {
      try writer.write([], to: file)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a", "main.lua", "own", "pipe", "taken"]
    )
  }

  @Test func `nothing is written that its reader would refuse as too large`() throws {
    let folder = try scene("true")
    let file = folder.path + "/own/file"
    for reader in [FileReader(limit: 4), FileReader(limit: 4, below: [folder.path])] {
      let refusal = FileError.tooLargeToWrite(file, bytes: 5, limit: 4)
      try reader.writer.write(Array("abc".utf8), to: file)
      #expect(throws: refusal) { try reader.writer.write(Array("abcde".utf8), to: file) }
      #expect(throws: refusal) { try reader.writer.append(Array("de".utf8), to: file) }
      #expect(try reader.bytes(of: file) == Array("abc".utf8))
      try reader.writer.append(Array("d".utf8), to: file)
      #expect(try reader.bytes(of: file) == Array("abcd".utf8))
      let new = folder.path + "/new/deep/x"
      #expect(throws: FileError.self) { try reader.writer.write(Array("abcde".utf8), to: new) }
      #expect(throws: FileError.self) { try reader.writer.append(Array("abcde".utf8), to: new) }
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
    }
    #expect(
      "\(FileError.tooLargeToWrite("a.txt", bytes: 5, limit: 4))"
        == "'a.txt' is not written: it would have 5 bytes, and at most 4 can be read again. Make it"
        + " smaller."
    )
  }

  @Test func `outside of applications, an argument names the target of a link`() throws {
    let folder = try scene(
      "rm main.lua; ln -s ../out/kept link; ln -s ../out/fresh new; ln -s own d"
    )
    try FileWriter.named.write(Array("written".utf8), to: folder.path + "/link")
    try FileWriter.named.write(Array("written".utf8), to: folder.path + "/d/../own/file")
    try FileWriter.named.write(Array("written".utf8), to: folder.path + "/new")
    let texts = "test \"$(cat link new own/file)\" = writtenwrittenwritten"
    #expect(try folder.shell("test -L link && test -L new && \(texts)") == 0)
    #expect(
      throws: FileError.refused("/dev/full", reason: "No space left on device")
    ) {
      try FileWriter.named.write(Array("x".utf8), to: "/dev/full")
    }
  }

  @Test func `a refusal contains a remedy`() {
    #expect(
      "\(FileError.link("app/x"))"
        == "'app/x' is a symbolic link, and files are not written through links. Put a regular"
        + " file or folder there."
    )
  }
}
