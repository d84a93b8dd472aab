import Moonroute
import ScriptHost

extension SpecSession {
  /// The reason why the tests of a file ended before the last of them.
  struct EarlyEnd: Sendable {
    let message: String
    var cause: SpecResult.Cause?

    /// Describes an error that ended a file.
    init(_ error: any Error) {
      message = "\(error)"
      cause = error is SpecTimeUsed ? .timedOut : nil
    }

    /// Describes the end of a file that shares its state with one before it.
    init(sharedWith file: String, _ end: EarlyEnd) {
      message = "it shares a Lua state with '\(file)', which ended early: \(end.message)"
      cause = end.cause
    }
  }

  /// Reports each test of a file that has no result, and each block whose tests are not known.
  ///
  /// - Parameters:
  ///   - spec: The file.
  ///   - end: Why the file ended early; `nil`: it did not.
  func reportMissing(of spec: Spec, _ end: EarlyEnd?) async {
    let missing = isPartial(spec) ? [] : await missing(of: spec, end)
    for lost in missing { report(result(for: lost, in: spec.file, end)) }
    if missing.isEmpty, let end {
      var result = problem(end.message, in: spec.file)
      result.cause = end.cause
      report(result)
    }
  }

  /// Reports the files that cannot run because one before them has ended their state.
  func reportSkipped(_ specs: ArraySlice<Spec>, after file: String, _ end: EarlyEnd) async {
    for spec in specs {
      plan.begin()
      told(.began(spec.file))
      await reportMissing(of: spec, EarlyEnd(sharedWith: file, end))
      noteEverything(for: spec.file)
      told(.finished(spec.file, results.take(), .zero))
    }
  }

  /// Whether tests of a file do not run on purpose.
  private func isPartial(_ spec: Spec) -> Bool {
    spec.selection.lists || runner.failsFast && results.all.contains(where: \.isWrong)
  }

  private func missing(of spec: Spec, _ end: EarlyEnd?) async -> [SpecPlan.Missing] {
    let missing = plan.missing
    guard end != nil || plan.isPartial else { return missing }
    return completed(missing, by: await list(spec))
  }

  /// The elements of a file, listed in a state of its own.
  private func list(_ spec: Spec) async -> [SpecPlan.Element] {
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
    return session.plan.elements
  }

  /// The missing tests with those that only the list has: blocks of which it knows the tests are
  /// replaced by them.
  private func completed(
    _ missing: [SpecPlan.Missing],
    by listed: [SpecPlan.Element]
  ) -> [SpecPlan.Missing] {
    var known: [SpecPlan.Element: Int] = [:]
    for element in plan.elements { known[element, default: 0] += 1 }
    var others: [SpecPlan.Element] = []
    for element in listed {
      if let count = known[element], count > 0 {
        known[element] = count - 1
      } else if element.isTest {
        others.append(element)
      }
    }
    let blocks = missing.filter { !$0.element.isTest }
    var all = missing.filter(\.element.isTest)
    var isFound = Array(repeating: false, count: blocks.count)
    for other in others {
      let index = blocks.lastIndex { other.name.hasPrefix($0.element.name + " ") }
      if let index { isFound[index] = true }
      all.append(SpecPlan.Missing(element: other, reason: plan.reason(for: other)))
    }
    return all + zip(blocks, isFound).filter { !$0.1 }.map(\.0)
  }

  private func result(
    for missing: SpecPlan.Missing,
    in file: String,
    _ end: EarlyEnd?
  ) -> SpecResult {
    let element = missing.element
    let name = element.name.isEmpty ? "the test at line \(element.line)" : element.name
    var result = SpecResult(file: element.file, name: name, status: .error)
    result.line = element.line
    result.isTest = element.isTest
    let reason = missing.reason ?? end?.message ?? "the runner did not come to it"
    result.message =
      (element.isTest ? "This test has no result: " : "The tests of this block are not known: ")
      + reason
    result.cause = end?.cause
    return result
  }
}
