import Foundation
import TestSupport

/// The result of a script call.
struct ScriptRun {
  /// Its standard output and standard error.
  let output: String
  let status: Int32

  /// Runs a program and waits for it to exit.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - arguments: Its arguments. Default: none.
  ///   - environment: Its complete environment. Default: that of this process.
  /// - Throws: An error if the program cannot be run.
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
