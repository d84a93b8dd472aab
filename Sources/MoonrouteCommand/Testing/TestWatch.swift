#if Command
import RoutePatterns
import ScriptTesting
import Synchronization
import TextTools

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

  /// The records of all runs of the watch.
  struct Records {
    let dependencies = SpecDependencies()
    let memory = TestMemory(path: nil)
  }

  private let records = Records()
  private let keys = TestKeys()
  private var times: [String: Date] = [:]
  /// The spec files that used a file before it was deleted, by its path.
  private var users: [String: [String]] = [:]

  /// The spec files that the last change affects.
  private var reached: [String] = []

  /// The time between two checks of the files.
  private static let interval = Duration.milliseconds(300)

  /// The names of the failed tests of each file; an empty list means all tests of the file.
  private var failed: [String: [String]] { records.memory.history.failedTests }

  /// Runs all specs once, then the affected specs after each change, until the command must end.
  ///
  /// - Parameters:
  ///   - specs: Finds the spec files.
  ///   - run: Runs some files, or their failed tests if these are given. Returns whether they
  ///     passed.
  /// - Returns: Whether the last run passed, and no other file has failed tests.
  /// - Throws: Errors of finding or running the specs.
  mutating func run(
    specs: () throws -> [String],
    run: ([String], [String: [String]]?, Records) async throws -> Bool
  ) async throws -> Bool {
    let phase = Shared(Phase.running)
    let signals = EndSignals {
      guard phase.exchange(.ended) == .running else { return }
      TerminalMode.restore()
      _exit(EndSignals.interrupted)
    }
    defer { signals.cancel() }
    keys.begin()
    defer { keys.end() }
    var work: (files: [String], failed: [String: [String]]?) = (try specs(), nil)
    while true {
      let before = times(of: work.files)
      var isGreen = try await run(work.files, work.failed, records)
      let known = (try? specs()) ?? []
      note(known, before)
      let others = failed(besides: work.files, among: known)
      isGreen = isGreen && others.isEmpty
      if phase.exchange(.idle) == .ended { return isGreen }
      sayFailures(others)
      Console.say("moonroute: watching \(times.count) files\(keys.help)")
      work = ([], nil)
      while work.files.isEmpty {
        if phase.value == .ended { return isGreen }
        switch keys.next() {
        case .all: work = ((try? specs()) ?? [], nil)
        case .failed: work = nextFailed((try? specs()) ?? [])
        case .reached: work = lastReached(among: (try? specs()) ?? [])
        case .quit: return isGreen
        case nil:
          try await Task.sleep(for: Self.interval)
          let all = (try? specs()) ?? []
          let changes = changes(all)
          if sayGone(changes) { isGreen = failed(besides: [], among: all).isEmpty }
          let affected = records.dependencies.specs(affectedBy: changes, among: all)
          let missing = changes.filter { Self.time(of: $0) == nil }
          for path in missing { users[path] = affected }
          let users = takeUsersOfReturned()
          work = (all.filter { affected.contains($0) || users.contains($0) }, nil)
          if !work.files.isEmpty { reached = work.files }
        }
      }
      if phase.exchange(.running) == .ended { return isGreen }
      for file in work.files { Console.tell("moonroute: again: \(file)") }
    }
  }

  /// The failed tests to run again, or no file if none failed.
  private func nextFailed(_ known: [String]) -> ([String], [String: [String]]?) {
    let failed = failed
    let files = known.filter { failed[$0] != nil }
    if files.isEmpty { Console.say("moonroute: no test failed") }
    return (files, failed)
  }

  /// The spec files of the last change to run again, or no file before the first change.
  private func lastReached(among known: [String]) -> ([String], [String: [String]]?) {
    let files = known.filter(reached.contains)
    if files.isEmpty { Console.say("moonroute: no save has reached a spec yet") }
    return (files, nil)
  }

  /// The failed tests of all known files except the given ones.
  private func failed(besides files: [String], among known: [String]) -> [(String, [String])] {
    let failed = failed
    return known.filter { !files.contains($0) }
      .compactMap { file in failed[file].map { (file, $0) } }
  }

  private func sayFailures(_ failed: [(file: String, names: [String])]) {
    for (file, names) in failed {
      let failures = names.isEmpty ? "an error" : counted(names.count, "failed test")
      Console.say("moonroute: '\(file.printable)' still has \(failures); it did not run again")
    }
  }

  /// Prints and forgets the files that no longer exist.
  ///
  /// - Returns: Whether it found any.
  private mutating func sayGone(_ changes: Set<String>) -> Bool {
    let gone = changes.filter { times[$0] != nil && Self.time(of: $0) == nil }
    for path in gone.sorted() {
      Console.say("moonroute: deleted: \(SpecRunner.shown(path).printable)")
      times[path] = nil
    }
    return !gone.isEmpty
  }

  /// Returns the users of files that exist again and were missing in their last run.
  private mutating func takeUsersOfReturned() -> Set<String> {
    var returned: Set<String> = []
    for path in users.keys where Self.time(of: path) != nil {
      returned.formUnion(users.removeValue(forKey: path) ?? [])
    }
    return returned
  }

  /// The modification times of the relevant files.
  private func times(of specs: [String]) -> [String: Date] {
    var times: [String: Date] = [:]
    for path in records.dependencies.paths.union(specs) { times[path] = Self.time(of: path) }
    return times
  }

  /// Stores the modification times from before the run, so that a change during the run counts.
  private mutating func note(_ specs: [String], _ before: [String: Date]) {
    times = times(of: specs).merging(before) { $1 }
  }

  private func changes(_ specs: [String]) -> Set<String> {
    Set(times.keys).union(specs).union(records.dependencies.paths)
      .filter { times[$0] != Self.time(of: $0) }
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
