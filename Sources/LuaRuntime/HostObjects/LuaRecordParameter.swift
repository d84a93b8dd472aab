internal import CLua

/// One parameter of a record: its name, and the conversion of its text.
public struct LuaRecordParameter {
  /// The type of a parameter's value.
  public enum Kind: Sendable {
    /// The text unchanged.
    case text
    /// Text with its ASCII letters in lower case.
    case lowered
    /// An integer; the text is an optional minus and digits.
    case integer
    /// A number; the text is an optional minus, digits, and an optional fraction.
    case number
    /// `true` for the text `true`, otherwise `false`.
    case boolean
    /// Ignored: a part of the text without a name.
    case none
    /// The list of the texts between separators.
    case list
  }

  /// The key in `params`.
  public let name: String
  /// The type of its value.
  public let kind: Kind
  /// A function that converts the value of ``kind`` further, called when `params` is first read.
  public let parse: LuaFunction?

  /// Makes a parameter.
  public init(_ name: String, _ kind: Kind = .text, parse: LuaFunction? = nil) {
    self.name = name
    self.kind = kind
    self.parse = parse
  }

  var code: UInt8 {
    let code =
      switch kind {
      case .text: CLUA_KIND_TEXT
      case .lowered: CLUA_KIND_LOWERED
      case .integer: CLUA_KIND_INTEGER
      case .number: CLUA_KIND_NUMBER
      case .boolean: CLUA_KIND_BOOLEAN
      case .list: CLUA_KIND_LIST
      case .none: CLUA_KIND_NONE
      }
    return UInt8(truncatingIfNeeded: code.rawValue)
  }
}
