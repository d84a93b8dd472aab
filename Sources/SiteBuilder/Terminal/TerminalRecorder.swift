import Foundation

/// Runs commands in a terminal, and records their output.
struct TerminalRecorder {
  static let columns = 56

  let folder: URL
  let program: URL

  /// Runs a shell command in a pseudo-terminal of the system's `script`.
  func output(of line: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/script")
    let sized = "stty cols \(Self.columns) rows 200; \(line)"
    #if os(macOS)
    process.arguments = ["-q", "/dev/null", "/bin/sh", "-c", sized]
    #else
    process.arguments = ["-qec", sized, "/dev/null"]
    #endif
    process.currentDirectoryURL = folder
    let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": "\(program.deletingLastPathComponent().path):\(search)", "TERM": "xterm-256color",
      "LANG": "C.UTF-8", "PAGER": "cat", "SHELL": "/bin/sh",
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    do { try process.run() } catch { throw SiteError.command(line) }
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { throw SiteError.command(line) }
    return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
  }
}
