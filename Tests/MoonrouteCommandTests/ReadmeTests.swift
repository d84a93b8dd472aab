#if Command
import Foundation
import Testing

/// The commands in the documents have the documented results.
struct ReadmeTests {
  @Test func `every block of the README runs`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let blocks = try DocumentBlock.all(of: Place.root.appendingPathComponent("README.md"))
    #expect(blocks.count >= 3)
    for block in blocks {
      switch block.language {
      case "lua":
        let name = try #require(block.fileName, "a script without a name: \(block.lines)")
        try block.lines.joined(separator: "\n")
          .write(
            to: scratch[name],
            atomically: true,
            encoding: .utf8
          )
      case "sh":
        for line in block.lines { try await check(line, in: scratch.folder) }
      default: Issue.record("no test runs a block of '\(block.language)'")
      }
    }
  }

  @Test func `the ten lines have the results in the README`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let blocks = try DocumentBlock.all(of: Place.root.appendingPathComponent("README.md"))
    let script = try #require(blocks.first { $0.language == "lua" })
    try script.lines.joined(separator: "\n")
      .write(to: scratch["hello.lua"], atomically: true, encoding: .utf8)
    let run = try await CommandRun.moonroute(
      [
        "run", "hello.lua", "/", "https://example.com/sum/40/2",
        "shop://account/orders?utm_source=mail", "--json",
      ],
      in: scratch.folder
    )
    #expect(run.status == 0)
    #expect(try fields(run.lines[1])["value"] as? Int == 42)
    let account = try fields(run.lines[2])
    #expect(account["name"] as? String == "login")
    #expect(
      account["query"] as? [String: String]
        == ["back": "shop://account/orders?utm_source=mail"]
    )
  }

  @Test func `the ten lines work without earlier builds`() async throws {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let blocks = try DocumentBlock.all(of: Place.root.appendingPathComponent("README.md"))
    let script = try #require(blocks.first { $0.language == "lua" })
    try script.lines.joined(separator: "\n")
      .write(to: scratch["hello.lua"], atomically: true, encoding: .utf8)
    let run = try await CommandRun.moonroute(
      ["run", "hello.lua", "/account/orders"],
      in: scratch.folder
    )
    #expect(run.status == 0)
    #expect(
      run.output == """
        ✓ /account/orders
          guard        → /login?back=/account/orders                         hello.lua:7
          opened       login root 'Login'

        window
        └─ Login  /login?back=/account/orders  ◀ top

        """
    )
  }

  @Test(arguments: ["examples/shop/README.md", "examples/github/README.md"])
  func `every command of an example's README runs`(document: String) async throws {
    let blocks = try DocumentBlock.all(of: Place.root.appendingPathComponent(document))
    for block in blocks where block.language == "sh" {
      for line in block.lines {
        let run = try await CommandRun.shell(line, in: Place.root)
        #expect(run.status <= 1, "\(line): \(run.errors)")
      }
    }
  }

  /// Runs a shell line, which must succeed.
  ///
  /// A `make` line would rebuild everything, and is a dry run.
  private func check(_ line: String, in folder: URL) async throws {
    let isMake = line.hasPrefix("make ")
    let command = isMake ? "make -n " + line.dropFirst(5) : line
    let run = try await CommandRun.shell(command, in: isMake ? Place.root : folder)
    #expect(run.status == 0, "\(line): \(run.output)\(run.errors)")
  }
}
#endif
