package import Moonroute
package import ScriptHost
import Synchronization
import TextTools

/// Records the effects of an act, with the results of the program's functions.
package final class EffectRecorder: Sendable {
  package struct Effects: Sendable {
    /// Whether a person, another script or the program can notice anything.
    package fileprivate(set) var areAny = false

    /// The results of the program's functions in order, by function and arguments.
    fileprivate var answers: [String: [String]] = [:]

    /// Whether a function of the program returned different results for the same arguments.
    package func contradict(_ other: Effects) -> Bool {
      answers.contains { call, results in
        zip(results, other.answers[call] ?? []).contains { $0 != $1 }
      }
    }
  }

  private let state = Mutex<Effects?>(nil)

  package init() {}

  /// Observes the opens, the stage, the events and the resources of a router.
  package func observe(_ router: Router) {
    router.observeOutcomes(owner: self) { [weak self] _ in self?.note() }
    router.observeStage(owner: self) { [weak self] _ in self?.note() }
    router.events.observe(owner: self) { [weak self] _ in self?.note() }
    router.resources.observe(owner: self) { [weak self] use in
      if use.action != .get { self?.note() }
    }
  }

  package func note() { state.withLock { $0?.areAny = true } }

  package func note(_ call: HostCall) {
    state.withLock { effects in
      guard effects != nil else { return }
      effects?.areAny = true
      let arguments = Value.table(ValueTable(items: call.arguments)).luaText
      let results = call.answers.map { Value.table(ValueTable(items: $0)).luaText }
      effects?.answers["\(call.name) \(arguments)", default: []].append(results ?? "an error")
    }
  }

  package func begin() { state.withLock { $0 = Effects() } }

  /// The effects since ``begin()``.
  package func end() -> Effects {
    state.withLock { effects in
      defer { effects = nil }
      return effects ?? Effects()
    }
  }
}

extension Router {
  /// The screens as text, a line each, with the names of functions only.
  package var shownText: String {
    stage.screens
      .map { "\($0.label)  \($0.location?.description ?? "")  \(Value.table($0.props).luaText)" }
      .joined(separator: "\n")
  }
}
