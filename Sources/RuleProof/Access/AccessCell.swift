package import Moonroute
package import Rehearsal
import ScriptReports

/// The end of the open of one person at one location.
package struct AccessCell: Sendable, Equatable {
  /// The ways in which it ends.
  package enum Ending: String, Sendable, CaseIterable {
    /// The page is shown, or the action runs.
    case opens
    /// The same, at another location.
    case sent
    /// A decision says no.
    case stopped
    /// Nothing answers.
    case missing
    /// It waits for what does not come by itself, or another open takes its place.
    case waits
    /// Something raises an error, turns round in circles, or takes longer than it may.
    case fails
  }

  package let ending: Ending

  /// The status of the outcome; `nil` where it has none.
  package let status: Outcome.Status?

  /// The name or the pattern of the route at the end, if there is one.
  package let route: String?

  /// The location to which it was sent last, if it was sent.
  package let target: String?

  /// Why it ended so, in words.
  package let reason: String?

  /// The code of the error, and where that happened.
  package let code: RouterError.Code?
  package let site: SourceSite?

  /// The decisions that were asked, in order.
  package let steps: [AccessStep]

  /// Whether somebody has to look: it fails, and no comment allows that.
  package var isFinding = false

  /// Reads the end of an open.
  ///
  /// - Parameters:
  ///   - end: The outcome, with measured steps, or why there is none.
  ///   - failure: What went wrong beside it, such as in a handler of an event.
  package init(_ end: Result<Outcome, Rehearsal.Unended>, beside failure: ScriptFailure? = nil) {
    let outcome = try? end.get()
    var unended: Rehearsal.Unended?
    if case .failure(let reason) = end { unended = reason }
    let isLate = unended == .computes || unended == .sleeps
    // That no route matches the location is not an error, unless the open fails by it.
    let isMissing = outcome?.error?.code == .notFound && outcome?.status != .failed
    let error = isMissing ? nil : outcome?.error
    let isFailed = error != nil || failure != nil || isLate
    let target = outcome?.redirects.last?.description
    ending =
      isFailed ? .fails : outcome.map { Self.ending(of: $0, sentTo: target) } ?? .waits
    status = outcome?.status
    route = outcome?.route?.label
    self.target = target
    switch ending {
    case .fails: reason = error?.message ?? failure?.message ?? unended?.words
    case .missing: reason = outcome?.error?.message
    case .waits:
      reason = unended?.words ?? "another open takes its place"
    default: reason = outcome?.reason
    }
    code = error?.code ?? (failure == nil ? (isLate ? .timeout : nil) : .scriptError)
    site = error == nil ? failure?.site : error?.site
    steps = outcome?.steps.compactMap(AccessStep.init) ?? []
    isFinding = ending == .fails
  }

  private static func ending(of outcome: Outcome, sentTo target: String?) -> Ending {
    switch outcome.status {
    case .opened, .handled: target == nil ? .opens : .sent
    case .intercepted: .stopped
    case .notFound, .fellBack: .missing
    case .cancelled: .waits
    case .failed: .fails
    }
  }

  /// The step that decided how it ended; `nil` where everything let it pass.
  package var decider: AccessStep? {
    switch ending {
    case .stopped: steps.last(where: \.isStop)
    case .sent: steps.first { $0.target != nil }
    case .fails: steps.last(where: \.isFailure)
    case .opens, .missing, .waits: nil
    }
  }

  /// The end in words, such as `sent to /login`.
  package var words: String {
    switch ending {
    case .opens: "opens"
    case .sent: "sent to \(target ?? "")"
    case .stopped: reason.map { "stopped: \($0.onOneLine)" } ?? "stopped"
    case .missing: "finds nothing"
    case .waits: "waits: \(reason ?? "")"
    case .fails: "fails: \((reason ?? "").onOneLine)"
    }
  }
}

extension AccessCell {
  /// The end in a word or two; a location without its query.
  package var shortWords: String {
    switch ending {
    case .opens: "opens"
    case .sent: "→ " + String((target ?? "").prefix { $0 != "?" })
    case .stopped: "stopped"
    case .missing: "finds nothing"
    case .waits: "waits"
    case .fails: "fails"
    }
  }
}

/// Something that went wrong beside an open.
package struct ScriptFailure: Sendable, Equatable {
  package let message: String

  /// Where it happened.
  package let site: SourceSite?
}

/// A decision, or a function that failed, on the way of an open.
package struct AccessStep: Sendable, Equatable {
  package enum Answer: Sendable, Equatable {
    case goOn, stop, failure
    /// It leads to another location.
    case goTo(String)
  }

  package let kind: OutcomeStep.Kind

  /// The route, or the key of a proxy or guard.
  package let name: String?

  /// Which of several it is.
  package let ordinal: OutcomeStep.Ordinal?

  /// Where its function is written.
  package let site: SourceSite?

  package let answer: Answer

  /// Takes a step that decided or failed.
  init?(_ step: OutcomeStep) {
    switch step.decision {
    case .goOn: answer = .goOn
    case .stop: answer = .stop
    case .rewrite(let location), .goTo(let location): answer = .goTo(location.description)
    case nil:
      guard step.answer.hasPrefix("failed") else { return nil }
      answer = .failure
    }
    (kind, name, ordinal, site) = (step.kind, step.name, step.ordinal, step.site)
  }

  /// Whether it ended the open.
  package var isStop: Bool { answer == .stop }

  /// Whether it raised an error.
  package var isFailure: Bool { answer == .failure }

  /// Where it led, if it led elsewhere.
  package var target: String? {
    if case .goTo(let target) = answer { target } else { nil }
  }

  /// The step in words, such as `the guard of 'depot'`; of one of several redirects the second:
  /// `redirect 2 of 3 of 'orders'`.
  package var words: String {
    let of = name.map { " of '\($0)'" } ?? ""
    guard let ordinal else { return "the \(kind.rawValue)\(of)" }
    return "\(kind.rawValue) \(ordinal)\(of)"
  }
}
