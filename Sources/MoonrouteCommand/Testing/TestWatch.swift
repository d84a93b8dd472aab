#if Command
import ScriptTesting
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Runs specs again when one of their files changes.
struct TestWatch {
  /// The state of the watch, which determines how a signal ends the command.
  private enum Phase {
    case idle, running, ended
  }

  private let dependencies = SpecDependencies()
  private var times: [String: Date] = [:]

  /// The time between two checks of the files.
  private static let interval = Duration.milliseconds(300)

  /// Runs all specs, then the affected ones after each change; returns whether the last run passed.
  mutating func run(
    specs: () throws -> [String],
    run: ([String], SpecDependencies) async throws -> Bool
  ) async throws -> Bool {
    let phase = Shared(Phase.running)
    let signals = EndSignals {
      if phase.exchange(.ended) == .running { _exit(EndSignals.interrupted) }
    }
    defer { signals.cancel() }
    var files = try specs()
    while true {
      let before = times(of: files)
      let isGreen = try await run(files, dependencies)
      note(try specs(), before)
      if phase.exchange(.idle) == .ended { return isGreen }
      Console.say("moonroute: watching \(times.count) files")
      files = []
      while files.isEmpty {
        if phase.value == .ended { return isGreen }
        try await Task.sleep(for: Self.interval)
        let all = (try? specs()) ?? []
        files = dependencies.specs(affectedBy: changes(all), among: all)
      }
      if phase.exchange(.running) == .ended { return isGreen }
      for file in files { Console.tell("moonroute: again: \(file)") }
    }
  }

  /// The modification times of the relevant files.
  private func times(of specs: [String]) -> [String: Date] {
    var times: [String: Date] = [:]
    for path in dependencies.paths.union(specs) { times[path] = Self.time(of: path) }
    return times
  }

  /// Stores the modification times from before the run, so that a change during the run counts.
  private mutating func note(_ specs: [String], _ before: [String: Date]) {
    times = times(of: specs).merging(before) { $1 }
  }

  private func changes(_ specs: [String]) -> Set<String> {
    Set(times.keys).union(specs).union(dependencies.paths).filter { times[$0] != Self.time(of: $0) }
  }

  private static func time(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }

  /// A value that a signal handler can also read.
  private final class Shared<Value: Sendable>: Sendable {
    private let held: Mutex<Value>

    init(_ value: Value) { held = Mutex(value) }

    var value: Value { held.withLock { $0 } }

    /// Sets the value and returns the previous one.
    @discardableResult
    func exchange(_ value: Value) -> Value {
      held.withLock { held in
        defer { held = value }
        return held
      }
    }
  }
}
#endif
