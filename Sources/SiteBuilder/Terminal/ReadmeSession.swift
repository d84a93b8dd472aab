import Foundation

struct ReadmeSession {
  static let commands = [
    "moonroute run hello.lua / https://example.com/sum/40/2 /account/orders",
    "moonroute match hello.lua /account/wishlist",
    "moonroute check hello.lua",
  ]

  /// The first script in the README.
  static func script(of readme: String) throws -> String {
    guard let start = readme.firstRange(of: "```lua\n"),
      let end = readme[start.upperBound...].firstRange(of: "```")
    else { throw SiteError.file("README.md") }
    return String(readme[start.upperBound..<end.lowerBound])
  }

  static func record(readme: String, program: URL) throws -> TerminalPicture {
    let folder = URL.temporaryDirectory.appending(path: "moonroute-record-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(script(of: readme).utf8).write(to: folder.appending(path: "hello.lua"))
    let recorder = TerminalRecorder(folder: folder, program: program)
    let texts = try commands.map { line in
      try prompt(line) + "\n" + recorder.output(of: line).trimmingNewlines
    }
    return TerminalPicture(texts.joined(separator: "\n\n"))
  }

  /// The prompt and a command, wrapped like in a terminal.
  private static func prompt(_ line: String) -> String {
    var lines = ["\u{1B}[36m$\u{1B}[0m"]
    var column = 1
    for word in line.split(separator: " ") {
      if column + 1 + word.count > TerminalRecorder.columns - 2 {
        lines[lines.count - 1] += " \\"
        lines.append("   ")
        column = 3
      }
      lines[lines.count - 1] += " \u{1B}[1m\(word)\u{1B}[0m"
      column += 1 + word.count
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate var trimmingNewlines: String {
    var text = self[...]
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
