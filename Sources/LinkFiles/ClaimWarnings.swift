import Moonroute
import RoutePatterns

extension LinkWarning {
  /// The warnings about the claims of a route or proxy.
  static func all(about route: RouteInfo, _ forms: ClaimForms) -> [LinkWarning] {
    let pattern = route.pattern.text
    var warnings: [LinkWarning] = []
    let typed = route.pattern.parameters.filter { parameter in
      parameter.type != .text && parameter.type != .list && parameter.type.choices.isEmpty
    }
    if !typed.isEmpty { warnings.append(.typed(pattern: pattern, parameters: typed.map(\.name))) }
    let segments = segments(of: route.pattern.outline)
    if segments.contains(where: { $0.count(where: isOpen) > 1 }) {
      warnings.append(.twice(pattern: pattern))
    }
    if let character = segments.lazy.compactMap(skippedCharacter).first {
      warnings.append(.skipped(pattern: pattern, character: character))
    }
    for text in ["*", "?", "$("] where segments.joined().contains(where: { $0.contains(text) }) {
      warnings.append(.literal(pattern: pattern, text: text))
    }
    if !route.isCaseSensitive { warnings.append(.ignoresCase(pattern: pattern)) }
    if !route.query.isEmpty { warnings.append(.query(pattern: pattern)) }
    if forms.isCut { warnings.append(.cut(pattern: pattern)) }
    if forms.claims.contains(where: \.crossesBeforeText) {
      warnings.append(.crossing(pattern: pattern))
    }
    if forms.claims.contains(where: { AndroidClaims.isLong($0) }) {
      warnings.append(.longLists(pattern: pattern))
    }
    return warnings
  }

  private static func segments(of outline: [PathOutline]) -> [[PathOutline.Piece]] {
    outline.flatMap { item -> [[PathOutline.Piece]] in
      switch item {
      case .segment(let pieces): [pieces]
      case .rest: []
      case .optional(let inner): segments(of: inner)
      }
    }
  }

  private static func isOpen(_ piece: PathOutline.Piece) -> Bool {
    if case .parameter(let parameter) = piece { parameter.type.choices.isEmpty } else { false }
  }

  /// The first character of literal text after a parameter in one segment.
  private static func skippedCharacter(_ pieces: [PathOutline.Piece]) -> String? {
    for (before, after) in zip(pieces, pieces.dropFirst()) where isOpen(before) {
      if case .literal(let text) = after { return text.first.map { String($0) } }
    }
    return nil
  }
}

extension PathOutline.Piece {
  fileprivate func contains(_ text: String) -> Bool {
    switch self {
    case .literal(let literal): literal.contains(text)
    case .parameter(let parameter): parameter.type.choices.contains { $0.contains(text) }
    }
  }
}
