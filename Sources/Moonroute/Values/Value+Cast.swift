extension Value {
  /// Converts the value to another type, or returns `nil` if the types do not match.
  ///
  /// An integer converts to any integer type that can represent it, and to `Double`; text to
  /// `String`; a table to ``ValueTable``, an array or a dictionary; an object only to its own type.
  /// An optional type also accepts ``null``. Any other `Decodable` type, such as `[String: [Int]]`
  /// or a structure of the program, is decoded as with ``decode(_:)``. No other conversions are
  /// made.
  /// - Parameter type: The type.
  /// - Returns: The value.
  package func cast<Answer>(to type: Answer.Type = Answer.self) -> Answer? {
    if let answer = self as? Answer { return answer }
    for form in forms {
      if let answer = form as? Answer { return answer }
    }
    guard let type = type as? any Decodable.Type,
      let decoded = try? ValueDecoder(self, codingPath: []).decode(type)
    else { return nil }
    return decoded as? Answer
  }

  package var typeName: String {
    switch self {
    case .null: "nil"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .text: "string"
    case .table: "table"
    case .reference(let reference): reference.kind
    }
  }

  /// The possible representations in a program.
  private var forms: [Any] {
    switch self {
    case .null: [Optional<Any>.none as Any]
    case .bool(let bool): [bool]
    case .int(let integer): Self.integers(integer)
    case .double(let number): [number, Float(number)]
    case .text(let text): [text]
    case .table(let table): table.forms
    case .reference(let reference): [reference.object, reference]
    }
  }

  private static func integers(_ integer: Int64) -> [Any] {
    let types: [any FixedWidthInteger.Type] = [
      Int.self, Int64.self, UInt.self, UInt64.self, Int32.self, UInt32.self, Int16.self,
      UInt16.self, Int8.self, UInt8.self,
    ]
    let integers: [Any] = types.compactMap { $0.init(exactly: integer) }
    return integers + [Double(integer)]
  }
}

extension ValueTable {
  fileprivate var forms: [Any] {
    if isEmpty { return [self, [] as [String], [:] as [String: String], [] as [Value]] }
    if fields.isEmpty { return [self, items] + Self.lists(items) }
    guard items.isEmpty else { return [self] }
    let values = fields.values
    var forms: [Any] = [self, fields]
    if values.allSatisfy({ $0.text != nil }) { forms.append(fields.compactMapValues(\.text)) }
    if values.allSatisfy({ $0.int != nil }) {
      forms.append(fields.compactMapValues(\.int))
    }
    if values.allSatisfy({ $0.double != nil }) { forms.append(fields.compactMapValues(\.double)) }
    if values.allSatisfy({ $0.bool != nil }) { forms.append(fields.compactMapValues(\.bool)) }
    return forms
  }

  private static func lists(_ items: [Value]) -> [Any] {
    var forms: [Any] = []
    if items.allSatisfy({ $0.text != nil }) { forms.append(items.compactMap(\.text)) }
    if items.allSatisfy({ $0.int != nil }) {
      forms.append(items.compactMap(\.int))
      forms.append(items.compactMap(\.int64))
    }
    if items.allSatisfy({ $0.double != nil }) { forms.append(items.compactMap(\.double)) }
    if items.allSatisfy({ $0.bool != nil }) { forms.append(items.compactMap(\.bool)) }
    return forms
  }
}
