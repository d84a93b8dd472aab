import LuaRuntime

/// Formats a value on one line.
///
/// Equal values give equal text.
func display(_ value: LuaValue) -> String {
  switch value {
  case .nil: "nil"
  case .boolean(let flag): String(flag)
  case .integer(let number): String(number)
  case .number(let number): String(number)
  case .string(let text): "\"\(text)\""
  case .bytes(let bytes): "<\(bytes.map(String.init).joined(separator: " "))>"
  case .table(let table):
    "{"
      + (table.array.map(display)
      + table.fields.map { "\(display($0.key.value))=\(display($0.value))" })
      .joined(separator: ",") + "}"
  case .function: "function"
  case .object(let object): object.type.name
  case .error(let error): "error(\(error.code.rawValue): \(error))"
  case .record: "record"
  case .reference(let reference): "&\(reference.typeName)"
  }
}

/// Formats several values, separated by spaces.
func display(_ values: [LuaValue]) -> String {
  values.map(display).joined(separator: " ")
}
