import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptTesting
import Synchronization

/// The news of an application during a journey: what failed, which opens ended, and what has not.
final class EventCollector: Sendable {
  private struct State {
    var findings: [RuleFinding] = []
    var outcomes: [Outcome] = []
    var pending: [Int: WanderStep] = [:]
    var lastAct = 0
  }

  /// The outcomes that are stored between two looks.
  private static let outcomeLimit = 1_000

  private let state = Mutex(State())

  /// Begins a step.
  func begin() { state.withLock { $0.findings = [] } }

  /// Notes an act that is to end.
  func beginAct(_ step: WanderStep) -> Int {
    state.withLock { state in
      state.lastAct += 1
      state.pending[state.lastAct] = step
      return state.lastAct
    }
  }

  func end(_ act: Int) { state.withLock { $0.pending[act] = nil } }

  /// The first of the acts that have not ended.
  var firstPending: WanderStep? {
    state.withLock { state in state.pending.min { $0.key < $1.key }?.value }
  }

  func add(_ finding: RuleFinding) { state.withLock { $0.findings.append(finding) } }

  /// Takes a line of the log.
  func add(_ entry: LogEntry) {
    guard let failure = entry.failure else { return }
    let finding = RuleFinding(
      .problem,
      code: failure.code.rawValue,
      about: failure.site.map { "\($0)" } ?? failure.message,
      entry.message,
      at: failure.site
    )
    state.withLock { $0.findings.append(finding) }
  }

  /// Takes the outcome of an open.
  func add(_ outcome: Outcome) {
    let finding = RuleFinding(outcome)
    state.withLock { state in
      if let finding { state.findings.append(finding) }
      if state.outcomes.count < Self.outcomeLimit { state.outcomes.append(outcome) }
    }
  }

  /// The findings of the step.
  func takeFindings() -> [RuleFinding] {
    state.withLock { state in
      defer { state.findings = [] }
      return state.findings
    }
  }

  /// The outcomes since they were taken last.
  func takeOutcomes() -> [Outcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }
}
