package import Moonroute
package import ScriptHost

/// The rules that apply at every moment.
///
/// A walk checks them after each step, and a spec with `assert.invariants`.
package struct StageRules {
  private let router: Router

  /// Whether a recheck has just finished, so that all guards must pass.
  private let isRechecked: Bool

  /// Whether the current user has logged out.
  private let hasLoggedOut: Bool

  package init(_ router: Router, isRechecked: Bool, hasLoggedOut: Bool) {
    (self.router, self.isRechecked, self.hasLoggedOut) = (router, isRechecked, hasLoggedOut)
  }

  /// Finds violations in the order of the rules, without the application's own invariants.
  package func findings() async -> [RuleFinding] {
    var findings: [RuleFinding] = []
    if isRechecked || hasLoggedOut {
      for screen in await router.refusedScreens() {
        findings.append(Self.refusal(of: screen, isLogout: !isRechecked))
      }
    }
    if let top = router.stage.top, isDeadEnd {
      findings.append(
        RuleFinding(
          .deadEnd,
          about: top.label,
          "'\(top.label)' has no way out: nothing is below it, and its body has no link and no button",
          at: top.state?.route.site
        )
      )
    }
    return findings
  }

  private static func refusal(of screen: Screen, isLogout: Bool) -> RuleFinding {
    RuleFinding(
      isLogout ? .logout : .recheck,
      about: screen.label,
      isLogout
        ? "'\(screen.label)' stays on the stage after a logout although its guards say no; call"
          + " router.recheck() or router.reset(…) there"
        : "'\(screen.label)' is on the stage after a recheck, and its guards say no",
      at: screen.state?.route.site
    )
  }

  /// Whether a person cannot leave the top screen; the program draws a screen without a `body`, and
  /// can offer a way out.
  private var isDeadEnd: Bool {
    guard !router.canGoBack, router.stage.tree.nearestTabs.count < 2 else { return false }
    return router.stage.tree.visible.allSatisfy { screen in
      !screen.props["body"].isNull && !ScreenBody(screen).elements.contains(where: \.canBeTapped)
    }
  }
}

extension RuleFinding {
  package init(_ broken: BrokenInvariant) {
    let reason = broken.reason.map { ": \($0)" } ?? ""
    self.init(
      .invariant,
      about: broken.name,
      broken.isFailed
        ? "the invariant '\(broken.name)' cannot be checked\(reason)"
        : "the invariant '\(broken.name)' does not hold\(reason)",
      at: broken.site
    )
  }

  /// Describes an open with a forbidden outcome; `nil` if the application is not at fault.
  package init?(_ outcome: Outcome) {
    guard let error = outcome.fault else { return nil }
    // All links without a matching route count as one subject.
    let label = outcome.routeLabel ?? "no route"
    self.init(
      .problem,
      code: error.code.rawValue,
      about: label,
      "opening '\(outcome.text)' fails: \(error.message)",
      at: error.site ?? outcome.route?.site
    )
  }
}

extension Screen {
  package var label: String { name ?? state?.route.label ?? view }
}
