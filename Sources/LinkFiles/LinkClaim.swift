import RoutePatterns

/// One form of a pattern that the files claim: a path with wildcards.
struct LinkClaim: Hashable {
  enum Token: Hashable {
    case slash
    case literal(String)
    /// Text of a parameter: `?*`.
    case some(ParameterType)
    /// Any text: `*`.
    case rest
    case list(name: String, values: [String])
  }

  var tokens: [Token]
  var isExcluded = false
  var isCaseSensitive = true

  /// The number of segments, or `nil` if the claim has any number.
  var depth: Int? {
    tokens.contains(.rest) ? nil : tokens.count { $0 == .slash }
  }

  var hasWildcard: Bool {
    tokens.contains { token in
      switch token {
      case .some, .rest, .list: true
      case .slash, .literal: false
      }
    }
  }

  /// Whether text or a list follows a parameter in a claim of any depth, so that the parameter may
  /// take several segments.
  var crossesBeforeText: Bool {
    guard depth == nil,
      let first = tokens.firstIndex(where: { if case .some = $0 { true } else { false } })
    else { return false }
    return tokens[first...]
      .contains { token in
        switch token {
        case .literal, .list: true
        default: false
        }
      }
  }

  /// Whether literal text or a value needs more than ASCII.
  var isUnicode: Bool {
    tokens.contains { token in
      switch token {
      case .literal(let text): !text.utf8.allSatisfy { $0 < 0x80 }
      case .list(_, let values): values.contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
      default: false
      }
    }
  }

  /// The claim with a final slash, or `nil` if it has one or takes any rest.
  var withSlash: LinkClaim? {
    guard tokens.last != .rest, tokens.last != .slash else { return nil }
    var claim = self
    claim.tokens.append(.slash)
    return claim
  }

  /// The path of a link with a text for each wildcard; `number` chooses the listed values.
  func path(filledWith text: String, number: Int = 0) -> String {
    let path = tokens.map { token in
      switch token {
      case .slash: "/"
      case .literal(let literal): PercentCoding.segment(literal)
      case .some, .rest: PercentCoding.segment(text)
      case .list(_, let values):
        values.isEmpty ? text : PercentCoding.segment(values[number % values.count])
      }
    }
    return PercentText.encoded(path.joined())
  }
}

/// The forms of a pattern's path.
struct ClaimForms {
  /// The maximum number of forms of one pattern, and of written-out lists.
  static let limit = 64

  private(set) var claims: [LinkClaim] = []

  /// Whether the pattern has too many forms, so that its claim is too wide.
  private(set) var isCut = false

  init(of pattern: RoutePattern) {
    let outline = pattern.outline
    guard let forms = Self.forms(of: outline) else {
      isCut = true
      let start = outline.prefix { if case .segment = $0 { true } else { false } }
      claims = Self.claims(of: start + [.rest])
      return
    }
    for form in forms {
      for claim in Self.claims(of: form) where !claims.contains(claim) { claims.append(claim) }
    }
  }

  /// The outline without optional parts, in each way; `nil` beyond the limit.
  private static func forms(of outline: [PathOutline]) -> [[PathOutline]]? {
    var forms: [[PathOutline]] = [[]]
    for (index, item) in outline.enumerated() {
      let choices: [[PathOutline]]
      switch item {
      case .segment: choices = [[item]]
      case .rest: choices = index == outline.count - 1 ? [[item]] : [[item], []]
      case .optional(let inner):
        guard let inside = Self.forms(of: inner) else { return nil }
        choices = inside + [[]]
      }
      forms = forms.flatMap { form in choices.map { form + $0 } }
      guard forms.count <= limit else { return nil }
    }
    return forms
  }

  /// The claims of a form: a rest also claims the path before it.
  private static func claims(of form: [PathOutline]) -> [LinkClaim] {
    var tokens: [LinkClaim.Token] = []
    for item in form {
      tokens.append(.slash)
      switch item {
      case .segment(let pieces): tokens += pieces.map(token)
      case .rest: tokens.append(.rest)
      case .optional: break
      }
    }
    if tokens.isEmpty { tokens = [.slash] }
    let claim = LinkClaim(tokens: tokens)
    guard tokens.last == .rest, tokens.count > 2 else { return [claim] }
    return [claim, LinkClaim(tokens: Array(tokens.dropLast(2)))]
  }

  private static func token(_ piece: PathOutline.Piece) -> LinkClaim.Token {
    switch piece {
    case .literal(let text): .literal(text)
    case .parameter(let parameter) where !parameter.type.choices.isEmpty:
      .list(name: parameter.name, values: parameter.type.choices)
    case .parameter(let parameter): .some(parameter.type)
    }
  }
}
