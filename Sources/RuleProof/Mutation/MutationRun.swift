package import ScriptTesting
import Synchronization
import TextTools

package enum MutationError: Error, Sendable {
  case specsFail([SpecResult])
  case noTests
  case noApplication
  /// An application does not load, with its folder and the reason.
  case unloaded(String, String)
}

/// Changes each rule of the specs' applications in turn and checks whether a spec fails.
///
/// The specs must pass without changes. A run does not write files. A changed text replaces its
/// file only in the states of its specs, and snapshots are never updated.
package struct MutationRun: Sendable {
  /// The limits of one change, relative to the time of its specs without changes.
  private enum Bound {
    /// The factor on the time of the specs.
    static let factor = 10
    /// Additional time, so that short specs tolerate a slow machine.
    static let extra = Duration.milliseconds(500)
  }

  /// Its selection and limits also apply to each change; each file has a separate state, and
  /// snapshots are only compared.
  package var runner: SpecRunner

  /// The number of changes to try concurrently.
  package var jobs = 1

  /// The time for starting changes; `nil` means no limit.
  package var time: Duration?
  package var rules = Set(RuleChange.Rule.allCases)

  /// Selects lines of a file by its path; `nil` means all lines of all files.
  package var isChosen: (@Sendable (_ path: String, _ lines: ClosedRange<Int>) -> Bool)?

  /// Called with the number of tried changes and the total.
  package var whenTried: @Sendable (Int, Int) -> Void = { _, _ in }

  package init(_ runner: SpecRunner) { self.runner = runner }

  /// Runs single files: a change runs only some, so the run without changes must also reveal files
  /// that depend on others.
  private var lonelyRunner: SpecRunner {
    var runner = runner
    runner.isolation = .full
    runner.snapshots = .compare
    return runner
  }

  package func report(on specs: [String]) async throws(MutationError) -> MutationReport {
    let baseline = try await self.baseline(specs)
    let groups =
      specs.compactMap { spec in
        runner.application(above: spec).map { (folder: $0, spec: spec) }
      }
      .grouped(by: \.folder)
    guard !groups.isEmpty else { throw .noApplication }
    var trials: [ChangeTrial] = []
    let lonely = LonelyTests(lonelyRunner)
    var comments: [(folder: String, lines: EquivalentLines)] = []
    for group in groups.sorted(by: { $0.key < $1.key }) {
      let application: ChangedApplication
      do {
        application = try await ChangedApplication(
          folder: group.key,
          specs: group.elements.map(\.spec),
          runner
        )
      } catch {
        throw .unloaded(group.key, "\(error)")
      }
      comments.append((group.key, application.changes.equivalents))
      trials += self.trials(of: application, baseline)
    }
    let partial = trials.flatMap(\.partialFiles)
    let independent = await lonely.independentFiles(among: Set(partial), baseline.footprints, jobs)
    for place in trials.indices { trials[place].runWhole(unless: independent) }
    var results = await tried(trials, lonely)
    let unused = Self.settle(
      &results,
      comments,
      isWhole: isChosen == nil && rules.count == RuleChange.Rule.allCases.count
    )
    return MutationReport(results: results, unusedComments: unused, testCount: baseline.testCount)
  }

  // MARK: Without a change

  private struct Baseline {
    let footprints: [String: SpecFootprints.File]
    let testCount: Int
  }

  private func baseline(_ specs: [String]) async throws(MutationError) -> Baseline {
    var runner = lonelyRunner
    let footprints = SpecFootprints()
    runner.tools.footprints = footprints
    runner.jobs = jobs
    let seen = Mutex<[SpecResult]>([])
    let summary = await runner.run(specs) { event in
      guard case .ended(let result) = event, result.hasFailed else { return }
      seen.withLock { $0.append(result) }
    }
    let wrong = seen.withLock { $0 }
    guard wrong.isEmpty else { throw .specsFail(wrong) }
    guard summary.testCount > 0 else { throw .noTests }
    return Baseline(
      footprints: footprints.files,
      testCount: summary.testCount
    )
  }

  private func trials(of application: ChangedApplication, _ baseline: Baseline) -> [ChangeTrial] {
    let cover = SpecCover(application.specs, baseline.footprints)
    return application.changes.all.compactMap { change in
      let path = "\(application.folder)/\(change.file)"
      guard rules.contains(change.rule), isChosen?(path, change.lines) != false else { return nil }
      guard let text = application.texts[change.file] else { return nil }
      let (specs, nearest) = cover.specs(of: change)
      return ChangeTrial(
        folder: application.folder,
        change: change,
        specs: specs.map { ($0, limit(of: baseline.footprints[$0.file]?.time ?? .zero)) },
        nearest: nearest.map { ChangeResult.Spec($0) },
        text: text
      )
    }
  }

  private func limit(of duration: Duration) -> Duration { duration * Bound.factor + Bound.extra }

  // MARK: With changes

  /// Guards are first, because they matter most if time runs out.
  private func tried(
    _ trials: [ChangeTrial],
    _ lonely: LonelyTests
  ) async -> [ChangeResult] {
    let order =
      trials.indices.filter { trials[$0].change.rule == .guard }
      + trials.indices.filter { trials[$0].change.rule != .guard }
    let clock = ContinuousClock()
    let end = time.map { clock.now.advanced(by: $0) }
    var runner = lonelyRunner
    runner.jobs = 1
    runner.failsFast = true
    runner.selection.retries = 0
    var results: [ChangeResult?] = trials.map { _ in nil }
    await withTaskGroup(of: (Int, ChangeResult).self) { group in
      var next = 0
      var count = 0
      func begin() {
        guard next < order.count else { return }
        let place = order[next]
        next += 1
        let (trial, runner) = (trials[place], runner)
        group.addTask {
          if let end, clock.now >= end { return (place, trial.result(.untried)) }
          return (place, await trial.run(by: runner, lonely))
        }
      }
      for _ in 0..<max(1, jobs) { begin() }
      while let (place, result) = await group.next() {
        results[place] = result
        count += 1
        whenTried(count, trials.count)
        begin()
      }
    }
    return results.compactMap(\.self)
  }

  /// Marks unnoticed changes as equivalent if a comment says so, and returns the unused comments,
  /// which only a whole run knows.
  private static func settle(
    _ results: inout [ChangeResult],
    _ comments: [(folder: String, lines: EquivalentLines)],
    isWhole: Bool
  ) -> [String] {
    let lines = Dictionary(uniqueKeysWithValues: comments)
    var used: Set<String> = []
    for place in results.indices {
      let result = results[place]
      guard let comment = lines[result.folder]?.comment(on: result.change) else { continue }
      switch result.status {
      case .unnoticed, .uncovered: results[place].status = .equivalent
      case .untried: break
      default: continue
      }
      used.insert("\(result.folder)/\(comment.file):\(comment.line)")
    }
    guard isWhole else { return [] }
    return comments.flatMap { folder, lines in
      lines.comments.map { "\(folder)/\($0.file):\($0.line)" }.filter { !used.contains($0) }
        .map { SpecRunner.shown($0) }
    }
  }
}

private struct ChangeTrial: Sendable {
  let folder: String
  let change: RuleChange
  var specs: [(spec: CoveringSpec, limit: Duration)]
  let nearest: ChangeResult.Spec?
  /// The script without the change.
  let text: [UInt8]

  /// The files in which only some tests run the change.
  var partialFiles: [String] { specs.filter { $0.spec.tests != nil }.map(\.spec.file) }

  mutating func runWhole(unless independent: Set<String>) {
    for place in specs.indices where !independent.contains(specs[place].spec.file) {
      specs[place].spec.tests = nil
    }
  }

  /// The result of a change that no spec noticed.
  func result(_ status: ChangeResult.Status) -> ChangeResult {
    ChangeResult(folder: folder, change: change, status: status, spec: nearest)
  }

  /// The result of a change that a spec noticed.
  private func result(_ wrong: SpecResult) -> ChangeResult {
    let status: ChangeResult.Status =
      switch wrong.cause {
      case .unloaded: .unloaded
      case .timedOut: .timedOut
      case nil: .noticed
      }
    return ChangeResult(
      folder: folder,
      change: change,
      status: status,
      spec: ChangeResult.Spec(wrong)
    )
  }

  /// Runs the specs until one fails.
  func run(by runner: SpecRunner, _ lonely: LonelyTests) async -> ChangeResult {
    guard !specs.isEmpty else { return result(.uncovered) }
    var runner = runner
    runner.tools.standIns = ["\(folder)/\(change.file)": change.applied(to: text)]
    for (spec, limit) in specs {
      runner.tools.fileTimeLimit = limit
      runner.selection.places = spec.tests
      guard let wrong = await runner.firstFailure(in: spec.file) else { continue }
      guard spec.tests != nil, wrong.cause != .unloaded, await !lonely.passes(wrong) else {
        return result(wrong)
      }
      runner.selection.places = nil
      if let wrong = await runner.firstFailure(in: spec.file) { return result(wrong) }
    }
    // Only whole files can prove that no test notices the change.
    runner.selection.places = nil
    for (spec, limit) in specs where spec.tests != nil {
      runner.tools.fileTimeLimit = limit
      if let wrong = await runner.firstFailure(in: spec.file) { return result(wrong) }
    }
    return result(.unnoticed)
  }
}
