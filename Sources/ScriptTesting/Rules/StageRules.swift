package import Moonroute
package import ScriptHost

/// The rules that hold at every moment, whatever a person has done: a walk looks at them after each step,
/// and a spec with `assert.invariants`.
package struct StageRules {
  private let router: Router

  /// Whether guards have just been asked, so that none may say no.
  private let isRechecked: Bool

  /// Whether the person in force has logged out.
  private let hasLoggedOut: Bool

  /// Prepares to look at the stage of a router.
  package init(_ router: Router, isRechecked: Bool, hasLoggedOut: Bool) {
    (self.router, self.isRechecked, self.hasLoggedOut) = (router, isRechecked, hasLoggedOut)
  }

  /// Finds what does not hold now, in the order of the rules; invariants of the application are none
  /// of it.
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
          "nothing leads away from '\(top.label)': nothing is below it, and its body has no link and"
            + " no button",
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
        ? "'\(screen.label)' stays on the stage although who saw it has logged out, and its guards"
          + " say no; call router.recheck() or router.reset(…) there"
        : "'\(screen.label)' is on the stage after a recheck, and its guards say no",
      at: screen.state?.route.site
    )
  }

  /// Whether a person cannot leave what is on top.
  ///
  /// A screen without a `body` is drawn by the program, which may lead away.
  private var isDeadEnd: Bool {
    guard !router.canGoBack, router.stage.tree.nearestTabs.count < 2 else { return false }
    return router.stage.tree.visible.allSatisfy { screen in
      !screen.props["body"].isNone && !ScreenBody(screen).elements.contains(where: \.canBeTapped)
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
        ? "the invariant '\(broken.name)' cannot tell\(reason)"
        : "the invariant '\(broken.name)' does not hold\(reason)",
      at: broken.site
    )
  }

  /// An open that ended as none may.
  ///
  /// - Returns: `nil` where nothing is wrong with the application.
  package init?(_ outcome: Outcome) {
    guard let error = outcome.fault else { return nil }
    // A link that no route fits is one among many.
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
  /// The name of the screen's route, or its view.
  package var label: String { name ?? state?.route.label ?? view }
}
