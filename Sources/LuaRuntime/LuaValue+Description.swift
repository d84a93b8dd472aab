extension LuaValue: CustomStringConvertible {
  /// The value for people: text as it is, a table with all its fields in order.
  ///
  /// No script code runs: a table's metatable is not asked.
  public var description: String {
    switch self {
    case .string(let text): text
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    default: written
    }
  }

  /// The value as it would stand in a script, where that is possible.
  private var written: String {
    switch self {
    case .nil: "nil"
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .string, .bytes: "\"\(description)\""
    case .table(let table): Self.written(table)
    case .function(let function): function.definedAt.map { "function: \($0)" } ?? "function"
    case .object(let object): object.type.name
    case .error(let error): "\(error)"
    case .record: "record"
    case .reference(let reference): reference.typeName
    }
  }

  private static func written(_ table: LuaTable) -> String {
    let fields = table.fields.map { field in
      let value = field.value.written
      guard let name = field.key.string else { return "[\(field.key.value.written)] = \(value)" }
      return isName(name) ? "\(name) = \(value)" : "[\"\(name)\"] = \(value)"
    }
    let parts = table.array.map(\.written) + fields
    return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
  }

  private static func isName(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return isPlain
      && text.utf8.first.map { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        ?? false
  }
}
