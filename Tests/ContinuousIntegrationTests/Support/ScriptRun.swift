import Foundation
import TestSupport

/// The result of one call of a script.
struct ScriptRun {
  /// Its output, results and errors in one.
  let output: String
  let status: Int32

  /// Runs a program and waits for its end.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: Its arguments. Default: none.
  ///   - environment: All of its environment. Default: this process's.
  /// - Throws: What keeps it from being run.
  init(
    _ program: URL,
    _ arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    output = String(decoding: ChildOutput.whole(of: pipe.fileHandleForReading), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
