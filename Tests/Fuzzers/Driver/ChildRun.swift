import Foundation
import Synchronization
import TestSupport

/// A process that runs cases, so that a case that crashes it is found like any other.
///
/// The child writes a line for each case that it begins, and for each finding.
struct ChildRun {
  /// How a child ends.
  enum End: Hashable {
    case exited, crashed(Int32), hung
  }

  /// The lines of a child as they arrive.
  private final class Lines: Sendable {
    private struct State {
      var rest = Data()
      var lines: [String] = []
      var last = ContinuousClock.now
      var isComplete = false
    }

    private let state = Mutex(State())

    /// Adds a part of the output; an empty part ends it.
    func add(_ data: Data) {
      state.withLock { state in
        state.last = .now
        state.isComplete = data.isEmpty
        state.rest += data
        while let end = state.rest.firstIndex(of: 0x0A) {
          state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
          state.rest = Data(state.rest[(end + 1)...])
        }
      }
    }

    var all: [String] { state.withLock { $0.lines } }
    var isComplete: Bool { state.withLock { $0.isComplete } }
    var silence: Duration { state.withLock { $0.last.duration(to: .now) } }
  }

  /// The output of the child, in complete lines.
  let lines: [String]
  let end: End
  /// The last part of standard error.
  let errors: String

  /// The stack size of each thread in KiB: the size for a thread of a pool on Apple systems.
  private static let stackKibibytes = 512

  /// Runs the attacking program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments.
  ///   - silence: The time without output after which the child counts as hung and is stopped.
  /// - Throws: The error from starting the program.
  init(_ program: String, _ arguments: [String], silence: Duration) throws {
    let errorFile = FileManager.default.temporaryDirectory
      .appending(path: "moonroute-fuzz-\(UUID().uuidString)")
    _ = FileManager.default.createFile(atPath: errorFile.path, contents: nil)
    defer { try? FileManager.default.removeItem(at: errorFile) }
    let (process, output, lines) = (Process(), Pipe(), Lines())
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let line = "ulimit -s \(Self.stackKibibytes); exec \"$0\" \"$@\""
    process.arguments = ["-c", line, program] + arguments
    // Objects that an application holds at the end do not count as findings: `make asan` checks for
    // leaks.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["ASAN_OPTIONS": "detect_leaks=0"]) { own, _ in own }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    readOnOwnThread(output.fileHandleForReading, lines.add)
    var isHung = false
    while process.isRunning {
      Thread.sleep(forTimeInterval: 0.005)
      if !isHung, lines.silence > silence {
        isHung = true
        process.terminate()
      }
    }
    process.waitUntilExit()
    // The last lines may still be in transit.
    while !lines.isComplete, lines.silence < .seconds(1) {
      Thread.sleep(forTimeInterval: 0.002)
    }
    self.lines = lines.all
    let isWell = process.terminationReason == .exit && process.terminationStatus == 0
    end = isHung ? .hung : isWell ? .exited : .crashed(process.terminationStatus)
    let text = (try? Data(contentsOf: errorFile)) ?? Data()
    errors = String(decoding: text.prefix(6_000), as: UTF8.self)
  }
}
