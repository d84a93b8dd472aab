import ScriptTesting
import Synchronization

/// Determines without a change whether tests need other tests of their file.
final class LonelyTests: Sendable {
  private let runner: SpecRunner

  /// Whether a test passes without the others of its file, by its place.
  private let known = Mutex<[String: Bool]>([:])

  init(_ runner: SpecRunner) { self.runner = runner }

  /// The files whose tests do not influence each other: in the opposite order, all tests pass and
  /// run the same lines.
  ///
  /// One of two tests is before the other in only one of the two orders.
  func independentFiles(
    among files: Set<String>,
    _ footprints: [String: SpecFootprints.File],
    _ jobs: Int
  ) async -> Set<String> {
    guard !files.isEmpty else { return [] }
    var runner = runner
    let reversed = SpecFootprints()
    runner.tools.footprints = reversed
    runner.selection.order.reverses = true
    runner.jobs = jobs
    let failing = Mutex<Set<String>>([])
    _ = await runner.run(files.sorted()) { event in
      guard case .ended(let result) = event, result.hasFailed else { return }
      failing.withLock { _ = $0.insert(result.file) }
    }
    let wrong = failing.withLock { $0 }
    return files.filter { file in
      !wrong.contains(file) && reversed.files[file]?.ranSame(as: footprints[file]) == true
    }
  }

  /// Whether a failed test passes without a change and without the other tests of its file.
  func passes(_ result: SpecResult) async -> Bool {
    guard result.isTest, result.line > 0 else { return false }
    let place = "\(result.file):\(result.line)"
    if let known = known.withLock({ $0[place] }) { return known }
    var runner = runner
    runner.jobs = 1
    runner.selection.retries = 0
    runner.selection.places = [place]
    let passes = await runner.firstFailure(in: result.file) == nil
    known.withLock { $0[place] = passes }
    return passes
  }
}

extension SpecFootprints.File {
  /// Whether the same tests ran the same lines, in any order.
  fileprivate func ranSame(as other: SpecFootprints.File?) -> Bool {
    guard let other, loaded == other.loaded else { return false }
    func sorted(_ tests: [SpecFootprints.Test]) -> [SpecFootprints.Test] {
      tests.sorted { ($0.line, $0.name) < ($1.line, $1.name) }
    }
    return sorted(tests) == sorted(other.tests)
  }
}

extension SpecRunner {
  /// The first failure in a file, or `nil` if all tests pass.
  func firstFailure(in file: String) async -> SpecResult? {
    let found = Mutex<SpecResult?>(nil)
    _ = await run([file]) { event in
      guard case .ended(let result) = event, result.hasFailed else { return }
      found.withLock { $0 = $0 ?? result }
    }
    return found.withLock { $0 }
  }
}
