import RoutePatterns

/// Claims in the notation of Apple's file.
struct AppleClaims {
  private(set) var components: [LinkComponent] = []
  private(set) var variables: [(name: String, values: [String])] = []

  init(_ claims: [LinkClaim]) {
    let order = ClaimOrder(claims, goesBack: true) { exclusion, claim in
      let pattern = ApplePattern(
        Self.shape(of: exclusion),
        SubstitutionVariables(),
        isCaseSensitive: true
      )
      return pattern.matches(Array(claim.path(filledWith: "x").utf8))
    }
    var known: Set<String> = []
    for claim in order.claims {
      let path = path(of: claim)
      let component = LinkComponent(
        path: path,
        isExcluded: claim.isExcluded,
        isCaseSensitive: claim.isCaseSensitive,
        isPercentEncoded: !claim.isUnicode
      )
      if known.insert("\(path) \(claim.isCaseSensitive) \(claim.isExcluded)").inserted {
        components.append(component)
      }
    }
  }

  /// The path with a `*` for each list.
  private static func shape(of claim: LinkClaim) -> String {
    claim.tokens
      .map { token in
        switch token {
        case .slash: "/"
        case .literal(let text): PercentText.encoded(escaped(PercentCoding.segment(text)))
        case .some: "?*"
        case .rest, .list: "*"
        }
      }
      .joined()
  }

  private mutating func path(of claim: LinkClaim) -> String {
    let isUnicode = claim.isUnicode
    return claim.tokens
      .map { token in
        switch token {
        case .slash: "/"
        case .literal(let text): Self.spelled(text, isUnicode)
        case .some: "?*"
        case .rest: "*"
        case .list(let name, let values):
          "$(\(variable(name, values.map { Self.spelled($0, isUnicode) })))"
        }
      }
      .joined()
  }

  /// Literal text: decoded if it needs more than ASCII, otherwise as in a URL.
  private static func spelled(_ text: String, _ isUnicode: Bool) -> String {
    escaped(isUnicode ? text : PercentCoding.segment(text))
  }

  /// Text with `?` for characters that have a meaning in a pattern.
  private static func escaped(_ text: String) -> String {
    text.replacing("*", with: "?").replacing("$(", with: "?(")
  }

  /// The name of a variable with some values, defined if necessary.
  private mutating func variable(_ name: String, _ values: [String]) -> String {
    var number = 1
    while true {
      let isFirst = number == 1 && !SubstitutionVariables.predefined.contains(name)
      let spelled = isFirst ? name : "\(name)\(number)"
      guard let known = variables.first(where: { $0.name == spelled }) else {
        variables.append((spelled, values))
        return spelled
      }
      if known.values == values { return spelled }
      number += 1
    }
  }
}
