#if LinkService
import Foundation
import TestSupport

/// A server in a child process, with its port and its processor time.
struct MeasuredServer {
  private static let clients = 8

  private let process = Process()
  private let input = Pipe()
  private let port: Int

  /// Starts a program that prints its port as JSON and ends with its standard input.
  init(_ command: [String]) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var said = ""
    while !said.contains("\n") {
      let some = output.fileHandleForReading.availableData
      guard !some.isEmpty else { throw BenchmarkError.programFailed(command, output: said) }
      said += String(decoding: some, as: UTF8.self)
    }
    let number = said.components(separatedBy: "\"port\":").last?.prefix { $0.isNumber } ?? ""
    guard let port = Int(number) else {
      throw BenchmarkError.programFailed(command, output: said)
    }
    self.port = port
  }

  func end() {
    try? input.fileHandleForWriting.close()
    process.terminate()
    process.waitUntilExit()
  }

  /// The processor time of the process so far, in seconds.
  private func processorTime() throws -> Double {
    let path = "/proc/\(process.processIdentifier)/stat"
    let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
    guard fields.count > 15, let user = Double(fields[13]), let system = Double(fields[14]) else {
      throw BenchmarkError.programFailed([path], output: "no times")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Sends each request many times over several connections, and expects the status 200.
  ///
  /// - Returns: The server's processor time, and the time until the last answer, in seconds.
  func answer(
    _ requests: [String],
    rounds: Int
  ) throws -> (processor: Double, passed: Double) {
    // The first round warms up the server.
    guard send(requests, rounds: 1) == requests.count * Self.clients else {
      throw BenchmarkError.wrongAnswer(path: requests.first ?? "")
    }
    let start = (processor: try processorTime(), clock: ContinuousClock.now)
    let count = send(requests, rounds: rounds)
    guard count == requests.count * rounds * Self.clients else {
      throw BenchmarkError.wrongAnswer(path: "\(count) answers")
    }
    return (
      try processorTime() - start.processor, (ContinuousClock.now - start.clock) / .seconds(1)
    )
  }

  /// The number of requests of a call to ``answer(_:rounds:)``.
  static func count(_ requests: [String], rounds: Int) -> Int { requests.count * rounds * clients }

  private func send(_ requests: [String], rounds: Int) -> Int {
    BlockingWait.value { [port] in
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<Self.clients {
          group.addTask {
            guard let client = try? RawClient(port: port) else { return 0 }
            var count = 0
            for _ in 0..<rounds {
              for request in requests {
                client.sendAtOnce(request)
                guard let answer = try? await client.answer(), answer.status == 200 else {
                  return count
                }
                count += 1
              }
            }
            return count
          }
        }
        return await group.reduce(0, +)
      }
    }
  }
}
#endif
