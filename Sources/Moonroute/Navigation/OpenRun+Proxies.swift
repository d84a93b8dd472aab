import RoutePatterns

extension OpenRun {
  /// Asks the proxies that fit, until one rewrites or leads elsewhere.
  ///
  /// - Returns: Where to go instead, or `nil` to go on with ``location``.
  func askProxies(_ start: Location) async throws(OpenEnd) -> Location? {
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    for proxy in rules.proxies.decisions(for: start, order: order) where counts(proxy.decision) {
      let state = state(of: proxy.route, match: proxy.match, location: start)
      let decider = Decider(.proxy, proxy.decision)
      switch try await ask(proxy.decision.decision, state, decider) {
      case .rewrite(let rewrite):
        if let extra = rewrite.extra { self.extra = extra }
        let rewritten = try overlay(rewrite.query, on: rewrite.location, decider)
        location = rewritten
        isRewritten = true
        note(.proxy, decider.label, decider.site, answer: "rewrite \(rewritten)")
        return nil
      case let decision:
        if let next = try settle(decision, decider, state: state) { return next }
      }
    }
    return nil
  }

  /// Whether a decision from outside takes part in an open with these tags.
  func counts(_ attached: AttachedDecision) -> Bool {
    attached.tags.isEmpty || attached.tags.contains(where: options.tags.contains)
  }
}
