package import Moonroute

/// A violation of one of the rules that always apply.
package struct RuleFinding: Sendable, Hashable {
  package enum Rule: String, Sendable, CaseIterable {
    /// No open fails, and no handler, timer or task raises an error.
    case problem
    /// Every open ends within its time limit.
    case outcome
    /// After a recheck, every screen on the stage passes its guards.
    case recheck
    /// After a logout, protected screens disappear.
    case logout
    /// After a logout, nothing of the person remains.
    case leftover
    /// A refused open is refused again if nothing has changed.
    case retry
    /// After a logout, a page shows the same as in a new application.
    case history
    /// Every button does something.
    case noEffect = "no_effect"
    /// A link does not remove a page that refuses a step back.
    case leave
    /// Every screen has a way out.
    case deadEnd = "dead_end"
    /// Saving and restoring the stage changes nothing.
    case restore
    /// Going back reaches the root.
    case back
    /// Repeating a journey does not increase memory use.
    case memory
    case invariant
  }

  package let rule: Rule

  /// The code that a comment can allow: an error code, or the rule's name.
  package let code: String

  /// The affected part of the application: a route, a button, an invariant.
  package let subject: String
  package let message: String

  /// The place where it happened, or the definition of its subject.
  package let site: SourceSite?

  /// Whether two findings have the same cause: their messages can differ, and errors from the same
  /// line of a script count as one, independently of the route.
  package func isSame(as other: RuleFinding) -> Bool {
    guard rule == other.rule, code == other.code, site?.description == other.site?.description
    else {
      return false
    }
    return rule == .problem && site != nil || subject == other.subject
  }

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

  /// Compares all properties, including messages.
  package static func == (one: RuleFinding, other: RuleFinding) -> Bool {
    one.isSame(as: other) && one.message == other.message
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(rule)
    hasher.combine(code)
  }
}
