import Foundation

@testable import MessageStream

/// A command that exchanges messages over its standard streams.
struct MessageProcess {
  /// The other end of the streams.
  let connection: MessageConnection

  private let process = Process()
  private let ends: AsyncStream<Int32>

  init(_ arguments: [String], in folder: URL) throws {
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = Place.command
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    self.ends = ends
    process.terminationHandler = { end.yield($0.terminationStatus) }
    try process.run()
    connection = try MessageConnection(
      reading: System.copy(output.fileHandleForReading.fileDescriptor),
      writing: System.copy(input.fileHandleForWriting.fileDescriptor)
    )
    // The connection has its own copies.
    try input.fileHandleForWriting.close()
    try output.fileHandleForReading.close()
  }

  /// Asks the command to exit.
  func terminate() { process.terminate() }

  /// Waits for the command to exit, and returns its status.
  func end() async -> Int32 {
    for await status in ends { return status }
    return -1
  }
}
