/// A list of items and a record of named fields in one, like a table in Lua.
///
/// Tables with the same items and fields are equal, even if only one of them is a list.
public struct ValueTable: Hashable, Sendable {
  /// The items in order, the first at index 0.
  public var items: [Value]

  /// The named fields.
  public var fields: [String: Value]

  /// Whether the table is a list even if it is empty.
  ///
  /// JSON distinguishes an empty list, `[]`, from an empty record, `{}`.
  package var isList = false

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - items: The items in order.
  ///   - fields: The named fields.
  public init(items: [Value] = [], fields: [String: Value] = [:]) {
    self.items = items
    self.fields = fields
  }

  /// Makes a list, also if it is empty.
  ///
  /// - Parameter items: The items in order.
  package init(list items: [Value]) {
    self.init(items: items)
    isList = true
  }

  /// Compares items and fields.
  public static func == (left: ValueTable, right: ValueTable) -> Bool {
    left.items == right.items && left.fields == right.fields
  }

  /// Hashes items and fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(fields)
  }

  /// The field with the given name.
  ///
  /// Setting ``Value/null`` removes it.
  public subscript(name: String) -> Value {
    get { fields[name] ?? .null }
    set {
      // A bare `nil` would be the value `none`.
      fields[name] = newValue.isNull ? Value?.none : newValue
    }
  }

  /// Whether the table has no items and no fields.
  public var isEmpty: Bool { items.isEmpty && fields.isEmpty }
}

extension ValueTable: ExpressibleByDictionaryLiteral {
  /// Makes a record: `meta: ["owner": "shop"]`.
  ///
  /// For duplicate keys, the later value is used.
  @_disfavoredOverload
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(fields: Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
