struct ConstraintParser {
  static let depthLimit = 64
  static let repetitionLimit = 4_096

  private let expression: String
  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  init(_ expression: String) {
    self.expression = expression
    scalars = Array(expression.unicodeScalars)
  }

  private var scalar: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func error(_ reason: ConstraintError.Reason, at index: Int? = nil) -> ConstraintError {
    let offset = scalars.prefix(index ?? position).reduce(0) { $0 + UTF8.width($1) }
    return ConstraintError(reason, expression: expression, utf8Offset: offset)
  }

  mutating func parse() throws(ConstraintError) -> ConstraintExpression {
    if scalars.isEmpty { throw error(.empty) }
    let parsed = try parseChoice()
    if scalar != nil { throw error(.unbalancedParenthesis) }
    return parsed
  }

  private mutating func parseChoice() throws(ConstraintError) -> ConstraintExpression {
    var choices = [try parseSequence()]
    while scalar == "|" {
      position += 1
      choices.append(try parseSequence())
    }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  private mutating func parseSequence() throws(ConstraintError) -> ConstraintExpression {
    var items: [ConstraintExpression] = []
    while let scalar, scalar != "|", scalar != ")" {
      let item = try parseItem(scalar)
      items.append(try parseRepetitions(of: item))
    }
    switch items.count {
    case 0: return .empty
    case 1: return items[0]
    default: return .sequence(items)
    }
  }

  private mutating func parseItem(
    _ scalar: Unicode.Scalar
  ) throws(ConstraintError) -> ConstraintExpression {
    switch scalar {
    case "(": return try parseGroup()
    case "[": return .scalar(try parseClass())
    case "\\": return .scalar(try parseEscape())
    case ".":
      position += 1
      return .scalar(.all)
    case "^", "$": throw error(.anchor)
    case "*", "+", "?", "{": throw error(.nothingToRepeat)
    case "]", "}": throw error(.unsupported(String(scalar)))
    default:
      position += 1
      return .scalar(ScalarSet(scalar))
    }
  }

  private mutating func parseGroup() throws(ConstraintError) -> ConstraintExpression {
    let open = position
    position += 1
    depth += 1
    guard depth <= Self.depthLimit else { throw error(.tooLarge, at: open) }
    if scalar == "?" {
      guard position + 1 < scalars.count, scalars[position + 1] == ":" else {
        let form = scalars[open..<min(position + 2, scalars.count)].map(String.init).joined()
        throw error(.unsupported(form), at: open)
      }
      position += 2
    }
    let inner = try parseChoice()
    guard scalar == ")" else { throw error(.unbalancedParenthesis, at: open) }
    position += 1
    depth -= 1
    return inner
  }

  private mutating func parseRepetitions(
    of item: ConstraintExpression
  ) throws(ConstraintError) -> ConstraintExpression {
    guard let sign = scalar else { return item }
    let (minimum, maximum): (Int, Int?)
    switch sign {
    case "*": (minimum, maximum) = (0, nil)
    case "+": (minimum, maximum) = (1, nil)
    case "?": (minimum, maximum) = (0, 1)
    case "{": (minimum, maximum) = try parseBounds()
    default: return item
    }
    if sign != "{" { position += 1 }
    if let next = scalar, ["*", "+", "?", "{"].contains(next) {
      throw error(.unsupported("\(sign == "{" ? "}" : sign)\(next)"), at: position - 1)
    }
    return .repetition(item, minimum: minimum, maximum: maximum)
  }

  private mutating func parseBounds() throws(ConstraintError) -> (Int, Int?) {
    let open = position
    position += 1
    guard let minimum = try parseNumber(open) else { throw error(.badRepetition, at: open) }
    var maximum: Int? = minimum
    if scalar == "," {
      position += 1
      maximum = try parseNumber(open)
    }
    guard scalar == "}", maximum ?? minimum >= minimum else {
      throw error(.badRepetition, at: open)
    }
    position += 1
    return (minimum, maximum)
  }

  private mutating func parseNumber(_ open: Int) throws(ConstraintError) -> Int? {
    var number: Int?
    while let digit = scalar?.decimalDigit {
      number = (number ?? 0) * 10 + digit
      if number ?? 0 > Self.repetitionLimit { throw error(.tooLarge, at: open) }
      position += 1
    }
    return number
  }
}

extension ConstraintParser {
  private mutating func parseClass() throws(ConstraintError) -> ScalarSet {
    let open = position
    position += 1
    let isInverted = scalar == "^"
    if isInverted { position += 1 }
    var set = ScalarSet()
    while let next = scalar, next != "]" {
      if next == "[" { throw error(.unsupported("[")) }
      let start = position
      let first = next == "\\" ? try parseEscape() : try parsePlain()
      guard scalar == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set = set.union(first)
        continue
      }
      position += 1
      let second = scalar == "\\" ? try parseEscape() : try parsePlain()
      guard let low = first.only, let high = second.only, low <= high else {
        throw error(.badRange, at: start)
      }
      set = set.union(ScalarSet([low...high]))
    }
    guard scalar == "]" else { throw error(.unterminatedClass, at: open) }
    position += 1
    if isInverted { set = set.inverted }
    if set.isEmpty { throw error(.emptyClass, at: open) }
    return set
  }

  private mutating func parsePlain() throws(ConstraintError) -> ScalarSet {
    guard let scalar else { throw error(.unterminatedClass) }
    position += 1
    return ScalarSet(scalar)
  }

  /// Reads a class such as `\d`, or an escaped character.
  private mutating func parseEscape() throws(ConstraintError) -> ScalarSet {
    let start = position
    position += 1
    guard let scalar else { throw error(.unsupported("\\"), at: start) }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet.digits.inverted
    case "w": return .word
    case "W": return ScalarSet.word.inverted
    case "s": return .space
    case "S": return ScalarSet.space.inverted
    case "t": return ScalarSet("\t")
    case "n": return ScalarSet("\n")
    case "r": return ScalarSet("\r")
    case "b", "B", "A", "z", "Z": throw error(.anchor, at: start)
    case "a"..."z", "A"..."Z", "0"..."9": throw error(.unsupported("\\\(scalar)"), at: start)
    default: return ScalarSet(scalar)
    }
  }
}

extension ScalarSet {
  /// The only scalar of the set, or `nil`.
  fileprivate var only: UInt32? {
    guard ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }
}

extension Unicode.Scalar {
  fileprivate var decimalDigit: Int? {
    ("0"..."9").contains(self) ? Int(value - 0x30) : nil
  }
}
