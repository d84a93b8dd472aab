import TextTools

/// The parameters and the result of a function that a program offers, for editors and checkers.
///
/// Types use the notation of the Lua language servers: `integer`, `string?`, `number[]`,
/// `table<string, integer>`, or the name of a type that the program offers.
public struct HostSignature: Sendable, Equatable {
  /// One parameter.
  public struct Parameter: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The type; a parameter with a type that ends with `?` may be omitted.
    public let type: String
  }

  /// The parameters in order, or `nil` if unknown.
  public var takes: [Parameter]?

  /// The type of the result, or `nil` if unknown.
  public var answers: String?

  /// A sentence that describes it.
  public var summary: String?

  /// Describes a function.
  ///
  /// - Parameters:
  ///   - takes: The names and types of the parameters. Default: unknown.
  ///   - answers: The type of the result. Default: unknown.
  ///   - summary: A sentence that describes it. Default: none.
  public init(
    takes: KeyValuePairs<String, String>? = nil,
    answers: String? = nil,
    summary: String? = nil
  ) {
    self.takes = takes?.map { Parameter(name: $0.key, type: $0.value) }
    self.answers = answers
    self.summary = summary
  }

  init(parameters: [Parameter]?, answers: String?, summary: String?) {
    (takes, self.answers, self.summary) = (parameters, answers, summary)
  }

  /// Completes unknown parts from the Swift types.
  func filled(inputs: [Any.Type]?, output: Any.Type?) -> HostSignature {
    var signature = self
    signature.takes =
      takes
      ?? inputs?.enumerated()
      .map { index, type in
        Parameter(name: "value\(index + 1)", type: LuaTypeName.of(type) ?? "any")
      }
    signature.answers = answers ?? output.flatMap(LuaTypeName.of)
    return signature
  }

  var problem: String? {
    for parameter in takes ?? [] {
      if !parameter.name.isLuaName {
        return "'\(parameter.name)' is not a valid parameter name. Use letters, digits and '_'."
      }
      if !LuaTypeName.isType(parameter.type) {
        return "'\(parameter.type)' is not a type. Write one such as 'integer' or 'string?'."
      }
    }
    if let answers, !LuaTypeName.isType(answers) {
      return "'\(answers)' is not a type. Write one such as 'integer' or 'string?'."
    }
    return nil
  }
}

package enum LuaTypeName {
  /// The name for a Swift type, or `nil` if its values may be anything in Lua.
  static func of(_ type: Any.Type) -> String? {
    type == Void.self ? "nil" : (type as? any LuaTyped.Type)?.luaType
  }

  package static func isType(_ text: String) -> Bool {
    let signs = Set(#"_.|?[]<>,(){}:" -"#.utf8)
    return !text.isEmpty && text.utf8.count <= 1_000 && !text.contains("--")
      && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || signs.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
  }
}

/// A Swift type that corresponds to a type of Lua.
private protocol LuaTyped {
  static var luaType: String { get }
}

extension Int: LuaTyped { static var luaType: String { "integer" } }
extension Int8: LuaTyped { static var luaType: String { "integer" } }
extension Int16: LuaTyped { static var luaType: String { "integer" } }
extension Int32: LuaTyped { static var luaType: String { "integer" } }
extension Int64: LuaTyped { static var luaType: String { "integer" } }
extension UInt: LuaTyped { static var luaType: String { "integer" } }
extension UInt8: LuaTyped { static var luaType: String { "integer" } }
extension UInt16: LuaTyped { static var luaType: String { "integer" } }
extension UInt32: LuaTyped { static var luaType: String { "integer" } }
extension UInt64: LuaTyped { static var luaType: String { "integer" } }
extension Double: LuaTyped { static var luaType: String { "number" } }
extension Float: LuaTyped { static var luaType: String { "number" } }
extension Bool: LuaTyped { static var luaType: String { "boolean" } }
extension String: LuaTyped { static var luaType: String { "string" } }

extension Optional: LuaTyped {
  fileprivate static var luaType: String { LuaTypeName.of(Wrapped.self).map { $0 + "?" } ?? "any" }
}

extension Array: LuaTyped {
  fileprivate static var luaType: String {
    LuaTypeName.of(Element.self).map { $0.hasSuffix("?") ? "(\($0))[]" : $0 + "[]" } ?? "any[]"
  }
}

extension Dictionary: LuaTyped {
  fileprivate static var luaType: String {
    guard let key = LuaTypeName.of(Key.self) else { return "table" }
    return "table<\(key), \(LuaTypeName.of(Value.self) ?? "any")>"
  }
}
