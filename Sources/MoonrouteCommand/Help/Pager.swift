import Foundation

/// Displays text in pages if standard output is a terminal.
enum Pager {
  /// Prints the lines directly if they fit or if the pager (`PAGER` or `less`) does not start.
  static func show(_ lines: [String]) {
    let text = lines.joined(separator: "\n")
    if let rows = StandardStream.output.rows, lines.count >= rows, page(text) { return }
    Console.answer(text)
  }

  /// Passes text to the pager, waits until it exits and returns whether it ran.
  private static func page(_ text: String) -> Bool {
    let command = StandardStream.environment("PAGER") ?? "less -R"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "command -v \"${1%% *}\" >/dev/null 2>&1 || exit 127; exec $1", "sh", command,
    ]
    let input = Pipe()
    process.standardInput = input
    // Leaving the pager early closes the pipe, which is not an error.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    do { try process.run() } catch { return false }
    try? input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus != 127
  }
}
