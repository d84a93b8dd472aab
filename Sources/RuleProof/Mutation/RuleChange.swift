import LuaSyntax

/// One change of one rule, as a replacement of bytes in a script.
package struct RuleChange: Sendable, Hashable {
  package enum Rule: String, Sendable, CaseIterable {
    /// Decides who may enter or leave a route.
    case `guard`
    case redirect
    /// Inspects every location that matches a pattern, before the route lookup.
    case proxy
    /// Decides which texts a parameter accepts.
    case type
    /// Decides which of two routes is tried first.
    case priority
    case animator
  }

  package enum Kind: String, Sendable, CaseIterable {
    /// A return value changes to allow the open.
    case letThrough = "let_through"
    /// A return value changes to stop the open.
    case stop
    case negate
    /// Two literals are swapped.
    case swap
    /// A guard is removed from one place.
    case drop
    /// A parameter accepts any text.
    case widen
    /// A route, guard or proxy gets the lowest priority.
    case lower
    /// A redirect is removed.
    case forget
    case noAnimator = "no_animator"

    package var words: String {
      switch self {
      case .letThrough: "let through"
      case .stop: "stop"
      case .negate: "negate a condition"
      case .swap: "swap two literals"
      case .drop: "drop a guard"
      case .widen: "widen a constraint"
      case .lower: "lower a priority"
      case .forget: "forget a redirect"
      case .noAnimator: "remove an animator"
      }
    }
  }

  /// The path of the script in its application.
  package let file: String
  /// The line of the first changed byte, starting at 1.
  package let line: Int
  /// Its column in bytes, starting at 1.
  package let column: Int
  package let range: Range<Int>
  package let replacement: [UInt8]
  package let rule: Rule
  package let kind: Kind
  /// The changed line, or the changed part if it spans several lines.
  package let before: String
  package let after: String
  package let lines: ClosedRange<Int>
  package let statement: Int

  package func applied(to text: [UInt8]) -> [UInt8] {
    Array(text[..<range.lowerBound]) + replacement + text[range.upperBound...]
  }

  /// The order in reports: by place, then by replacement.
  static func precedes(_ one: RuleChange, _ other: RuleChange) -> Bool {
    if one.file != other.file { return one.file < other.file }
    let (first, second) = (one.range, other.range)
    if first != second {
      return (first.lowerBound, first.upperBound) < (second.lowerBound, second.upperBound)
    }
    return one.replacement.lexicographicallyPrecedes(other.replacement)
  }
}
