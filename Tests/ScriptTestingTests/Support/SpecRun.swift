import ScriptTesting
import Synchronization
import TestSupport

/// The result of running specs.
struct SpecRun {
  let results: [SpecResult]
  let summary: SpecSummary

  /// Each result as `status name`.
  var lines: [String] { results.map { "\($0.status.rawValue) \($0.name)" } }

  /// The first message in the results.
  var message: String? { results.lazy.compactMap(\.message).first }

  /// Runs one spec.
  ///
  /// - Parameters:
  ///   - text: The spec.
  ///   - files: Other files next to the folder `spec`, by path. Default: none.
  ///   - configure: Changes the runner. Default: no changes.
  /// - Returns: The result of the run.
  /// - Throws: The error from writing the files.
  static func of(
    _ text: String,
    with files: [String: String] = [:],
    _ configure: (inout SpecRunner) -> Void = { _ in }
  ) async throws -> SpecRun {
    let folder = try TextFolder(files.merging(["spec/a_spec.lua": text]) { $1 })
    return await of([folder("spec/a_spec.lua")], configure)
  }

  static func of(
    _ files: [String],
    _ configure: (inout SpecRunner) -> Void = { _ in }
  ) async -> SpecRun {
    var runner = SpecRunner()
    configure(&runner)
    let results = Mutex<[SpecResult]>([])
    let summary = await runner.run(files) { event in
      if case .ended(let result) = event { results.withLock { $0.append(result) } }
    }
    return SpecRun(results: results.withLock { $0 }, summary: summary)
  }
}
