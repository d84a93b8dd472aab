import Moonroute
import Rehearsal
import ScriptTesting

/// The state before and after a step.
struct WanderChange: Sendable {
  let step: WanderStep
  let result: WanderAct.Result
  let before: WanderState
  let after: WanderState

  var isUnchanged: Bool { before == after }
}

/// The evidence of a step about a rule that a single step cannot break.
///
/// A button may do nothing once, and a page may let some links pass. Only a button that never does
/// anything, and a page that refuses a step back but no link, are findings.
struct WanderEvidence: Sendable {
  let finding: RuleFinding

  /// Whether the step is an instance of the finding, or otherwise rules it out.
  let isInstance: Bool

  /// Whether the screen is the only one, so that closing it has no effect.
  var isAlone = false

  /// Whether the open waits for a person: a leave guard, or the route itself, may ask a question.
  private(set) var isWait = false

  /// A tap, with the stage before it; `nil` if an empty field may be the reason for no effect.
  init?(tapping change: WanderChange, on scene: StageSummary, hasEffect: Bool) {
    guard case .person(.tap(let text, _, _), let place) = change.step.act, change.result.isDone,
      change.result.findings.isEmpty, let (label, site) = scene.label(of: place)
    else { return nil }
    isInstance = !hasEffect && change.isUnchanged
    if isInstance, scene.hasEmptyField { return nil }
    isAlone = !scene.canGoBack
    finding = RuleFinding(
      .noEffect,
      about: "\(label)/\(text)",
      "tapping '\(text)' on '\(label)' changes nothing",
      at: site
    )
  }

  /// An open in a state in which the top screen refuses a step back.
  init?(opening change: WanderChange, from scene: StageSummary) {
    guard let outcome = change.result.outcome, let top = change.before.top else { return nil }
    let isKept = change.after.contains(top)
    let isAsked = outcome.steps.contains { $0.kind == .leave }
    guard !isKept && outcome.isSuccess || isKept && isAsked else { return nil }
    self.init(leaving: scene, isInstance: !isKept)
  }

  /// An open that passes a leave guard, is refused by it, or waits for a person.
  init?(leaving scene: StageSummary, isInstance: Bool = false, isWait: Bool = false) {
    guard let (label, site) = scene.label(of: nil) else { return nil }
    (self.isInstance, self.isWait) = (isInstance, isWait)
    finding = RuleFinding(
      .leave,
      about: label,
      "'\(label)' refuses a step back, but a link removes it without a question",
      at: site
    )
  }
}

/// The evidence of a walk about such rules.
struct WanderSuspicions {
  private struct Entry {
    let finding: RuleFinding
    /// The first journey with an instance, up to that step.
    let steps: [WanderStep]
    var count = 0
    var countAlone = 0
    var waits = 0
    var isRuledOut = false

    /// Instances on a single screen only count if the walk never shows it above another one.
    var hasEnough: Bool {
      let needed = finding.rule == .leave ? 2 : 3
      return count >= needed && waits < count || count == 0 && countAlone >= 4 * needed
    }
  }

  private var entries: [Entry] = []

  mutating func note(_ evidence: WanderEvidence, after steps: [WanderStep]) {
    let known = entries.firstIndex { $0.finding.isSame(as: evidence.finding) }
    let index = known ?? entries.endIndex
    if known == nil { entries.append(Entry(finding: evidence.finding, steps: steps)) }
    if evidence.isWait {
      entries[index].waits += 1
    } else if evidence.isInstance {
      if evidence.isAlone {
        entries[index].countAlone += 1
      } else {
        entries[index].count += 1
      }
    } else {
      entries[index].isRuledOut = true
    }
  }

  /// The journeys that pass a leave guard, which other links may not pass.
  var openGuards: [[WanderStep]] {
    entries.filter { $0.finding.rule == .leave && !$0.isRuledOut && $0.count > 0 }.map(\.steps)
  }

  /// The findings with enough instances and nothing that rules them out.
  var confirmed: [(finding: RuleFinding, steps: [WanderStep])] {
    entries.filter { !$0.isRuledOut && $0.hasEnough }.map { ($0.finding, $0.steps) }
  }
}
