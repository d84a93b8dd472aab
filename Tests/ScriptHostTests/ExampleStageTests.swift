import Foundation
import Moonroute
import ScriptHost
import Testing

/// The drawings of `examples/tabs/README.md`, which `UPDATE_TABLES=1` writes.
@Suite struct ExampleStageTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "examples/tabs")

  /// A prompt that runs lines one after the other.
  private actor Prompt {
    private let host: ScriptHost
    private var running: [Task<Void, any Error>] = []

    init(_ host: ScriptHost) { self.host = host }

    private var drawing: String {
      get async { await host.router.perform { $0.stage.tree.description } }
    }

    /// Runs a line.
    ///
    /// For a line that ends in `…`, returns once the stage has changed.
    func run(_ line: String) async throws {
      guard line.hasSuffix("…") else {
        try await host.evaluate(line)
        for task in running { try await task.value }
        running = []
        return
      }
      let before = await drawing
      let host = host
      running.append(Task { try await host.evaluate(String(line.dropLast())) })
      while await drawing == before { await Task.yield() }
    }

    /// The stage after some lines.
    func drawing(after lines: [String]) async throws -> String {
      for line in lines { try await run(line) }
      return await drawing
    }
  }

  @Test func `the example draws the stages in its README`() async throws {
    let host = try ScriptHost(.folder(Self.folder.path), in: .patient())
    try await host.load()
    let prompt = Prompt(host)
    let page = Self.folder.appending(path: "README.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var made: [String] = []
    var count = 0
    for (index, part) in text.components(separatedBy: "```").enumerated() {
      guard index % 2 == 1, part.hasPrefix("\n> ") else {
        made.append(part)
        continue
      }
      let lines = part.split(separator: "\n").filter { $0.hasPrefix("> ") }
      let drawing = try await prompt.drawing(after: lines.map { String($0.dropFirst(2)) })
      made.append("\n" + lines.joined(separator: "\n") + "\n\n" + drawing + "\n")
      count += 1
    }
    #expect(count > 10)
    let result = made.joined(separator: "```")
    if ProcessInfo.processInfo.environment["UPDATE_TABLES"] != nil {
      try result.write(to: page, atomically: true, encoding: .utf8)
    } else {
      for (made, known) in zip(result.split(separator: "\n"), text.split(separator: "\n")) {
        try #require(made == known)
      }
      #expect(result == text)
    }
  }

  @Test func `a playlist is created with the name that its form returns`() async throws {
    let host = try ScriptHost(.folder(Self.folder.path), in: .patient())
    try await host.load()
    _ = await host.router.open("/library")
    for (close, expected) in [("'Blue'", "made Blue"), (nil, "nothing was made")] {
      let made = Task { await host.router.open("/make-playlist") }
      while await host.router.stageTop != "NewPlaylist" { await Task.yield() }
      try await host.evaluate(close.map { "router.close(\($0))" } ?? "router.dismiss()")
      #expect(await made.value.values == [.text(expected)])
    }
  }
}

extension LinkRouter {
  /// The view of the top screen.
  fileprivate var stageTop: String? { stage.top?.view }
}
