#if Command
import Foundation
import Testing

/// An untrusted application cannot cause writing outside its folder.
@Suite(.timeLimit(.minutes(10))) struct WritingTests {
  /// A call in the folder of the application, which contains a link to the outside.
  struct Call: Sendable, CustomTestStringConvertible {
    let line: String
    let link: String
    let target: String

    init(_ line: String, _ link: String, _ target: String = "kept") {
      (self.line, self.link, self.target) = (line, link, target)
    }

    var testDescription: String { "\(line) \(link)" }
  }

  static let calls = [
    Call("types .", ".moonroute", "folder"), Call("types .", ".moonroute/types", "folder"),
    Call("types .", ".moonroute/types/app.lua"), Call("types .", ".luarc.json"),
    Call("types .", ".moonroute/types/old.lua"),
    Call("repl . <lines", ".moonroute/types/app.lua"),
    Call("repl . <lines", ".moonroute/types", "types"),
    Call("check . --specs --fix", "spec/a_spec.lua", "fixable.lua"),
    Call("test", "spec/snapshots", "folder"), Call("test", "spec/snapshots/b_spec.lua.snap"),
    Call("test --update-snapshots", "spec/snapshots/b_spec.lua.snap"),
    Call("test", "access.txt", "nothing"), Call("test --update-snapshots", "access.txt"),
    Call("test -o junit --output-file report.xml", "report.xml"),
    Call("test -o junit --output-file ./reports/../reports/x.xml", "reports", "folder"),
    Call("test --log-success names", "names"),
    Call("test --coverage=lcov", "coverage.lcov"),
    Call("test --coverage=lcov --coverage-file cov", "cov", "nothing"),
    Call("access . --save a.txt", "a.txt"), Call("audit . links --save a.txt", "a.txt"),
    Call("record . /a --name x <lines", "spec/journeys", "folder"),
    Call("wander . --steps 200 --seed 1 --write spec/found", "spec/found", "folder"),
    Call("links . --apple TEAM123456.a.b -o .", ".well-known", "folder"),
    Call("links . --apple TEAM123456.a.b -o .", ".well-known/apple-app-site-association"),
    Call("new made", "made", "empty"), Call("new made/inner", "made", "folder"),
    Call("help --pages pages", "pages", "folder"),
    Call("run . /a --storage s.db", "s.db", "nothing"),
    Call("repl . <lines", "state/moonroute/history", "folder"),
  ]

  private static let files = [
    "app/main.lua": """
    router.route { name = "$(touch ../out/hit)", path = "/a", view = "A" }
    router.route { name = "dead", path = "/dead", view = function() error("x") end }
    """,
    "app/spec/b_spec.lua": """
    it("writes", function()
      assert.matches_snapshot("new")
      assert.access("access.txt")
    end)
    """,
    "app/links": "/a\n", "app/lines": ":reload\n/a\n",
    "out/kept": "{}",
    "out/folder/x.lua": "-- Written by `moonroute types`: a change here is lost.\n",
    "out/types/app.lua": "-- Written by `moonroute types`: a change here is lost.\n",
    "out/fixable.lua": "for i = 10, 1 do print(i) end\n",
  ]

  /// All files and folders below a folder, with their bytes.
  private static func tree(_ root: URL) throws -> [String: Data?] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Dictionary(
      uniqueKeysWithValues: paths.map {
        ($0, FileManager.default.contents(atPath: root.appendingPathComponent($0).path))
      }
    )
  }

  @Test(arguments: calls)
  func `no command writes outside of the application's folder`(call: Call) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let files = FileManager.default
    for (path, text) in Self.files {
      let file = scratch[path]
      try files.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    try files.createDirectory(at: scratch["out/empty"], withIntermediateDirectories: true)
    let link = scratch["app/\(call.link)"]
    try files.createDirectory(
      at: link.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try files.createSymbolicLink(
      atPath: link.path,
      withDestinationPath: scratch["out/\(call.target)"].path
    )
    let before = try Self.tree(scratch["out"])
    let run = try await CommandRun.shell(
      "export XDG_STATE_HOME=\"$PWD/state\" XDG_CACHE_HOME=\"$PWD/cache\"; moonroute \(call.line)",
      in: scratch["app"]
    )
    #expect(try Self.tree(scratch["out"]) == before, "\(run.output)\(run.errors)")
    #expect((try? files.destinationOfSymbolicLink(atPath: link.path)) != nil)
  }

  @Test(arguments: ["out.txt", "reports/out.txt"])
  func `a report is not written through a link of the folder, and the reason is given`(
    path: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.shell(
      """
      mkdir -p app/spec; echo "it('holds', function() end)" > app/spec/a_spec.lua; cd app
      case \(path) in */*) ln -s .. reports;; *) ln -s ../out.txt out.txt;; esac
      moonroute test -o tap --output-file \(path); echo $?; test -e ../out.txt || echo nothing
      """,
      in: scratch.folder
    )
    let link = path.split(separator: "/")[0]
    #expect(run.lines == ["4", "nothing"])
    #expect(
      run.errors == "moonroute: '\(link)' is a symbolic link, and files are not written through"
        + " links. Put a regular file or folder there.\n"
    )
  }

  @Test(arguments: [
    ("directory = '..'", "directory '..'"), ("directory = 'link'", "directory 'link'"),
    ("ROOT = { '../other/spec' }", "ROOT '../other/spec'"), ("ROOT = { 'link' }", "ROOT 'link'"),
    ("directory = 'sub', ROOT = { '../../other/spec' }", "ROOT '../../other/spec'"),
  ])
  func `a configuration file cannot lead specs out of its folder`(
    fields: String,
    words: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let spec = "it('writes', function() assert.matches_snapshot('x') end)"
    for path in ["app/spec/a_spec.lua", "app/sub/spec/a_spec.lua", "other/spec/a_spec.lua"] {
      try FileManager.default.createDirectory(
        at: scratch[path].deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(spec.utf8).write(to: scratch[path])
    }
    try FileManager.default.createSymbolicLink(
      at: scratch["app/link"],
      withDestinationURL: scratch["other"]
    )
    try Data("return { default = { \(fields) } }".utf8).write(to: scratch["app/.busted"])
    let run = try await CommandRun.moonroute(["test"], in: scratch["app"])
    #expect(run.status == 1)
    #expect(
      run.errors == "moonroute: .busted: \(words) is outside of this folder."
        + " Name a place in it, or give it as an argument.\n"
    )
    #expect(!FileManager.default.fileExists(atPath: scratch["other/spec/snapshots"].path))
    let asked = try await CommandRun.moonroute(
      ["test", "-C", "../other", "spec"],
      in: scratch["app"]
    )
    #expect(asked.status == 0, "\(asked.errors)")
  }
}
#endif
