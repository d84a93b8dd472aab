#if NATS
import Foundation
import NATSFleet
import TestSupport
import Testing

/// Three servers of a cluster in network namespaces, which `.ci/fleet-network` runs.
actor FleetNetwork {
  static let servers = [0, 1, 2]

  private struct Failure: Error { let text: String }

  private let ports: [Int]
  private let process: Process
  private let commands: FileHandle
  private let answers: FileHandle

  /// Starts the servers, or cancels the test where this is not possible.
  static func start() async throws -> FleetNetwork {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    let folder = URL(filePath: #filePath).pathComponents.dropLast(5)
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", NSString.path(withComponents: folder + [".ci", "fleet-network"]),
    ]
    (process.standardInput, process.standardOutput) = (input, output)
    do { try process.run() } catch { try Test.cancel("python3 cannot run: \(error)") }
    let answers = output.fileHandleForReading
    let words = try await line(of: answers).split(separator: " ").map(String.init)
    if words.first == "impossible" {
      process.waitUntilExit()
      try Test.cancel("\(words.dropFirst().joined(separator: " "))")
    }
    guard words.count == 6 else { throw Failure(text: words.joined(separator: " ")) }
    return FleetNetwork(
      ports: words.compactMap { Int($0) },
      process: process,
      commands: input.fileHandleForWriting,
      answers: answers
    )
  }

  private init(
    ports: [Int],
    process: Process,
    commands: FileHandle,
    answers: FileHandle
  ) {
    (self.ports, self.process) = (ports, process)
    (self.commands, self.answers) = (commands, answers)
  }

  deinit {
    try? commands.write(contentsOf: Data("end\n".utf8))
    try? commands.close()
    process.waitUntilExit()
  }

  private static func line(of file: FileHandle) async throws -> String {
    try await onOwnThread {
      var line: [UInt8] = []
      while let byte = try file.read(upToCount: 1)?.first, byte != 10 { line.append(byte) }
      return String(decoding: line, as: UTF8.self)
    }
  }

  /// Gives a command of the script, and returns its answer.
  @discardableResult
  func tell(_ command: String) async throws -> String {
    try commands.write(contentsOf: Data("\(command)\n".utf8))
    let answer = try await Self.line(of: answers)
    guard answer == "ok" || command.hasPrefix("leader ") else {
      throw Failure(text: "\(command): \(answer)")
    }
    return answer
  }

  /// The server that leads a stream.
  func leader(of stream: String) async throws -> Int {
    while true {
      if let leader = Int(try await tell("leader \(stream)")) { return leader }
    }
  }

  /// Connects a host beside a server, from which no cut separates it.
  nonisolated func link(beside server: Int) async throws -> NATSLink {
    try await link(ports: [ports[3 + server]])
  }

  /// Connects a host that a cut can separate from each server.
  nonisolated func link(to servers: [Int]) async throws -> NATSLink {
    try await link(ports: servers.map { ports[$0] })
  }

  private nonisolated func link(ports: [Int]) async throws -> NATSLink {
    let addresses = ports.map { "nats://127.0.0.1:\($0)" }
    var options = NATSOptions(addresses.joined(separator: ","))
    options.reconnectWait = (.milliseconds(20), .milliseconds(10))
    options.workWait = .seconds(2)
    return try await NATSLink.connect(options)
  }
}

/// A clock on which time passes ten times as fast.
struct HurriedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let clock = ContinuousClock()

  var now: Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await clock.sleep(for: clock.now.duration(to: deadline) / 10)
  }
}
#endif
