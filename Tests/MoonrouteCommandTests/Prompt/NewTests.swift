#if Command
import Foundation
import Testing

/// `moonroute new`: the created files work immediately.
struct NewTests {
  private static let templates = ["app", "tabs", "embed", "table"]
  private static let links = [
    "app": "/product/7", "tabs": "/listen/album/7", "embed": "/profile/mei", "table": "/orders/7",
  ]

  @Test(arguments: templates)
  func `a new application checks, runs and passes its specs unchanged`(
    template: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let link = try #require(Self.links[template])
    let made = try await CommandRun.moonroute(
      ["new", "my-shop", "--template", template],
      in: scratch.folder
    )
    #expect(made.status == 0, "\(made.errors)")
    #expect(made.lines.first?.hasPrefix("my-shop: ") == true)
    #expect(
      made.lines.dropFirst() == ["  cd my-shop", "  moonroute test", "  moonroute watch . \(link)"]
    )
    let folder = scratch["my-shop"]
    for file in [
      "main.lua", "headless.lua", "README.md", ".luarc.json", ".vscode/tasks.json",
      ".vscode/extensions.json",
    ] {
      #expect(
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path),
        "\(file)"
      )
    }
    for file in [".luarc.json", ".vscode/tasks.json", ".vscode/extensions.json"] {
      _ = try canonical(String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8))
    }
    let check = try await CommandRun.moonroute(["check", "--strict", "--specs"], in: folder)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let test = try await CommandRun.moonroute(["test"], in: folder)
    #expect(test.status == 0, "\(test.output)\(test.errors)")
    let run = try await CommandRun.moonroute(["run", ".", link], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let watch = try WatchRun([".", link], in: folder)
    #expect(await watch.line(with: template == "table" ? "handled" : "◀ top") != nil)
    #expect(await watch.interrupt() == 0)
  }

  @Test(arguments: templates)
  func `a new application has no failures, and its specs notice each change of a rule`(
    template: String
  ) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let made = try await CommandRun.moonroute(
      ["new", "x", "--template", template],
      in: scratch.folder
    )
    #expect(made.status == 0)
    let access = try await CommandRun.moonroute(["access"], in: scratch["x"])
    #expect(access.status == 0, "\(access.output)")
    let changes = try await CommandRun.moonroute(["test", "--mutate"], in: scratch["x"])
    #expect(changes.status == 0, "\(changes.output)")
  }

  @Test(arguments: templates)
  func `the README names only existing commands and files`(template: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    _ = try await CommandRun.moonroute(["new", "x", "--template", template], in: scratch.folder)
    let text = try String(contentsOf: scratch["x/README.md"], encoding: .utf8)
    for match in text.matches(of: /^\| `([^`]+)` \|/.anchorsMatchLineEndings()) {
      #expect(FileManager.default.fileExists(atPath: scratch["x/\(match.1)"].path), "\(match.1)")
    }
    #expect(text.hasPrefix("# x\n"))
  }

  @Test func `a folder with content is refused and unchanged`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data().write(to: scratch["note.txt"])
    let run = try await CommandRun.moonroute(["new", "."], in: scratch.folder)
    #expect(run.status == 1)
    #expect(
      run.errors == "moonroute: The folder '.' has content, such as 'note.txt'. Name one that is"
        + " empty or does not exist.\n"
    )
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["note.txt"]
    )
    let file = try await CommandRun.moonroute(["new", "note.txt"], in: scratch.folder)
    #expect(file.status == 1)
    #expect(file.errors.contains("'note.txt' is a file."))
  }

  @Test func `an empty folder is filled, even if git tracks it`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try FileManager.default.createDirectory(at: scratch[".git"], withIntermediateDirectories: true)
    let run = try await CommandRun.moonroute(["new", "."], in: scratch.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.dropFirst().first == "  moonroute test")
    #expect(FileManager.default.fileExists(atPath: scratch["main.lua"].path))
  }

  @Test func `an unwritable folder is reported, and nothing is left behind`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data().write(to: scratch["file"])
    let run = try await CommandRun.moonroute(["new", "file/inside"], in: scratch.folder)
    #expect(run.status == 1)
    #expect(run.errors.contains("'file/inside' cannot be written"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["file"])
  }

  @Test func `the name of a folder is on one line`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(["new", "a\n::error::\u{1B}[2J"], in: scratch.folder)
    #expect(run.status == 0)
    #expect(run.lines.count == 4)
    #expect(!run.output.contains("\u{1B}"))
    let again = try await CommandRun.moonroute(
      ["new", "a\n::error::\u{1B}[2J"],
      in: scratch.folder
    )
    #expect(again.status == 1)
    #expect(!again.errors.contains("\u{1B}") && !again.errors.contains("\n::error"))
  }

  @Test(arguments: [["new"], ["new", ""], ["new", "x", "--template", "nope"]])
  func `invalid usage creates nothing`(arguments: [String]) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let run = try await CommandRun.moonroute(arguments, in: scratch.folder)
    #expect(run.status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).isEmpty)
  }
}
#endif
