struct ValueDecoder: Decoder {
  let value: Value
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ value: Value, codingPath: [any CodingKey]) {
    (self.value, self.codingPath) = (value, codingPath)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .table(let table) = value, table.items.isEmpty else {
      throw mismatch(ValueTable.self)
    }
    return KeyedDecodingContainer(Fields<Key>(decoder: self, fields: table.fields))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .table(let table) = value, table.fields.isEmpty else { throw mismatch([Value].self) }
    return Items(decoder: self, items: table.items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

  func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
    if let value = value as? Content { return value }
    if case .reference(let reference) = value, let object = reference.object as? Content {
      return object
    }
    if let plain = try plain(type) {
      guard let answer = plain as? Content else { throw mismatch(type) }
      return answer
    }
    return try type.init(from: self)
  }

  /// The value of a primitive type, or `nil` for other types.
  private func plain(_ type: Any.Type) throws -> Any? {
    switch type {
    case is Bool.Type: return try found(value.bool, type)
    case is String.Type: return try found(value.text, type)
    case is Double.Type: return try found(value.double, type)
    case is Float.Type: return try found(value.double.map { Float($0) }, type)
    case let type as any FixedWidthInteger.Type:
      return try found(value.int64.flatMap { whole($0, type) }, type)
    default: return nil
    }
  }

  private func whole<Whole: FixedWidthInteger>(_ integer: Int64, _: Whole.Type) -> Any? {
    Whole(exactly: integer)
  }

  private func found(_ answer: Any?, _ type: Any.Type) throws -> Any {
    guard let answer else { throw mismatch(type) }
    return answer
  }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: codingPath,
      debugDescription: "'\(type)' was expected, and this is \(value.kindInWords)."
    )
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let fields: [String: Value]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { fields.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { fields[key.stringValue]?.isNull ?? true }

    func decode<Content: Decodable>(_ type: Content.Type, forKey key: Key) throws -> Content {
      try inner(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try inner(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try inner(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { inner(ValueKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

    private func inner(_ key: Key) throws -> ValueDecoder {
      guard contains(key) else {
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: codingPath,
            debugDescription: "There is no field '\(key.stringValue)'."
          )
        )
      }
      return inner(ValueKey(stringValue: key.stringValue))
    }

    private func inner(_ key: ValueKey) -> ValueDecoder {
      ValueDecoder(fields[key.stringValue] ?? .null, codingPath: codingPath + [key])
    }
  }

  private struct Items: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    let items: [Value]
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    init(decoder: ValueDecoder, items: [Value]) { (self.decoder, self.items) = (decoder, items) }

    mutating func decodeNil() throws -> Bool {
      guard try next().value.isNull else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
      let answer = try next().decode(type)
      currentIndex += 1
      return answer
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      let container = try next().container(keyedBy: type)
      currentIndex += 1
      return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let container = try next().unkeyedContainer()
      currentIndex += 1
      return container
    }

    mutating func superDecoder() throws -> any Decoder {
      let decoder = try next()
      currentIndex += 1
      return decoder
    }

    private func next() throws -> ValueDecoder {
      let path = codingPath + [ValueKey(intValue: currentIndex)]
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          Value.self,
          DecodingError.Context(codingPath: path, debugDescription: "The list ends here.")
        )
      }
      return ValueDecoder(items[currentIndex], codingPath: path)
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: ValueDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value.isNull }

    func decode<Content: Decodable>(_ type: Content.Type) throws -> Content {
      try decoder.decode(type)
    }
  }
}

extension Value {
  /// The kind of value, for messages in Swift.
  var kindInWords: String {
    switch self {
    case .null: "nothing"
    case .bool: "a truth value"
    case .int(let integer): "the whole number \(integer)"
    case .double(let number): "the number \(number)"
    case .text: "text"
    case .table(let table): table.fields.isEmpty ? "a list" : "a table with fields"
    case .reference(let reference): "an object of type '\(reference.kind)'"
    }
  }
}
