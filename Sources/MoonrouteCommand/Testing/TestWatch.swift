#if Command
import ScriptTesting

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs specs again when a file that they are made of changes.
struct TestWatch {
  private let dependencies = SpecDependencies()
  private var times: [String: Date] = [:]

  /// How often files are looked at.
  private static let interval = Duration.milliseconds(300)

  /// Runs everything once, then what changes affect, for ever.
  ///
  /// - Parameters:
  ///   - specs: Finds the spec files.
  ///   - run: Runs some.
  /// - Throws: What finding or running them throws.
  mutating func run(
    specs: () throws -> [String],
    run: ([String], SpecDependencies) async throws -> Void
  ) async throws {
    var files = try specs()
    while true {
      try await run(files, dependencies)
      note(try specs())
      Console.say("moonroute: watching \(times.count) files")
      files = []
      while files.isEmpty {
        try await Task.sleep(for: Self.interval)
        let all = try specs()
        files = dependencies.specs(affectedBy: changes(all), among: all)
      }
    }
  }

  /// Remembers when each file was changed.
  private mutating func note(_ specs: [String]) {
    times = [:]
    for path in dependencies.paths.union(specs) { times[path] = Self.time(of: path) }
  }

  private func changes(_ specs: [String]) -> Set<String> {
    Set(times.keys).union(specs).filter { times[$0] != Self.time(of: $0) }
  }

  private static func time(of path: String) -> Date? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.modificationDate] as? Date
  }
}
#endif
