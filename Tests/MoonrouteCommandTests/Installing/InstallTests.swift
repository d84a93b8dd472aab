#if Command
import Foundation
import Testing

/// `make install` installs all files, and `make uninstall` removes them.
struct InstallTests {
  private static let files = [
    "bin/moonroute", "share/bash-completion/completions/moonroute", "share/doc/moonroute/copyright",
    "share/fish/vendor_completions.d/moonroute.fish", "share/man/man1/moonroute.1",
    "share/zsh/site-functions/_moonroute",
  ]

  /// The files below a folder, sorted.
  private static func files(in folder: URL) -> [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    var isFolder: ObjCBool = false
    return all.sorted()
      .filter { path in
        FileManager.default.fileExists(
          atPath: folder.appendingPathComponent(path).path,
          isDirectory: &isFolder
        ) && !isFolder.boolValue
      }
  }

  /// Runs `.ci/install` with the command under test.
  private static func install(_ arguments: String, in scratch: Scratch) async throws -> CommandRun {
    let script = Place.root.appendingPathComponent(".ci/install").path
    return try await CommandRun.shell("'\(script)' \(arguments)", in: scratch.folder)
  }

  @Test func `installed files are in their places, and are removed again`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let prefix = scratch["usr"].path
    let run = try await Self.install("--command '\(Place.command.path)' '\(prefix)'", in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    #expect(Self.files(in: scratch["usr"]) == Self.files)
    let version = try await CommandRun.shell("usr/bin/moonroute --version", in: scratch.folder)
    #expect(version.output.hasPrefix("moonroute "))

    try Data().write(to: scratch["usr/share/doc/other"])
    let removal = try await Self.install("--remove '\(prefix)'", in: scratch)
    #expect(removal.status == 0, "\(removal.errors)")
    #expect(Self.files(in: scratch["usr"]) == ["share/doc/other"])
  }

  @Test(arguments: [
    ("--command /nowhere/moonroute /usr", "'/nowhere/moonroute' is not a command"),
    ("--remove usr", "'usr' is not an absolute path"), ("--quick /usr", "unknown option '--quick'"),
  ])
  func `an invalid call changes nothing`(arguments: String, message: String) async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let run = try await Self.install(arguments, in: scratch)
    #expect(run.status == 2)
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test(arguments: [("bash", "bash -n"), ("zsh", "zsh -n"), ("fish", "fish -n")])
  func `a shell can read its completions, which include every command`(
    shell: String,
    check: String
  ) async throws {
    let script = try await CommandRun.moonroute(["--generate-completion-script", shell])
    #expect(script.status == 0)
    var commands = [
      "run", "match", "routes", "url", "check", "watch", "access", "diff", "rename", "test",
      "types", "doc",
      "lsp", "help",
    ]
    #if Inspector
    commands.append("serve")
    #endif
    for command in commands {
      #expect(script.output.contains(command), "\(command)")
    }
    let scratch = try Scratch()
    defer { scratch.remove() }
    try Data(script.output.utf8).write(to: scratch["script"])
    let line = "command -v \(shell) >/dev/null || exit 0; \(check) script"
    let reading = try await CommandRun.shell(line, in: scratch.folder)
    #expect(reading.status == 0, "\(reading.errors)")
  }
}
#endif
