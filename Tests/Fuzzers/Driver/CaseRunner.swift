import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs cases in this process, one after the other, and reports progress on standard output.
struct CaseRunner {
  /// The memory that no case needs, including the memory of the sanitizer.
  private static let mostBytes = 2 << 30
  /// The memory of this process above which a new process takes over: the sanitizer keeps freed
  /// memory.
  private static let enoughBytes = 1 << 30

  let attacker: any Attacker

  /// Tries the cases of consecutive seeds until the time is over, all are tried, a problem is
  /// found, or this process is too large.
  func run(from first: UInt64, seconds: Double, most: UInt64) async {
    let end = ContinuousClock.now + .seconds(seconds)
    var seed = first
    repeat {
      guard await run(attacker.makeCase(seed: seed), seed: seed) else { return }
      seed += 1
    } while .now < end && seed - first < most && Self.peakBytes < Self.enoughBytes
  }

  /// Runs one case, and returns whether it passed.
  func run(_ attack: AttackCase, seed: UInt64) async -> Bool {
    say("begin \(seed)")
    guard let problem = await problem(of: attack) else { return true }
    say("found \(seed) \(problem.split(whereSeparator: \.isNewline).joined(separator: " | "))")
    return false
  }

  /// The problem that a case causes.
  func problem(of attack: AttackCase) async -> String? {
    let before = Self.peakBytes
    do {
      if let problem = try await attacker.problem(of: attack) { return problem }
    } catch {
      return "ends with an error: \(error)"
    }
    let bytes = Self.peakBytes - before
    return bytes > Self.mostBytes ? "memory: the process grew by \(bytes) bytes" : nil
  }

  private static var peakBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
    #endif
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
