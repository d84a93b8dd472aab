import Moonroute
import ScriptHost

extension SpecSession {
  /// The reason why a file ended before its last test.
  struct EarlyEnd: Sendable {
    let message: String
    var cause: SpecResult.Cause?

    init(_ error: any Error) {
      message = "\(error)"
      cause = error is SpecTimeError ? .timedOut : nil
    }

    /// Describes the end of a file that shares its state with an earlier file.
    init(sharedWith file: String, _ end: EarlyEnd) {
      message = "it shares a Lua state with '\(file)', which ended early: \(end.message)"
      cause = end.cause
    }
  }

  /// Reports each test without a result, and each block with unknown tests.
  func reportMissing(of spec: Spec, _ end: EarlyEnd?) async {
    let missing = isPartial(spec) ? [] : await missing(of: spec, end)
    for lost in missing { report(result(for: lost, in: spec.file, end)) }
    if missing.isEmpty, let end {
      var result = problem(end.message, in: spec.file)
      result.cause = end.cause
      report(result)
    }
  }

  /// Reports the files that cannot run because an earlier file ended their shared state.
  func reportSkipped(_ specs: ArraySlice<Spec>, after file: String, _ end: EarlyEnd) async {
    for spec in specs {
      plan.begin()
      told(.began(spec.file))
      await reportMissing(of: spec, EarlyEnd(sharedWith: file, end))
      noteEverything(for: spec.file)
      told(.finished(spec.file, results.take(), .zero))
    }
  }

  /// Whether the user excluded tests of a file.
  private func isPartial(_ spec: Spec) -> Bool {
    spec.selection.lists || runner.failsFast && results.all.contains(where: \.hasFailed)
  }

  private func missing(of spec: Spec, _ end: EarlyEnd?) async -> [SpecPlan.Missing] {
    let missing = plan.missing
    guard end != nil || plan.isPartial else { return missing }
    return completed(missing, by: await list(spec))
  }

  /// The elements of a file, listed in a separate state.
  private func list(_ spec: Spec) async -> [SpecPlan.Listed] {
    var lister = runner
    lister.coverage = nil
    lister.dependencies = nil
    lister.tools.footprints = nil
    lister.snapshots = .compare
    lister.storage = { MemoryResources() }
    lister.tools.fileTimeLimit = max(runner.timeLimit, .seconds(1))
    var selection = spec.selection
    selection.lists = true
    let session = SpecSession(specs: [Spec(spec.file, selection)], runner: lister) { _ in }
    await session.run()
    return session.plan.listed
  }

  /// The missing tests, with blocks replaced by the tests from the list.
  private func completed(
    _ missing: [SpecPlan.Missing],
    by listed: [SpecPlan.Listed]
  ) -> [SpecPlan.Missing] {
    var known: [SpecPlan.Element: Int] = [:]
    for other in plan.listed { known[other.element, default: 0] += 1 }
    let (reasons, fileReason) = (plan.blockReasons, plan.fileReason)
    let blocks = missing.filter { !$0.element.isTest }
    let blockNames = Set(blocks.map(\.element.name))
    var found: Set<String> = []
    // For each listed element, the reason and the name of the innermost missing block around it.
    var surroundings: [(reason: String?, block: String?)] = []
    var others: [SpecPlan.Missing] = []
    for (element, block) in listed.lazy.map({ ($0.element, $0.block) }) {
      let outer: (reason: String?, block: String?) =
        block.map { surroundings[$0] } ?? (fileReason, nil)
      let isMissing = blockNames.contains(element.name)
      surroundings.append(
        element.isTest
          ? outer : (reasons[element.name] ?? outer.reason, isMissing ? element.name : outer.block)
      )
      if let count = known[element], count > 0 {
        known[element] = count - 1
      } else if element.isTest {
        others.append(SpecPlan.Missing(element: element, reason: outer.reason))
        if let block = outer.block { found.insert(block) }
      }
    }
    return missing.filter(\.element.isTest) + others
      + blocks.filter { !found.contains($0.element.name) }
  }

  private func result(
    for missing: SpecPlan.Missing,
    in file: String,
    _ end: EarlyEnd?
  ) -> SpecResult {
    let element = missing.element
    let name = element.name.isEmpty ? "the test at line \(element.line)" : element.name
    var result = SpecResult(file: element.file, name: name, status: .errored)
    result.line = element.line
    result.isTest = element.isTest
    let reason = missing.reason ?? end?.message ?? "the runner did not reach it"
    result.message =
      (element.isTest ? "This test has no result: " : "The tests of this block are unknown: ")
      + reason
    result.cause = end?.cause
    return result
  }
}
