/// What the text of a parameter must look like, and what its value becomes.
public enum ParameterType: Hashable, Sendable {
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
  /// One of a list, as text: `:lang<en|fr>`.
  case choice([String])
  /// The decoded segments of a catch-all, zero included: `**rest`.
  case list
}

extension ParameterType {
  /// The types a template may name, by their names.
  static let builtIn: [String: ParameterType] = [
    "int": .integer, "number": .number, "bool": .bool, "uuid": .uuid, "date": .date,
    "hex": .hex, "slug": .slug, "alpha": .alpha,
  ]
}

extension ParameterType {
  /// The type in words, for messages.
  var indication: String {
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
    case .list: "a list of segments"
    }
  }
}

extension ParameterType {
  /// A number for the type, whatever data it has besides.
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
    }
  }

  /// Whether the type is a plain value, without anything of the application.
  var isPlain: Bool { true }

  /// Whether the code says everything.
  var isBuiltIn: Bool { code <= 8 }

  /// The value of text that fits the type.
  func value(_ text: String) -> ParameterValue {
    switch self {
    case .integer: Int64(text).map(ParameterValue.integer) ?? .text(text)
    case .number: Double(text).map(ParameterValue.number) ?? .text(text)
    case .bool: .bool(text == "true")
    case .uuid: .text(text.lowercased())
    default: .text(text)
    }
  }

  /// Whether the decoded bytes of a value fit the type.
  func fits(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !value.isEmpty else { return false }
    switch self {
    case .choice(let values): return values.contains(String(decoding: value, as: UTF8.self))
    default: return BuiltInType.fits(code: code, value)
    }
  }
}
