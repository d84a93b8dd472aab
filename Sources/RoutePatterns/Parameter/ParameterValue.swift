/// The value of a parameter.
public enum ParameterValue: Hashable, Sendable {
  /// Decoded text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number with an optional fraction.
  case number(Double)
  /// `true` or `false`.
  case bool(Bool)
  /// The decoded segments of a catch-all.
  case list([String])
}
