#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports
import Synchronization

/// The facts about routes that take too long to compute within a request.
final class RouteSurvey: Sendable {
  let index: RouteIndex

  /// The decisions that run before each route.
  let decisions: RouteDecisions

  /// The findings of `check` about the routes.
  let problems: [ScriptProblem]

  /// The conflicts of each route, as text by route number.
  let conflicts: [Int: [String]]

  /// A location that each route wins, by route number.
  let samples: [Int: String]

  // Invariant: the copy is private, and the parts shared with the active rules never change.
  struct Copy: @unchecked Sendable {
    let rules: RouterRules
  }

  /// - Complexity: A few location lookups for each route.
  init(of copy: Copy, _ index: RouteIndex) {
    let rules = copy.rules
    self.index = index
    decisions = RouteDecisions(of: rules)
    problems = RouteReview(of: rules).problems
    let texts = Dictionary(
      grouping: problems.filter { $0.site != nil },
      by: { $0.site ?? SourceSite(file: "", line: 0) }
    )
    var conflicts: [Int: [String]] = [:]
    var samples: [Int: String] = [:]
    for route in index.winningRoutes {
      let location = SampleLocations(of: route, in: index, rules: rules).locations.first
      samples[route.id] = location?.description
    }
    for route in index.routes {
      guard let problems = route.site.flatMap({ texts[$0] }) else { continue }
      conflicts[route.id] =
        problems.filter { ["unreachable", "overlap"].contains($0.code.rawValue) }
        .map(\.message)
    }
    (self.conflicts, self.samples) = (conflicts.filter { !$0.value.isEmpty }, samples)
  }
}

final class RouteSurveys: Sendable {
  private struct State {
    var survey: RouteSurvey?
    var running: (index: RouteIndex, task: Task<RouteSurvey, Never>)?
  }

  private let state = Mutex(State())

  func isReady(for inspected: InspectedApplication) -> Bool {
    let index = inspected.application.directory.index
    return state.withLock { $0.survey?.index === index }
  }

  /// The survey if it is complete; otherwise, starts it and returns `nil`.
  func known(for inspected: InspectedApplication) -> RouteSurvey? {
    let index = inspected.application.directory.index
    if let survey = state.withLock({ $0.survey }), survey.index === index { return survey }
    Task { _ = await survey(for: inspected) }
    return nil
  }

  /// Waits until the survey is complete.
  func survey(for inspected: InspectedApplication) async -> RouteSurvey {
    let index = inspected.application.directory.index
    let task = state.withLock { state in
      if let survey = state.survey, survey.index === index { return Task { survey } }
      if let running = state.running, running.index === index { return running.task }
      let task = Task.detached { await Self.make(for: inspected) }
      state.running = (index, task)
      return task
    }
    let survey = await task.value
    let isNew = state.withLock { state in
      guard state.survey !== survey else { return false }
      state.survey = survey
      if state.running?.index === index { state.running = nil }
      return true
    }
    if isNew { inspected.timeline.announce() }
    return survey
  }

  private static func make(for inspected: InspectedApplication) async -> RouteSurvey {
    let (copy, index) = await inspected.application.perform { application in
      (
        RouteSurvey.Copy(rules: application.router.rules.copy()),
        application.directory.index
      )
    }
    return RouteSurvey(of: copy, index)
  }
}
#endif
