/// The type of a parameter: the form of its text, and its value.
package enum ParameterType: Hashable, Sendable {
  /// Any non-empty segment, as text: `:id`.
  case text
  /// An optional minus and digits within 64 bits: `:id<int>`.
  case integer
  /// An optional minus, digits and an optional fraction, without exponent: `:x<number>`.
  case number
  /// `true` or `false`: `:on<bool>`.
  case bool
  /// A UUID in any case, as lower-cased text: `:id<uuid>`.
  case uuid
  /// A valid `YYYY-MM-DD`, as text: `:day<date>`.
  case date
  /// Hexadecimal digits, as text: `:sha<hex>`.
  case hex
  /// ASCII letters, digits, `-` and `_`, as text: `:post<slug>`.
  case slug
  /// ASCII letters, as text: `:code<alpha>`.
  case alpha
  /// One of the listed values, as text: `:lang<en|fr>`.
  case choice([String])
  /// A value that matches a constraint, as text: `:id(\d+)`.
  case constraint(Constraint)
  /// A type that the application adds: `:id<sku>`.
  case custom(CustomParameterType)
  /// The decoded segments of a catch-all, possibly none: `**rest`.
  case list
}

extension ParameterType {
  /// A description of the type, for messages.
  package var indication: String {
    switch self {
    case .text: "text"
    case .integer: "an integer within 64 bits"
    case .number: "a number"
    case .bool: "true or false"
    case .uuid: "a UUID"
    case .date: "a date such as 2024-02-29"
    case .hex: "hexadecimal digits"
    case .slug: "letters, digits, '-' or '_'"
    case .alpha: "letters a to z"
    case .choice(let values): values.joined(separator: " or ")
    case .constraint(let constraint): "text that matches '\(constraint.expression)'"
    case .custom(let type): "text that matches the type '\(type.name)'"
    case .list: "a list of segments"
    }
  }
}

extension ParameterType {
  /// A number for the type without its associated values.
  var code: UInt8 {
    switch self {
    case .text: 0
    case .integer: 1
    case .number: 2
    case .bool: 3
    case .uuid: 4
    case .date: 5
    case .hex: 6
    case .slug: 7
    case .alpha: 8
    case .choice: 9
    case .list: 10
    case .constraint: 11
    case .custom: 12
    }
  }

  /// Whether the type is built in or a constraint, not a type of the application.
  var isPlain: Bool {
    if case .custom = self { false } else { true }
  }

  /// The approximate size in bytes.
  var byteCount: Int {
    switch self {
    case .choice(let values): values.reduce(0) { $0 + 32 + $1.utf8.count }
    case .constraint(let constraint): constraint.automaton.byteCount
    default: 0
    }
  }

  package var choices: [String] {
    switch self {
    case .choice(let values): values
    case .custom(let type): if case .choice(let values) = type.condition { values } else { [] }
    default: []
    }
  }

  static func builtIn(code: UInt8) -> ParameterType? {
    [.text, .integer, .number, .bool, .uuid, .date, .hex, .slug, .alpha].first { $0.code == code }
  }

  /// Whether every text that matches another type certainly matches this one.
  package func covers(_ other: ParameterType) -> Bool {
    if self == .text { return true }
    // Parts of `router.lazy` have many lists of one value, and comparing automata takes long.
    if !choices.isEmpty, !other.choices.isEmpty {
      return other.choices.allSatisfy(choices.contains)
    }
    guard let own = BuiltInExpression.automaton(of: self),
      let others = BuiltInExpression.automaton(of: other)
    else { return false }
    return own.covers(others)
  }

  var isBuiltIn: Bool { code <= 8 }

  func value(_ text: String) -> ParameterValue {
    switch self {
    case .integer: Int64(text).map(ParameterValue.int) ?? .text(text)
    case .number: Double(text).map(ParameterValue.double) ?? .text(text)
    case .bool: .bool(text == "true")
    case .uuid: .text(text.lowercased())
    default: .text(text)
    }
  }

  package func accepts(_ text: String) -> Bool {
    var budget = MatchBudget()
    return Array(text.utf8).withUnsafeBufferPointer { fits($0, &budget) }
  }

  /// Whether the decoded bytes of a value match; also `false` if the budget runs out.
  func fits(_ value: UnsafeBufferPointer<UInt8>, _ budget: inout MatchBudget) -> Bool {
    guard !value.isEmpty else { return false }
    switch self {
    case .choice(let values): return Self.isAny(of: values, value, &budget)
    case .constraint(let constraint): return constraint.automaton.accepts(value, &budget)
    case .custom(let type):
      switch type.condition {
      case .constraint(let constraint): return constraint.automaton.accepts(value, &budget)
      case .choice(let values): return Self.isAny(of: values, value, &budget)
      }
    default: return budget.spend(value.count) && BuiltInType.fits(code: code, value)
    }
  }

  /// Whether the decoded bytes match in some case of their letters.
  ///
  /// Only lists ignore the case of non-ASCII letters.
  func fitsInSomeCase(_ value: UnsafeBufferPointer<UInt8>, _ budget: inout MatchBudget) -> Bool {
    guard !value.isEmpty else { return false }
    if !choices.isEmpty {
      let length = choices.reduce(value.count) { $0 + $1.utf8.count }
      guard budget.spend(length * MatchBudget.unicode) else { return false }
      let folded = String(decoding: value, as: UTF8.self).lowercased()
      return choices.contains { $0.lowercased() == folded }
    }
    return BuiltInExpression.automaton(of: self)?.acceptsInSomeCase(value, &budget) ?? true
  }

  private static func isAny(
    of values: [String],
    _ given: UnsafeBufferPointer<UInt8>,
    _ budget: inout MatchBudget
  ) -> Bool {
    let length = values.reduce(given.count) { $0 + min($1.utf8.count, given.count) }
    let isASCII = LiteralText.isASCII(given)
    guard budget.spend(isASCII ? length : length * MatchBudget.unicode) else { return false }
    if isASCII { return values.contains { $0.utf8.elementsEqual(given) } }
    let text = String(decoding: given, as: UTF8.self)
    return values.contains { $0 == text && !LiteralText.isASCII($0.utf8) }
  }
}
