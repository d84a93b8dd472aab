extension Value {
  /// Encodes an `Encodable` value.
  ///
  /// ```swift
  /// let value = try Value(encoding: Product(id: 7, name: "Lamp"))  // ["id": 7, "name": "Lamp"]
  /// ```
  ///
  /// - Parameter content: The value to encode. A nested ``Value`` is kept unchanged.
  /// - Throws: The error of `content`, or `EncodingError` for a number out of range.
  public init(encoding content: some Encodable) throws {
    let encoder = ValueEncoder(codingPath: [])
    try encoder.encode(content)
    self = encoder.node.value
  }

  /// Decodes the value as a `Decodable` type.
  ///
  /// Text is not converted to numbers or vice versa, and fractions are not rounded. A record
  /// decodes as a structure, a list as an array, and ``null`` as an absent optional.
  ///
  /// - Parameter type: The type.
  /// - Returns: The decoded value.
  /// - Throws: `DecodingError` with the coding path of the mismatch.
  public func decode<Content: Decodable>(_ type: Content.Type = Content.self) throws -> Content {
    try ValueDecoder(self, codingPath: []).decode(type)
  }
}

extension Value: Codable {
  /// Reads a value from any format; numbers without a fraction become integers.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? ValueDecoder {
      self = decoder.value
    } else if let record = try? decoder.container(keyedBy: ValueKey.self) {
      self = .table(try ValueTable(record))
    } else if var list = try? decoder.unkeyedContainer() {
      var items: [Value] = []
      while !list.isAtEnd { items.append(try list.decode(Value.self)) }
      self = .table(ValueTable(list: items))
    } else {
      self = try Self.single(try decoder.singleValueContainer())
    }
  }

  private static func single(_ container: any SingleValueDecodingContainer) throws -> Value {
    if container.decodeNil() { return .null }
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let integer = try? container.decode(Int64.self) { return .int(integer) }
    if let number = try? container.decode(Double.self) { return .double(number) }
    return .text(try container.decode(String.self))
  }

  /// Writes a value to any format.
  ///
  /// If a table has both items and fields, its items are under the empty name.
  ///
  /// - Parameter encoder: The encoder of the format.
  /// - Throws: `EncodingError` for a ``Value/ObjectReference``, which has no plain form.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? ValueEncoder { return encoder.node.content = .value(self) }
    switch self {
    case .table(let table): return try table.write(to: encoder)
    case .null, .bool, .int, .double, .text, .reference: break
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .table: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .int(let integer): try container.encode(integer)
    case .double(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .reference(let reference):
      throw EncodingError.invalidValue(
        reference,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "An object of type '\(reference.kind)' has no plain form."
        )
      )
    }
  }
}

extension ValueTable: Codable {
  /// Reads a list or a record from any format.
  public init(from decoder: any Decoder) throws {
    guard case .table(let table) = try Value(from: decoder) else {
      throw DecodingError.typeMismatch(
        ValueTable.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "A list or a record was expected."
        )
      )
    }
    self = table
  }

  /// Writes a list or a record to any format.
  public func encode(to encoder: any Encoder) throws { try Value.table(self).encode(to: encoder) }

  /// Reads the fields, and the items under the empty name if present.
  fileprivate init(_ container: KeyedDecodingContainer<ValueKey>) throws {
    self.init()
    for key in container.allKeys {
      let value = try container.decode(Value.self, forKey: key)
      if key.stringValue.isEmpty, let list = value.table, list.fields.isEmpty {
        items = list.items
      } else {
        self[key.stringValue] = value
      }
    }
  }

  fileprivate func write(to encoder: any Encoder) throws {
    guard !fields.isEmpty || items.isEmpty && !isList else {
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
      return
    }
    var container = encoder.container(keyedBy: ValueKey.self)
    if !items.isEmpty {
      try container.encode(Value.table(ValueTable(items: items)), forKey: ValueKey(stringValue: ""))
    }
    for (name, value) in fields {
      try container.encode(value, forKey: ValueKey(stringValue: name))
    }
  }
}

/// The name of a field, or the index of an item.
struct ValueKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

  init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}
