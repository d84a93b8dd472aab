import Moonroute
import Rehearsal
import ScriptTesting
import TextTools

/// The spec that reproduces a finding.
package struct WanderSpec {
  private let found: WanderFound

  package init(_ found: WanderFound) { self.found = found }

  /// The file name without its folder, from the rule and the subject.
  package var fileName: String {
    let about = found.finding.subject.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        ? String(scalar).lowercased() : "_"
    }
    let words = "\(found.finding.rule.rawValue)_\(about.joined())".split(separator: "_")
    return words.joined(separator: "_").prefix(Self.nameLength) + "_spec.lua"
  }

  private static let nameLength = 60

  package static let headlineStart = "-- Found by moonroute wander: "

  /// The first line, which identifies a file about the same finding.
  package var headline: String {
    let finding = found.finding
    let code = finding.code == finding.rule.rawValue ? "" : " \(finding.code)"
    let site = finding.rule == .problem ? finding.site.map { " at \($0)" } ?? "" : ""
    return Self.headlineStart
      + "\(finding.rule.rawValue)\(code)\(site), about '\(finding.subject)'.".printable
  }

  /// Whether it fails with the scripts of an application; a spec that passes proves nothing.
  ///
  /// An error in the spec itself, such as a missing button, is not the finding.
  func fails(with scripts: [String: [UInt8]]) async -> Bool {
    guard let result = try? await specs(with: scripts).run(in: Self.folder) else { return false }
    switch found.finding.rule {
    case .problem, .outcome: return !result.summary.hasPassed
    default: return result.summary.failures > 0
    }
  }

  /// Whether it fails when a function runs its file, in a temporary copy of the application.
  package func fails(
    with scripts: [String: [UInt8]],
    running run: (_ path: String) -> Bool
  ) -> Bool {
    (try? specs(with: scripts).unpacked { !run("\($0)/\(Self.folder)\(fileName)") }) ?? false
  }

  private static let folder = "spec/found/"

  private func specs(with scripts: [String: [UInt8]]) -> BundleSpecs {
    BundleSpecs(of: scripts.merging([Self.folder + fileName: Array(text.utf8)]) { $1 })
  }

  package var text: String {
    var lines = [
      headline, "describe(\("wander".quotedAsLua), function()", "  before_each(app.reset)",
    ]
    lines.append("  it(\(Self.sentence(of: found.finding).quotedAsLua), function()")
    lines += body.map { $0.isEmpty ? "" : "    " + $0 }
    return (lines + ["  end)", "end)", ""]).joined(separator: "\n")
  }

  private static func sentence(of finding: RuleFinding) -> String {
    switch finding.rule {
    case .problem: "raises no problem"
    case .outcome: "ends every open"
    case .recheck: "shows nothing whose guards say no"
    case .logout: "shows nothing more to a person who has logged out"
    case .leftover: "keeps nothing of a person who has logged out"
    case .retry: "refuses the same link again"
    case .deadEnd: "leaves a way out"
    case .history: "shows the same as a new application"
    case .noEffect: "does something"
    case .leave: "asks before a link removes the page"
    case .restore: "restores what was saved"
    case .back: "goes back to the root"
    case .memory: "holds no more memory each time"
    case .invariant: finding.subject
    }
  }

  private var body: [String] {
    guard found.finding.rule != .memory else {
      var style = Act.CallStyle()
      style.bracketsNames = true
      let steps = found.journey.flatMap { Self.lines(of: $0, style) }
      return ["assert.flat(function()"] + steps.map { "  " + $0 } + ["end)"]
    }
    let hasStubs = found.journey.contains { !$0.step.answers.isEmpty }
    var lines = hasStubs ? ["local stubs = {}"] : []
    var style = Act.CallStyle()
    style.bracketsNames = true
    for (index, entry) in found.journey.dropLast(found.finding.rule.ownSteps).enumerated() {
      if entry.step.isLogin {
        style.persona = if case .become(let name) = entry.step.act { name } else { nil }
        lines += style.answers.map { "stubs\($0.function.asLuaIndex):revert()" }
        style.answers = entry.step.sortedAnswers
      }
      let isLast = index == found.journey.count - 1
      lines += Self.lines(
        of: entry,
        style,
        comparing: isLast && found.finding.rule == .restore
      )
    }
    if found.journey.contains(where: { $0.elapsed > .seconds(10) })
      || found.finding.rule == .outcome
    {
      lines.insert("timeout(\(found.finding.rule == .outcome ? 7200 : 3600))", at: 0)
    }
    switch found.finding.rule {
    case .outcome:
      lines += [
        "for _ = 1, \(JourneyRun.backLimit) do", "  router.back()",
        "  clock.advance(\(JourneyRun.waitSeconds))", "end",
        "assert.is_false(router.can_go_back())", "assert.invariants { ended = true }",
      ]
    case .back:
      lines.append("for _ = 1, \(JourneyRun.backLimit) do")
      lines.append("  router.back()")
      lines.append("end")
      lines.append("clock.advance(0)")
      lines.append("assert.is_false(router.can_go_back())")
    case .restore: break
    case .retry:
      let call = found.journey.last?.step.act.call() ?? ""
      lines += [
        "local refused = \(call)", "local again = \(call)",
        "assert.equal(refused.status, again.status)",
      ]
    case .history:
      let call = found.journey.last?.step.act.call() ?? ""
      lines.append("assert.unaffected(function() \(call) end)")
    case .noEffect:
      let call = found.journey.last?.step.act.call() ?? ""
      lines += [
        "assert.effect(function()", "  spawn(function() \(call) end)", "  clock.advance(0)", "end)",
      ]
    case .leave:
      let call = found.journey.last?.step.act.call() ?? ""
      lines += [
        "local page = stage.top()", "spawn(function() \(call) end)", "clock.advance(0)",
        "local is_kept = false",
        "for _, screen in ipairs(stage.screens()) do",
        "  is_kept = is_kept or screen == page",
        "end",
        "assert.is_true(is_kept)",
      ]
    default:
      let isRechecked = found.journey.last?.step.rechecks == true && found.finding.rule == .recheck
      lines.append(isRechecked ? "assert.invariants { guards = true }" : "assert.invariants()")
    }
    return lines
  }

  private static func lines(
    of entry: JourneyRun.Done,
    _ style: Act.CallStyle,
    comparing isCompared: Bool = false
  ) -> [String] {
    let calls = calls(of: entry.step, style, comparing: isCompared)
    let seconds = entry.elapsed.wholeSeconds
    guard entry.hasEnded else {
      // It waits for a person, and the journey continues.
      return calls.dropLast() + [
        "spawn(function()", "  \(calls.last ?? "")", "end)", "clock.advance(\(seconds))",
      ]
    }
    // The first of two links may need time to end.
    return entry.step.earlier == nil ? calls : calls + ["clock.advance(\(seconds))"]
  }

  private static func calls(
    of step: WanderStep,
    _ style: Act.CallStyle,
    comparing isCompared: Bool
  ) -> [String] {
    if let earlier = step.earlier {
      return [
        "spawn(function()", "  \(Act.opening(earlier).call())", "end)", "clock.advance(0)",
        step.act.call(),
      ]
    }
    if isCompared, step.act == .restore {
      return [
        "local saved = stage.save()", "stage.restore(saved)", "assert.same(saved, stage.save())",
      ]
    }
    if step.isCompared, case .open(let opening) = step.act {
      return [Act.become(nil).call(), "router.reset(\(opening.location.quotedAsLua))"]
    }
    let lines = step.act.call(style).split(separator: "\n").map(String.init)
    guard !step.answers.isEmpty else { return lines }
    return lines + Act.stubs(step.sortedAnswers) + ["router.recheck()"]
  }
}

extension Duration {
  fileprivate var wholeSeconds: Int64 {
    components.seconds + (components.attoseconds > 0 ? 1 : 0)
  }
}

extension RuleFinding.Rule {
  /// The number of last steps that the spec performs in its assertion.
  fileprivate var ownSteps: Int {
    switch self {
    case .retry: 2
    case .history, .noEffect, .leave: 1
    default: 0
    }
  }
}
