package import Moonroute
package import ScriptHost

/// The rules that apply at every moment.
///
/// A walk checks them after each step, and a spec with `assert.invariants`.
package struct StageRules {
  private let router: Router

  /// Whether a recheck has just finished, so that all guards must pass.
  private let isRechecked: Bool

  /// The persona that has logged out.
  private let loggedOut: LoggedOutPersona?

  package init(_ router: Router, isRechecked: Bool, loggedOut: LoggedOutPersona?) {
    (self.router, self.isRechecked, self.loggedOut) = (router, isRechecked, loggedOut)
  }

  /// Finds violations in the order of the rules, without the application's own invariants.
  package func findings() async -> [RuleFinding] {
    var findings: [RuleFinding] = []
    if isRechecked || loggedOut != nil {
      for screen in await router.refusedScreens() {
        findings.append(Self.refusal(of: screen, isLogout: !isRechecked))
      }
    }
    if let loggedOut { findings += leftovers(of: loggedOut) }
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

  // MARK: Leftovers

  /// The screens, the fields of the session and the resources that still contain a text of the person.
  private func leftovers(of person: LoggedOutPersona) -> [RuleFinding] {
    guard !person.texts.isEmpty else { return [] }
    var findings: [RuleFinding] = []
    func look(_ value: Value, _ subject: String, _ words: String, _ site: SourceSite?) {
      guard
        let text = person.texts.first(where: { text in
          value.texts.contains { $0.hasWords(text) }
        })
      else { return }
      findings.append(
        RuleFinding(
          .leftover,
          about: subject,
          "\(words) still contains '\(text)' after the logout; remove it there",
          at: site
        )
      )
    }
    for screen in router.stage.screens {
      look(
        .table(screen.props),
        screen.label,
        "the screen '\(screen.label)'",
        screen.state?.route.site
      )
    }
    for (name, value) in (person.session.table?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
      look(value, "session.\(name)", "session.\(name)", nil)
    }
    for resource in router.resources.list {
      guard case .constant(let value) = resource.content else { continue }
      let name = resource.name ?? resource.pattern.text
      look(value, name, "the resource '\(name)'", resource.site)
    }
    return findings
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

extension String {
  /// Whether the text contains another one, not as a part of a word.
  fileprivate func hasWords(_ words: String) -> Bool {
    ranges(of: words)
      .contains { range in
        let ends = [self[..<range.lowerBound].last, self[range.upperBound...].first]
        return !ends.contains { $0?.isLetter == true || $0?.isNumber == true }
      }
  }
}

extension Screen {
  package var label: String { name ?? state?.route.label ?? view }
}
