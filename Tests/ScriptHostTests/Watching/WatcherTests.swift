import Foundation
import Moonroute
import ScriptHost
import Testing

@Suite(.timeLimit(.minutes(10))) struct WatcherTests {
  private static let main = "require 'a' require 'b'"

  private static func route(_ name: String, _ version: Int) -> String {
    "router.route { name = '\(name)', path = '/\(name)', meta = { v = \(version) },"
      + " action = function() return \(version) end }\n"
  }

  /// How editors and tools save: a shell line that creates version 2 of `a.lua`.
  private static let ways: [(way: String, line: String)] = [
    ("in place", "cat new.txt > a.lua"),
    ("atomic rename", "cp new.txt .a.lua.tmp && mv .a.lua.tmp a.lua"),
    ("backup rename", "mv a.lua a.lua~ && cp new.txt a.lua && rm a.lua~"),
    ("sed -i", "sed -i.bak s/1/2/g a.lua && rm -f a.lua.bak"),
    ("truncate, then write", ": > a.lua; cat new.txt > a.lua"),
    ("remove, then make", "rm a.lua; cp new.txt a.lua"),
    ("append", "echo 'appended = true' > a.lua; cat new.txt >> a.lua"),
    ("a link to another file", "cp new.txt other.txt && ln -sf other.txt a.lua"),
  ]

  private func start(_ folder: ScriptFolder) async throws -> (ScriptHost, ScriptWatcher) {
    let host = try ScriptHost(.folder(folder.path), in: .patient())
    let watcher = ScriptWatcher(.folder(folder.path))
    try await host.load()
    return (host, watcher)
  }

  /// Reloads at every change until a location gives the expected result.
  private func follow(
    _ host: ScriptHost,
    _ watcher: ScriptWatcher,
    until location: String,
    answers: Int64?
  ) async throws {
    for await _ in watcher.changes {
      _ = try? await host.reload()
      let answer = try? await host.router.fetchValues(location)
      if answer?.first == answers.map(Value.int) { return }
    }
    Issue.record("the watcher ended")
  }

  @Test(arguments: ways.indices)
  func `a file is loaded again with any editor's way of saving`(index: Int) async throws {
    let folder = try ScriptFolder([
      "main.lua": Self.main, "a.lua": Self.route("a", 1), "b.lua": Self.route("b", 1),
      "new.txt": Self.route("a", 2),
    ])
    let (host, watcher) = try await start(folder)
    try folder.shell(Self.ways[index].line)
    try await follow(host, watcher, until: "/a", answers: 2)
    #expect(try await host.router.fetchValues("/b") == [.int(1)])
  }

  @Test func `many simultaneous file changes are one generation`() async throws {
    let folder = try ScriptFolder([
      "main.lua": Self.main, "a.lua": Self.route("a", 1), "b.lua": Self.route("b", 1),
    ])
    try folder.shell(
      "git init -q . && git add . && git -c user.name=t -c user.email=t@t commit -qm 1"
    )
    try folder.write("a.lua", Self.route("a", 2))
    try folder.write("b.lua", Self.route("b", 2))
    try folder.shell("git -c user.name=t -c user.email=t@t commit -qam 2")
    let (host, watcher) = try await start(folder)
    try folder.shell("git checkout -q HEAD~1")
    try await follow(host, watcher, until: "/b", answers: 1)
    #expect(try await host.router.fetchValues("/a") == [.int(1)])
  }

  @Test(arguments: [
    "mkdir c && cp new.txt c/init.lua", "mkdir -p d/c && cp new.txt d/c/init.lua && mv d/c c",
    "mkdir ../c && cp new.txt ../c/init.lua && mv ../c c",
    "mkdir .c && cp new.txt .c/init.lua && ln -s .c c",
  ])
  func `a new folder with files is detected`(line: String) async throws {
    let folder = try ScriptFolder([
      "main.lua": "pcall(require, 'c')", "new.txt": Self.route("c", 2),
    ])
    let (host, watcher) = try await start(folder)
    try folder.shell(line)
    try await follow(host, watcher, until: "/c", answers: 2)
  }

  @Test(arguments: ["rm -r c", "mv c ../c", "mv c .c"])
  func `a removed folder with files is detected`(line: String) async throws {
    let folder = try ScriptFolder([
      "main.lua": "pcall(require, 'c')", "c/init.lua": Self.route("c", 1),
    ])
    let (host, watcher) = try await start(folder)
    #expect(try await host.router.fetchValues("/c") == [.int(1)])
    try folder.shell(line)
    try await follow(host, watcher, until: "/c", answers: nil)
  }

  @Test func `a moved folder is watched at its new path`() async throws {
    let folder = try ScriptFolder([
      "main.lua": "if not pcall(require, 'c') then require 'd' end",
      "c/init.lua": Self.route("c", 1), "new.txt": Self.route("c", 2),
    ])
    let (host, watcher) = try await start(folder)
    try folder.shell("mv c d")
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() != nil)
    #expect(try await host.reload()?.files.added == ["d/init.lua"])
    try folder.shell("cat new.txt > d/init.lua")
    try await follow(host, watcher, until: "/c", answers: 2)
  }

  @Test func `a touched file changes nothing`() async throws {
    let folder = try ScriptFolder(["main.lua": Self.route("a", 1)])
    let (host, watcher) = try await start(folder)
    try folder.shell("touch main.lua")
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() != nil)
    #expect(try await host.reload() == nil)
  }

  @Test func `a deleted root is detected when it comes back`() async throws {
    let folder = try ScriptFolder(["main.lua": Self.route("a", 1)])
    let (host, watcher) = try await start(folder)
    try folder.shell("rm -r ../app")
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() != nil)
    await #expect(throws: ScriptProblems.self) { try await host.reload() }
    #expect(try await host.router.fetchValues("/a") == [.int(1)])
    try folder.write("main.lua", Self.route("a", 2))
    try await follow(host, watcher, until: "/a", answers: 2)
  }

  @Test func `the target file of a link is watched`() async throws {
    let folder = try ScriptFolder()
    try folder.shell("mkdir .shared")
    try folder.write(".shared/a.lua", Self.route("a", 1))
    try folder.shell("ln -s .shared/a.lua main.lua")
    let (host, watcher) = try await start(folder)
    try folder.write(".shared/a.lua", Self.route("a", 2))
    try await follow(host, watcher, until: "/a", answers: 2)
  }

  @Test(arguments: [".main.lua.swp", "main.lua~", "4913", "#main.lua#", "x.tmp"])
  func `editors' temporary files are not a change`(name: String) async throws {
    let folder = try ScriptFolder(["main.lua": Self.route("a", 1)])
    let (host, watcher) = try await start(folder)
    try folder.write(name, "x")
    // If the first file counted as a change, its notice would come before this one.
    try folder.write("z.lua", "x = 1")
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() != nil)
    #expect(try await host.reload()?.files.added == ["z.lua"])
  }

  @Test func `a stopped watcher ends its changes`() async throws {
    let folder = try ScriptFolder(["main.lua": ""])
    let watcher = ScriptWatcher(.folder(folder.path))
    watcher.stop()
    watcher.stop()
    var changes = watcher.changes.makeAsyncIterator()
    #expect(await changes.next() == nil)
  }
}
