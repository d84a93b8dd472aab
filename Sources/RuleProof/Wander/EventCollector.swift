import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost
import ScriptTesting
import Synchronization

/// Collects the events of an application during a journey: failures, finished opens and pending
/// acts.
final class EventCollector: Sendable {
  private struct State {
    var findings: [RuleFinding] = []
    var outcomes: [Outcome] = []
    var pending: [Int: WanderStep] = [:]
    var lastAct = 0
  }

  private static let outcomeLimit = 1_000

  private let state = Mutex(State())

  func begin() { state.withLock { $0.findings = [] } }

  func beginAct(_ step: WanderStep) -> Int {
    state.withLock { state in
      state.lastAct += 1
      state.pending[state.lastAct] = step
      return state.lastAct
    }
  }

  func end(_ act: Int) { state.withLock { $0.pending[act] = nil } }

  var firstPending: WanderStep? {
    state.withLock { state in state.pending.min { $0.key < $1.key }?.value }
  }

  func add(_ finding: RuleFinding) { state.withLock { $0.findings.append(finding) } }

  func add(_ entry: LogEntry) {
    guard let failure = entry.failure else { return }
    let finding = RuleFinding(
      .problem,
      code: failure.code.rawValue,
      about: failure.site.map { "\($0)" } ?? failure.message,
      failure.message,
      at: failure.site
    )
    state.withLock { $0.findings.append(finding) }
  }

  func add(_ outcome: Outcome) {
    let finding = RuleFinding(outcome)
    state.withLock { state in
      if let finding { state.findings.append(finding) }
      if state.outcomes.count < Self.outcomeLimit { state.outcomes.append(outcome) }
    }
  }

  func takeFindings() -> [RuleFinding] {
    state.withLock { state in
      defer { state.findings = [] }
      return state.findings
    }
  }

  func takeOutcomes() -> [Outcome] {
    state.withLock { state in
      defer { state.outcomes = [] }
      return state.outcomes
    }
  }
}
