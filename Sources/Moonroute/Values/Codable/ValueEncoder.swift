final class EncodedNode {
  enum Content {
    case value(Value)
    case items([EncodedNode])
    case fields([String: EncodedNode])
  }

  var content = Content.value(.null)

  var value: Value {
    switch content {
    case .value(let value): return value
    case .items(let nodes): return .table(ValueTable(list: nodes.map(\.value)))
    case .fields(let nodes):
      var table = ValueTable()
      for (name, node) in nodes { table[name] = node.value }
      return .table(table)
    }
  }

  func addItem() -> EncodedNode {
    let node = EncodedNode()
    if case .items(let items) = content {
      content = .items(items + [node])
    } else {
      content = .items([node])
    }
    return node
  }

  func addField(_ name: String) -> EncodedNode {
    let node = EncodedNode()
    var fields: [String: EncodedNode] = [:]
    if case .fields(let known) = content { fields = known }
    fields[name] = node
    content = .fields(fields)
    return node
  }

  var count: Int { if case .items(let items) = content { items.count } else { 0 } }

  /// Becomes an empty list or record, unless it already is one.
  func become(_ kind: Content) {
    switch (content, kind) {
    case (.items, .items), (.fields, .fields): return
    default: content = kind
    }
  }
}

struct ValueEncoder: Encoder {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ node: EncodedNode = EncodedNode(), codingPath: [any CodingKey]) {
    (self.node, self.codingPath) = (node, codingPath)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.become(.fields([:]))
    return KeyedEncodingContainer(Fields<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.become(.items([]))
    return Items(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  func encode(_ value: some Encodable) throws {
    switch value {
    case let value as Value: node.content = .value(value)
    case let table as ValueTable: node.content = .value(.table(table))
    case let bool as Bool: node.content = .value(.bool(bool))
    case let text as String: node.content = .value(.text(text))
    case let number as Double: node.content = .value(.double(number))
    case let number as Float: node.content = .value(.double(Double(number)))
    case let integer as any FixedWidthInteger: node.content = .value(.int(try whole(integer)))
    default: try value.encode(to: self)
    }
  }

  private func whole(_ integer: any FixedWidthInteger) throws -> Int64 {
    if let whole = Int64(exactly: integer) { return whole }
    throw EncodingError.invalidValue(
      integer,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "\(integer) does not fit into a signed 64-bit integer."
      )
    )
  }

  fileprivate func field(_ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(node.addField(key.stringValue), codingPath: codingPath + [key])
  }

  fileprivate func item() -> ValueEncoder {
    let key = ValueKey(intValue: node.count)
    return ValueEncoder(node.addItem(), codingPath: codingPath + [key])
  }

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil(forKey key: Key) { _ = encoder.field(key) }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try encoder.field(key).encode(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.field(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.field(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.field(ValueKey(stringValue: "super")) }

    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.field(key) }
  }

  private struct Items: UnkeyedEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.node.count }

    mutating func encodeNil() { _ = encoder.item() }

    mutating func encode(_ value: some Encodable) throws { try encoder.item().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy keyType: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.item().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.item().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder.item() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ValueEncoder
    var codingPath: [any CodingKey] { encoder.codingPath }

    mutating func encodeNil() { encoder.node.content = .value(.null) }

    mutating func encode(_ value: some Encodable) throws { try encoder.encode(value) }
  }
}
