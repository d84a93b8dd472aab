import RoutePatterns

/// Claims in the notation of Android's file.
struct AndroidClaims {
  private(set) var components: [LinkComponent] = []

  init(_ claims: [LinkClaim]) {
    let order = ClaimOrder(claims.flatMap(Self.written), goesBack: false) { exclusion, claim in
      AndroidPattern(Self.path(of: exclusion)).matches(Array(Self.path(of: claim).utf8))
    }
    var known: Set<LinkComponent> = []
    for claim in order.claims {
      let component = LinkComponent(path: Self.path(of: claim), isExcluded: claim.isExcluded)
      if known.insert(component).inserted { components.append(component) }
    }
  }

  /// Whether a claim has more combinations of listed values than the file writes out.
  static func isLong(_ claim: LinkClaim) -> Bool {
    var count = 1
    for case .list(_, let values) in claim.tokens {
      count *= max(1, values.count)
      if count > ClaimForms.limit { return true }
    }
    return false
  }

  /// The claim with each combination of listed values.
  private static func written(_ claim: LinkClaim) -> [LinkClaim] {
    let isLong = isLong(claim)
    var all = [claim]
    all[0].tokens = []
    for token in claim.tokens {
      guard case .list(_, let values) = token else {
        for index in all.indices { all[index].tokens.append(token) }
        continue
      }
      let choices: [LinkClaim.Token] = isLong ? [.some(.text)] : values.map { .literal($0) }
      all = all.flatMap { start in
        choices.map { choice in
          var next = start
          next.tokens.append(choice)
          return next
        }
      }
    }
    return all
  }

  private static func path(of claim: LinkClaim) -> String {
    claim.tokens
      .map { token in
        switch token {
        case .slash: "/"
        case .literal(let text): text.replacing("*", with: "?")
        case .some, .list: "?*"
        case .rest: "*"
        }
      }
      .joined()
  }
}
