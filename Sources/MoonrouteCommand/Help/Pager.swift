import Foundation

/// Shows text a screen at a time where a person reads it on a terminal.
enum Pager {
  /// Shows lines: through the pager of the environment, or at once where they fit or there is none.
  ///
  /// The pager is `PAGER`, else `less`. A pager that cannot be started is none.
  static func show(_ lines: [String]) {
    let text = lines.joined(separator: "\n")
    if let rows = StandardStream.output.rows, lines.count >= rows, page(text) { return }
    Console.answer(text)
  }

  /// Hands text to the pager and waits until it is closed.
  ///
  /// - Returns: Whether it ran.
  private static func page(_ text: String) -> Bool {
    let command = StandardStream.environment("PAGER") ?? "less -R"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "command -v \"${1%% *}\" >/dev/null 2>&1 || exit 127; exec $1", "sh", command,
    ]
    let input = Pipe()
    process.standardInput = input
    // A person who leaves the pager early breaks the pipe, which is no error.
    let before = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, before) }
    do { try process.run() } catch { return false }
    try? input.fileHandleForWriting.write(contentsOf: Data((text + "\n").utf8))
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus != 127
  }
}
