/// The built-in types as constraints, for segments that also contain literal text.
enum BuiltInExpression {
  /// The automaton of a type, or `nil` for a type that accepts any text.
  static func automaton(of type: ParameterType) -> ByteAutomaton? {
    switch type {
    case .text, .list: nil
    case .integer: integer?.automaton
    case .number: number?.automaton
    case .bool: bool?.automaton
    case .uuid: uuid?.automaton
    case .date: date?.automaton
    case .hex: hex?.automaton
    case .slug: slug?.automaton
    case .alpha: alpha?.automaton
    case .choice(let values): ByteAutomaton(choice(of: values))
    case .constraint(let constraint): constraint.automaton
    case .custom(let type): type.automaton
    }
  }

  private static let integer = try? Constraint(
    "\(upTo("9223372036854775807"))|-\(upTo("9223372036854775808"))"
  )
  private static let number = try? Constraint(#"-?\d+(\.\d+)?"#)
  private static let bool = try? Constraint("true|false")
  private static let uuid = try? Constraint(
    "[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
  )
  private static let date = try? Constraint(
    """
    \\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)\
    |02-(0[1-9]|1\\d|2[0-8]))|((\\d\\d(0[48]|[2468][048]|[13579][26]))\
    |([02468][048]|[13579][26])00)-02-29
    """
  )
  private static let hex = try? Constraint("[0-9A-Fa-f]+")
  private static let slug = try? Constraint(#"[\w\-]+"#)
  private static let alpha = try? Constraint("[A-Za-z]+")

  /// Digits, with optional leading zeros, of a number up to a limit.
  ///
  /// Each number is either all zeros or has a first digit other than zero. If both could read the
  /// same zero, the automaton would have hundreds of states more.
  private static func upTo(_ limit: String) -> String {
    var choices = [#"[1-9]\d{0,\#(limit.count - 2)}"#]
    for (index, digit) in limit.enumerated() {
      let lowest = index == 0 ? 1 : 0
      guard let value = digit.wholeNumberValue, value > lowest else { continue }
      let prefix = limit.prefix(index)
      let rest = limit.count - index - 1
      choices.append(#"\#(prefix)[\#(lowest)-\#(value - 1)]\d{\#(rest)}"#)
    }
    return "(0+|0*(\(choices.joined(separator: "|"))|\(limit)))"
  }

  static func choice(of values: [String]) -> ConstraintExpression {
    .choice(values.map { .sequence($0.unicodeScalars.map { .scalar(ScalarSet($0)) }) })
  }
}
