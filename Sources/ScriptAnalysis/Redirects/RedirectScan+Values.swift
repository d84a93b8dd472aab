extension RedirectScan {
  /// The tables of a state that a link fills.
  private static let tables: Set<String> = ["all", "extra", "params", "query", "query_all"]

  /// The methods of a text whose answer begins as the link wants.
  private static let textMethods: Set<String> = [
    "gsub", "lower", "rep", "reverse", "sub", "upper", "with",
  ]

  private static let unary: Set<String> = ["not", "#", "-", "~"]

  private static let unequal: Set<String> = [
    "==", "~=", "<", ">", "<=", ">=", "+", "-", "*", "/", "//", "%", "^", "&", "|", "~", "<<", ">>",
  ]

  /// The meaning of an expression.
  ///
  /// - Parameter start: Its first word.
  /// - Returns: What it may be, or `nil` when it is not the link's; and the word behind it.
  func value(_ start: Int) -> (meaning: Meaning?, end: Int) {
    var found: Meaning?
    var at = start
    while at < tokens.count {
      var (meaning, end) = operand(at)
      while tokens[end] == ".." || Self.unequal.contains(tokens[end]) {
        // A text keeps how it begins; what is compared or counted is no text.
        if tokens[end] != ".." { meaning = nil }
        end = operand(end + 1).end
      }
      switch tokens[end] {
      case "or": found = found ?? meaning
      case "and": break
      default: return (found ?? meaning, end)
      }
      at = end + 1
    }
    return (found, at)
  }

  /// The meaning of one part of an expression, and the word behind it.
  private func operand(_ start: Int) -> (meaning: Meaning?, end: Int) {
    if Self.unary.contains(tokens[start]) { return (nil, operand(start + 1).end) }
    switch tokens[start] {
    case "(": return chain(value(start + 1).meaning, from: tokens.closing(start) + 1)
    case "{": return (nil, tokens.closing(start) + 1)
    // Its end is found when it is read.
    case "function": return (nil, tokens.count)
    default: break
    }
    guard tokens.isName(start) else { return (nil, start + 1) }
    if tokens[start] == "router", tokens[start + 1] == "." { return routerCall(start) }
    if tokens[start] == "tostring", tokens[start + 1] == "(" {
      return (value(start + 2).meaning, tokens.closing(start + 1) + 1)
    }
    if hasPassed(tokens.path(from: start)) { return chain(nil, from: start + 1) }
    return chain(meaning(of: tokens[start]), from: start + 1, named: start)
  }

  /// `router.location(text)` is what the text is; `router.own(text)` and `router.to(…)` are safe.
  private func routerCall(_ start: Int) -> (meaning: Meaning?, end: Int) {
    let bracket = start + 3
    guard tokens[start + 2] == "location", tokens[bracket] == "(" else {
      return chain(nil, from: start + 1)
    }
    return chain(value(bracket + 1).meaning, from: tokens.closing(bracket) + 1)
  }

  /// Follows fields and calls behind a value.
  private func chain(
    _ first: Meaning?,
    from start: Int,
    named place: Int? = nil
  ) -> (meaning: Meaning?, end: Int) {
    var meaning = first
    var at = start
    while at < tokens.count {
      switch tokens[at] {
      case ".":
        meaning = field(tokens[at + 1], of: meaning, at: place ?? at + 1)
        at += 2
      case "[":
        if case .table = meaning { meaning = .text(place ?? at + 1) } else { meaning = nil }
        at = tokens.closing(at) + 1
      case ":":
        if !Self.textMethods.contains(tokens[at + 1]) { meaning = nil }
        at = tokens[at + 2] == "\"" ? at + 3 : tokens.closing(at + 2) + 1
      case "(", "{":
        meaning = nil
        at = tokens.closing(at) + 1
      case "\"":
        meaning = nil
        at += 1
      default: return (meaning, at)
      }
    }
    return (meaning, at)
  }

  private func field(_ name: String, of meaning: Meaning?, at place: Int) -> Meaning? {
    switch meaning {
    case .parameter where Self.tables.contains(name): .table
    // `state.location.query`, `target.redirected_from.query`.
    case .parameter where ["location", "redirected_from"].contains(name): .parameter
    case .table: .text(place)
    default: nil
    }
  }
}
