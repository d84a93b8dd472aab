extension Value: CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The value as a Swift literal; text is not quoted at the top level.
  public var description: String {
    if case .text(let text) = self { return text }
    return literal
  }

  fileprivate var literal: String {
    switch self {
    case .null: "nil"
    case .bool(let bool): "\(bool)"
    case .int(let integer): "\(integer)"
    case .double(let number): "\(number)"
    case .text(let text): text.debugDescription
    case .table(let table): table.description
    case .reference(let reference): "<\(reference.kind)>"
    }
  }

  /// The field of a table with the given name; ``null`` if it does not exist.
  ///
  /// Setting a field of another value replaces the value with a table.
  public subscript(name: String) -> Value {
    get { table?[name] ?? .null }
    set {
      var table = table ?? ValueTable()
      table[name] = newValue
      self = .table(table)
    }
  }

  /// The item of a table at an index, starting at 0; ``null`` if it does not exist.
  public subscript(index: Int) -> Value {
    guard let table, table.items.indices.contains(index) else { return .null }
    return table.items[index]
  }
}

extension ValueTable: CustomStringConvertible {
  /// The table as a Swift literal, with fields sorted by name.
  public var description: String {
    let named = fields.sorted { $0.key < $1.key }
      .map { "\($0.key.debugDescription): \($0.value.literal)" }
    let parts = items.map(\.literal) + named
    if parts.isEmpty { return "[]" }
    return "[\(parts.joined(separator: ", "))]"
  }
}
