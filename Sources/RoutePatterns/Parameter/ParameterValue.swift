/// The value of a parameter.
public enum ParameterValue: Hashable, Sendable {
  /// Decoded text.
  case text(String)
  /// A whole number.
  case int(Int64)
  /// A number with an optional fraction.
  case double(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// The decoded segments of a catch-all.
  case list([String])
}

extension ParameterValue {
  /// The text of the value in a path, or `nil` for lists and numbers without a text form.
  public var text: String? {
    switch self {
    case .text(let text): text
    case .int(let value): String(value)
    case .double(let value): Self.text(of: value)
    case .bool(let value): value ? "true" : "false"
    case .list: nil
    }
  }

  /// A description of the value, for messages.
  var indication: String {
    switch self {
    case .list: "a list"
    case .double(let value) where !value.isFinite: value.description
    default: text ?? ""
    }
  }

  /// Returns all digits of a number, without exponent.
  private static func text(of value: Double) -> String? {
    guard value.isFinite else { return nil }
    // Negative zero equals zero, so that a guard on `/0` also runs for `/-0`.
    guard value != 0 else { return "0" }
    let short = value.description
    guard let mark = short.firstIndex(of: "e"),
      let exponent = Int(short[short.index(after: mark)...])
    else { return short.hasSuffix(".0") ? String(short.dropLast(2)) : short }
    let sign = short.hasPrefix("-") ? "-" : ""
    let mantissa = short[..<mark].drop { $0 == "-" }
    let whole = mantissa.prefix { $0 != "." }
    let fraction = mantissa.dropFirst(whole.count + 1)
    let digits = whole + fraction
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits }
    let padding = String(repeating: "0", count: max(0, exponent - fraction.count))
    return sign + digits + padding
  }
}
