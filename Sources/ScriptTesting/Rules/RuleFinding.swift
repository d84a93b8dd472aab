package import Moonroute

/// A rule that does not hold, of those that always have to.
package struct RuleFinding: Sendable, Hashable {
  package enum Rule: String, Sendable, CaseIterable {
    /// No open fails, and no handler, timer or task raises an error.
    case problem
    /// Every open ends, in the time that it may take.
    case outcome
    /// No screen is on the stage whose guards say no after a recheck.
    case recheck
    /// Who has logged out sees nothing more.
    case logout
    /// Something leads away from every screen.
    case deadEnd = "dead_end"
    /// The stage equals its saved and restored self.
    case restore
    /// Going back reaches the root.
    case back
    /// Done again and again, a journey holds no more memory.
    case memory
    /// The application's own invariants.
    case invariant
  }

  package let rule: Rule

  /// The code by which a comment allows it: that of the error, or the rule's name.
  package let code: String

  /// The part of the application that it is about: a route, a button, an invariant.
  package let subject: String

  /// The fault, in a sentence.
  package let message: String

  /// Where it happened, or where what it is about is written.
  package let site: SourceSite?

  /// Whether two findings tell of the same: their messages may differ, and an error of one line of a
  /// script is one, whatever route it keeps from opening.
  package func isSame(as other: RuleFinding) -> Bool {
    guard rule == other.rule, code == other.code, site?.description == other.site?.description
    else {
      return false
    }
    return rule == .problem && site != nil || subject == other.subject
  }

  /// Describes a finding.
  package init(
    _ rule: Rule,
    code: String? = nil,
    about subject: String,
    _ message: String,
    at site: SourceSite? = nil
  ) {
    (self.rule, self.subject, self.message, self.site) = (rule, subject, message, site)
    self.code = code ?? rule.rawValue
  }

  /// Whether two findings are equal, their messages too.
  package static func == (one: RuleFinding, other: RuleFinding) -> Bool {
    one.isSame(as: other) && one.message == other.message
  }

  /// Hashes what makes two findings the same.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(code)
  }
}
