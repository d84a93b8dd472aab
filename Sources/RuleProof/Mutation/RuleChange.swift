import LuaSyntax

/// One change of one rule: a few bytes of a script that become others.
package struct RuleChange: Sendable, Hashable {
  package enum Rule: String, Sendable, CaseIterable {
    /// Decides who may enter a route, or leave it.
    case `guard`
    /// Leads from one place to another.
    case redirect
    /// Looks at every location of a pattern before a route is looked for.
    case proxy
    /// Says which texts a parameter takes.
    case type
    /// Says which of two routes is asked first.
    case priority
    /// Says how a screen comes.
    case animator
  }

  package enum Kind: String, Sendable, CaseIterable {
    /// An answer becomes one that goes on.
    case letThrough = "let_through"
    /// An answer becomes one that stops.
    case stop
    /// A condition becomes its opposite.
    case negate
    /// Two literals take each other's place.
    case swap
    /// A guard is asked no more where it was given.
    case drop
    /// A parameter takes any text.
    case widen
    /// A route, guard or proxy comes after all others.
    case lower
    /// A place leads nowhere else any more.
    case forget
    /// A route has no animator of its own.
    case noAnimator = "no_animator"

    /// The change in words.
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
      case .noAnimator: "take no animator"
      }
    }
  }

  /// The path of the script in its application.
  package let file: String
  /// The line of the first byte that changes, counted from 1.
  package let line: Int
  /// The column of it, counted from 1 in bytes.
  package let column: Int
  /// The bytes that change.
  package let range: Range<Int>
  /// The bytes that take their place.
  package let replacement: [UInt8]
  package let rule: Rule
  package let kind: Kind
  /// The changed line, or its part that changes where that goes over several.
  package let before: String
  package let after: String
  package let lines: ClosedRange<Int>
  /// The line of the statement that runs what changes.
  package let statement: Int

  package func applied(to text: [UInt8]) -> [UInt8] {
    Array(text[..<range.lowerBound]) + replacement + text[range.upperBound...]
  }

  /// The order of reports: by place, then by what comes instead.
  static func precedes(_ one: RuleChange, _ other: RuleChange) -> Bool {
    if one.file != other.file { return one.file < other.file }
    let (first, second) = (one.range, other.range)
    if first != second {
      return (first.lowerBound, first.upperBound) < (second.lowerBound, second.upperBound)
    }
    return one.replacement.lexicographicallyPrecedes(other.replacement)
  }
}
