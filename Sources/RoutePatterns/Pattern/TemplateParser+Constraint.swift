extension TemplateParser {
  /// Reads `(…)` behind a name: a constraint, which may hold groups and classes.
  mutating func parseConstraint() throws(PatternError) -> ParameterType {
    let open = position
    guard let close = constraintEnd(from: open) else {
      throw error(.unbalancedParenthesis, at: open)
    }
    do {
      let constraint = try Constraint(text(from: open + 1, to: close))
      position = close + 1
      return .constraint(constraint)
    } catch {
      throw self.error(.constraint(error.reason), at: open + 1 + error.utf8Offset)
    }
  }

  /// The offset of the parenthesis that ends a constraint, or `nil`.
  private func constraintEnd(from open: Int) -> Int? {
    var depth = 0
    var isInClass = false
    var index = open
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "(") where !isInClass: depth += 1
      case UInt8(ascii: ")") where !isInClass:
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }
}
