extension Value: CustomStringConvertible, ExpressibleByStringInterpolation {
  /// The value as Swift would write it; text stands without quotes, unless it is inside a table.
  public var description: String {
    if case .text(let text) = self { return text }
    return literal
  }

  /// The value as a literal of Swift.
  fileprivate var literal: String {
    switch self {
    case .none: "nil"
    case .bool(let bool): "\(bool)"
    case .integer(let integer): "\(integer)"
    case .number(let number): "\(number)"
    case .text(let text): text.debugDescription
    case .table(let table): table.description
    case .reference(let reference): "<\(reference.kind)>"
    }
  }

  /// The field of a table of that name; ``none`` where there is none.
  ///
  /// Setting it makes a table of a value that is none.
  public subscript(name: String) -> Value {
    get { table?[name] ?? .none }
    set {
      var table = table ?? Table()
      table[name] = newValue
      self = .table(table)
    }
  }

  /// The item of a table at a place, counted from 0; ``none`` where there is none.
  public subscript(index: Int) -> Value {
    guard let table, table.items.indices.contains(index) else { return .none }
    return table.items[index]
  }
}

extension Table: CustomStringConvertible {
  /// The table as Swift would write it, its fields sorted by name.
  public var description: String {
    let named = fields.sorted { $0.key < $1.key }
      .map { "\($0.key.debugDescription): \($0.value.literal)" }
    let parts = items.map(\.literal) + named
    if parts.isEmpty { return "[]" }
    return "[\(parts.joined(separator: ", "))]"
  }
}
