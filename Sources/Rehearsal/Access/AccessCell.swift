package import Moonroute
import ScriptReports

/// The result of one person's open of one location.
package struct AccessCell: Sendable, Equatable {
  package enum Word: String, Sendable, CaseIterable {
    /// The location opens a screen or runs an action.
    case opens
    /// A redirect opens another location.
    case sent
    /// A decision stops the open.
    case stopped
    /// No route matches.
    case missing
    /// The open waits for an answer or an event, or another open takes its place.
    case waits
    /// A script fails, redirects form a loop, or the open takes too long.
    case fails
  }

  /// A failure outside the open, such as in an event handler, sets its reason, code and place.
  package private(set) var ending: Ending
  package let steps: [AccessStep]

  /// Whether the open fails and no comment allows that.
  package var isFinding = false

  /// Reads the ending of an open.
  ///
  /// - Parameters:
  ///   - end: The outcome, with measured steps, or the reason why the open has not ended.
  ///   - failure: A failure outside the open, such as in the handler of an event.
  package init(_ end: Result<Outcome, Rehearsal.UnendedError>, beside failure: ScriptFailure? = nil)
  {
    switch end {
    case .success(let outcome):
      ending = Ending(outcome)
      steps = outcome.steps.compactMap(AccessStep.init)
    case .failure(let unended):
      let isLate = unended == .computes || unended == .sleeps
      ending = Ending(.waiting, reason: unended.words, code: isLate ? .timeout : nil)
      steps = []
    }
    if let failure, code == nil || ending.status == .waiting {
      (ending.reason, ending.code) = (failure.message, .scriptError)
      ending.site = failure.site
    }
    isFinding = word == .fails
  }

  package var word: Word {
    guard code == nil else { return .fails }
    return switch ending.status {
    case .opened, .handled, .matched: ending.target == nil ? .opens : .sent
    case .intercepted: .stopped
    // A page of errors can take the place of a refused page.
    case .fellBack: ending.code == nil ? .stopped : .missing
    case .notFound: .missing
    case .waiting, .cancelled: .waits
    case .failed, .loop: .fails
    }
  }

  package var reason: String? {
    ending.reason ?? (ending.status == .cancelled ? "a newer open replaces it" : nil)
  }

  /// `nil` for an unmatched location, unless the open fails because of it.
  package var code: RouterError.Code? {
    ending.code == .notFound && ending.status != .failed ? nil : ending.code
  }

  /// The step that decided the ending; `nil` if every step allowed the location.
  package var decider: AccessStep? {
    switch word {
    case .stopped: steps.last(where: \.isStop)
    case .sent: steps.first { $0.target != nil }
    case .fails: steps.last(where: \.isFailure)
    case .opens, .missing, .waits: nil
    }
  }

  /// The result in words, such as `sent to /login`.
  package var words: String {
    switch word {
    case .opens: "opens"
    case .sent: "sent to \(ending.target ?? "")"
    case .stopped: reason.map { "stopped: \($0.onOneLine)" } ?? "stopped"
    case .missing: "finds nothing"
    case .waits: "waits: \(reason ?? "")"
    case .fails: "fails: \((reason ?? "").onOneLine)"
    }
  }
}

extension AccessCell {
  /// The result in a word or two, with the names but not the values of a query.
  package var shortWords: String {
    switch word {
    case .opens: "opens"
    case .sent: "→ " + TargetQuery(ending.target ?? "").short
    case .stopped: "stopped"
    case .missing: "finds nothing"
    case .waits: "waits"
    case .fails: "fails"
    }
  }
}

package struct ScriptFailure: Sendable, Equatable {
  package let message: String

  package let site: SourceSite?
}

/// A decision, or a failed function, during an open.
package struct AccessStep: Sendable, Equatable {
  package enum Answer: Sendable, Equatable {
    case goOn, stop, failure
    case goTo(String)
  }

  package let kind: OutcomeStep.Kind

  /// The name of the route, or the key of a proxy or guard.
  package let name: String?

  /// The position among several of the same kind.
  package let ordinal: OutcomeStep.Ordinal?
  package let site: SourceSite?

  package let answer: Answer

  /// Reads a step that decided or failed.
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

  package var isStop: Bool { answer == .stop }

  package var isFailure: Bool { answer == .failure }

  package var target: String? {
    if case .goTo(let target) = answer { target } else { nil }
  }

  /// The step in words: `the guard of 'depot'`, or `redirect 2 of 3 of 'orders'`.
  package var words: String {
    let of = name.map { " of '\($0)'" } ?? ""
    guard let ordinal else { return "the \(kind.rawValue)\(of)" }
    return "\(kind.rawValue) \(ordinal)\(of)"
  }
}
