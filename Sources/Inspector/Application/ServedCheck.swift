#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptAnalysis
import ScriptHost
import ScriptReports
import Synchronization

/// The findings of `moonroute check` for the loaded scripts.
struct ServedCheck: Sendable {
  private let findings: [ScriptFinding]
  private let scripts: [String: AnalysedScript]

  /// The counts by severity.
  let summary: JSON

  fileprivate init(_ review: ScriptReview, judgedBy settings: CheckSettings, generation: Int?) {
    let judged = review.findings.judged(by: settings)
    (findings, scripts) = (judged.shown().judged(by: settings), review.scripts)
    func count(_ severity: ScriptProblem.Severity) -> JSON {
      .int(judged.count { $0.problem.severity == severity })
    }
    summary = .fields(
      ("generation", .optional(generation)),
      ("errors", count(.error)),
      ("warnings", count(.warning)),
      ("notes", count(.note)),
      ("done", .bool(true))
    )
  }

  func json(showingFrames: Bool) -> JSON {
    let problems = findings.map { finding -> JSON in
      guard showingFrames, case .object(let fields) = finding.json else { return finding.json }
      return .object(fields + [JSON.Field("frame", .optional(frame(of: finding)))])
    }
    return .fields(("problems", .list(problems)))
  }

  private func frame(of finding: ScriptFinding) -> String? {
    let problem = finding.problem
    guard let site = problem.site, let script = scripts[site.file] else { return nil }
    let isOneLine = finding.endLine == nil || finding.endLine == site.line
    let length = isOneLine ? (finding.endColumn ?? 0) - (problem.column ?? 0) : 0
    return problem.frame(in: script.text, marking: max(0, length))
  }

  fileprivate static func make(
    of inspected: InspectedApplication,
    _ host: ScriptHost,
    _ surveys: RouteSurveys
  ) async -> ServedCheck {
    let status = inspected.status
    let specs = host.folder.map { SpecTexts(in: $0) }
    var settings = CheckSettings()
    _ = host.folder.flatMap { settings.read(in: $0) }
    guard status.problems.isEmpty else {
      let notes = (specs?.notes ?? []) + host.looks.problems
      let review = await ScriptReview(ofUnloaded: host, beside: status.problems + notes)
      return ServedCheck(review, judgedBy: settings, generation: status.generation)
    }
    // `moonroute check` reports a mistake in the list.
    let offers = host.folder.flatMap { try? OfferList.list(in: "\($0)/\(OfferList.file)") }
    let known =
      status.warnings + host.looks.problems + (await surveys.survey(for: inspected)).problems
    let review = await inspected.application.perform { application in
      ScriptReview(
        of: host,
        beside: known + (specs?.notes ?? []),
        specs: specs?.texts ?? [:],
        offers: offers,
        reportsSpecs: false,
        in: application
      )
    }
    return ServedCheck(review, judgedBy: settings, generation: status.generation)
  }
}

/// The check of the last load.
final class ServedChecks: Sendable {
  /// A load of an inspected application.
  private struct Load: Equatable {
    let application: ObjectIdentifier
    let count: Int

    init(of inspected: InspectedApplication) {
      (application, count) = (ObjectIdentifier(inspected), inspected.status.loadCount)
    }
  }

  private struct State {
    var last: (load: Load, check: ServedCheck)?
    var running: (load: Load, task: Task<ServedCheck, Never>)?
  }

  private let state = Mutex(State())

  /// The counts of the last load; starts its check unless it is complete.
  func summary(
    of inspected: InspectedApplication,
    _ host: ScriptHost,
    _ surveys: RouteSurveys
  ) -> JSON {
    let load = Load(of: inspected)
    if let last = state.withLock({ $0.last }), last.load == load { return last.check.summary }
    Task { _ = await check(of: inspected, host, surveys) }
    return .fields(("generation", .optional(inspected.status.generation)), ("done", .bool(false)))
  }

  /// Waits until the check of the last load is complete.
  func check(
    of inspected: InspectedApplication,
    _ host: ScriptHost,
    _ surveys: RouteSurveys
  ) async -> ServedCheck {
    let load = Load(of: inspected)
    let task = state.withLock { state in
      if let last = state.last, last.load == load { return Task { last.check } }
      if let running = state.running, running.load == load { return running.task }
      let task = Task.detached { await ServedCheck.make(of: inspected, host, surveys) }
      state.running = (load, task)
      return task
    }
    let check = await task.value
    let isNew = state.withLock { state in
      guard state.running?.load == load else { return false }
      (state.last, state.running) = ((load, check), nil)
      return true
    }
    if isNew { inspected.timeline.announce() }
    return check
  }
}
#endif
