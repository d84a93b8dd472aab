import Foundation
import ScriptHost
import Testing

/// Scripts are regular files of limited size below the application's folder.
@Suite(.timeLimit(.minutes(10))) struct FileBorderTests {
  private func problems(_ folder: ScriptFolder, isUnsafe: Bool = false) async throws -> [String] {
    let host = try ScriptHost(.folder(folder.path), options: ScriptOptions(isUnsafe: isUnsafe))
    do throws(ScriptProblems) {
      try await host.load()
      return []
    } catch {
      return error.problems.map(\.message)
    }
  }

  @Test func `folders in a cycle of links are each visited once`() throws {
    let folder = try ScriptFolder(["main.lua": "", "a/b/c.lua": ""])
    try folder.shell("ln -s . here; ln -s .. a/up; ln -s ../.. a/b/top; ln -s b a/again")
    let tree = FolderTree(folder.path)
    #expect(tree.folders == ["", "/a", "/a/b"].map { folder.path + $0 })
    #expect(Set(tree.files) == [folder.path + "/main.lua", folder.path + "/a/b/c.lua"])
    #expect(tree.problem == nil)
  }

  @Test func `a folder that is too deep is a problem`() async throws {
    let folder = try ScriptFolder(["main.lua": ""])
    try folder.shell("mkdir -p \(Array(repeating: "d", count: 70).joined(separator: "/"))")
    #expect(try await problems(folder).first?.contains("64 folders deep") == true)
  }

  @Test(arguments: [(3, 100, true), (4, 7, true), (4, 8, false)])
  func `a folder with more folders or files than the limit is a problem`(
    folders: Int,
    names: Int,
    isProblem: Bool
  ) throws {
    // The folder itself counts, and every name in any of the folders.
    let folder = try ScriptFolder(["main.lua": "", "a/a.lua": "", "b/b.lua": "", "c/c.lua": ""])
    try folder.shell("touch c/other")
    let tree = FolderTree(folder.path, folderLimit: folders, nameLimit: names)
    #expect((tree.problem != nil) == isProblem, "\(tree.problem ?? "")")
    if isProblem {
      #expect(
        tree.problem
          == "'\(folder.path)' has more than \(folders) folders or \(names) files. Move other"
          + " files elsewhere."
      )
    }
  }

  @Test func `more than 64 MiB of scripts are a problem, and one file less is not`()
    async throws
  {
    let folder = try ScriptFolder(["main.lua": ""])
    // 256 KiB each, filled with zeros that occupy no disk space.
    try folder.shell("for i in $(seq 256); do truncate -s 262144 f$i.lua; done")
    #expect(try await problems(folder).isEmpty)
    try folder.shell("truncate -s 1 one.lua")
    let found = try await problems(folder)
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("The scripts have more than 67108864 bytes together.") == true,
      "\(found)"
    )
    #expect(try await problems(folder, isUnsafe: true).isEmpty)
  }

  @Test func `a script that is too large is refused before it is read`() async throws {
    let folder = try ScriptFolder(["main.lua": "require 'big'"])
    // A sparse file: it has a size but occupies no space.
    try folder.shell("truncate -s 600G big.lua")
    let before = ProcessMemory.peak
    #expect(
      try await problems(folder)
        == ["the script has 644245094400 bytes; at most 262144 are allowed"]
    )
    #expect(ProcessMemory.peak - before < 64 << 20)
  }

  @Test(arguments: ["main.lua", "part.lua"])
  func `a pipe is not a script`(name: String) async throws {
    let folder = try ScriptFolder(name == "main.lua" ? [:] : ["main.lua": "require 'part'"])
    try folder.shell("mkfifo \(name)")
    let problems = try await problems(folder)
    #expect(problems.first?.contains("is a pipe, a device or a socket") == true, "\(problems)")
  }

  @Test(arguments: [
    "ln -s ../out/a.lua part.lua", "ln -s ../out part && mv ../out/a.lua ../out/init.lua",
  ])
  func `a link to the outside is refused unless the sandbox is off`(line: String) async throws {
    let folder = try ScriptFolder(["main.lua": "require 'part'"])
    try folder.shell("mkdir ../out && echo 'x = 1' > ../out/a.lua && \(line)")
    let problems = try await problems(folder)
    #expect(problems.count == 1)
    #expect(problems.first?.contains("is outside") == true, "\(problems)")
    #expect(try await self.problems(folder, isUnsafe: true) == [])
  }

  @Test func `an internal link is read, and so is a folder that a link names`() async throws {
    let folder = try ScriptFolder(["real/main.lua": "require 'part'", "real/b.lua": "x = 1"])
    try folder.shell("ln -s b.lua real/part.lua; ln -s real named")
    let host = try ScriptHost(.folder(folder.path + "/named"))
    try await host.load()
  }
}
