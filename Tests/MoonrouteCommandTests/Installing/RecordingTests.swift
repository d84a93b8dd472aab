#if Command
import Foundation
import Testing

/// The session in the README is the output of the command.
struct RecordingTests {
  @Test(arguments: ["session.svg", "session~dark.svg"])
  func `the recorded session matches a real one`(name: String) async throws {
    let picture = try String(
      contentsOf: Place.root.appendingPathComponent(
        "Sources/Moonroute/Documentation.docc/Resources/\(name)"
      ),
      encoding: .utf8
    )
    let scratch = try Scratch()
    defer { scratch.remove() }
    let readme = try DocumentBlock.all(of: Place.root.appendingPathComponent("README.md"))
    let script = try #require(readme.first { $0.language == "lua" })
    try Data(script.lines.joined(separator: "\n").utf8).write(to: scratch["hello.lua"])

    let commands = try Self.commands(of: picture)
    #expect(commands.count >= 3)
    for command in commands {
      let run = try await CommandRun.shell("COLUMNS=56 \(command.line)", in: scratch.folder)
      var lines = run.lines
      while lines.last == "" { lines.removeLast() }
      #expect(lines == command.output, "\(command.line). Record it again with: make pictures")
    }
  }

  /// The commands of a picture and the output of each.
  private static func commands(of picture: String) throws -> [(line: String, output: [String])] {
    let match = try #require(picture.firstMatch(of: /<desc>([^<]*)<\/desc>/))
    let text = String(match.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
      .replacing(#/ \\\n +/#, with: " ")
    var commands: [(line: String, output: [String])] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        commands.append((String(line.dropFirst(2)), []))
      } else {
        commands[commands.count - 1].output.append(String(line))
      }
    }
    return commands.map { command in
      (command.line, Array(command.output.reversed().drop { $0.isEmpty }.reversed()))
    }
  }
}
#endif
