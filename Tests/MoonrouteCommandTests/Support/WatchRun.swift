import Foundation
import Synchronization
import TestSupport

/// A command that watches files and keeps running while a test changes them.
final class WatchRun: Sendable {
  private let process = Process()
  private let input = Pipe()
  // Only the task of the test uses this.
  nonisolated(unsafe) private var lines: AsyncStream<String>.Iterator

  private let ends: AsyncStream<Int32>

  /// Everything printed so far.
  let printed = Mutex<[String]>([])

  /// Starts the command.
  ///
  /// Its output on both streams arrives as lines.
  init(
    _ arguments: [String],
    of command: String = "watch",
    in folder: URL? = nil,
    columns: Int = 80,
    environment: [String: String] = [:]
  ) throws {
    let output = Pipe()
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    lines = stream.makeAsyncIterator()
    process.executableURL = Place.command
    process.arguments = [command] + arguments
    if let folder { process.currentDirectoryURL = folder }
    process.environment = [
      "COLUMNS": "\(columns)", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin",
    ]
    .merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    let rest = Mutex(Data())
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    self.ends = ends
    process.terminationHandler = { end.yield($0.terminationStatus) }
    try process.run()
    readOnOwnThread(output.fileHandleForReading) { data in
      guard !data.isEmpty else { return continuation.finish() }
      let ready = rest.withLock { rest -> [String] in
        rest += data
        var ready: [String] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          ready.append(String(decoding: rest[rest.startIndex..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
        return ready
      }
      for line in ready { continuation.yield(line) }
    }
  }

  func type(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// The next line that contains a text, or `nil` if the command exits first.
  func line(with text: String) async -> String? {
    while let line = await lines.next(isolation: #isolation) {
      printed.withLock { $0.append(line) }
      if line.contains(text) { return line }
    }
    return nil
  }

  /// Sends the signal of Ctrl-C, or the termination signal, and waits for the exit.
  func interrupt(isTermination: Bool = false) async -> Int32 {
    if isTermination { process.terminate() } else { process.interrupt() }
    return await end()
  }

  /// Waits for the exit.
  func end() async -> Int32 {
    while let line = await lines.next(isolation: #isolation) {
      printed.withLock { $0.append(line) }
    }
    for await status in ends { return status }
    return -1
  }
}
