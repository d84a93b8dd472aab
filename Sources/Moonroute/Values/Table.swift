/// A list of items and a record of named fields in one, as Lua's tables are.
///
/// Two tables with the same items and fields are equal, whether they are lists or not.
public struct Table: Hashable, Sendable {
  /// The items in order, the first at index 0.
  public var items: [Value]

  /// The named fields.
  public var fields: [String: Value]

  /// Whether the table is a list even while it is empty.
  ///
  /// JSON tells an empty list, `[]`, from an empty record, `{}`.
  public var isList = false

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - items: The items in order. Default: none.
  ///   - fields: The named fields. Default: none.
  public init(items: [Value] = [], fields: [String: Value] = [:]) {
    self.items = items
    self.fields = fields
  }

  /// Makes a list, which stays one while it is empty.
  ///
  /// - Parameter items: The items in order.
  public init(list items: [Value]) {
    self.init(items: items)
    isList = true
  }

  /// Compares items and fields.
  public static func == (left: Table, right: Table) -> Bool {
    left.items == right.items && left.fields == right.fields
  }

  /// Hashes items and fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(fields)
  }

  /// The field of that name.
  ///
  /// Setting ``Value/none`` removes it.
  public subscript(name: String) -> Value {
    get { fields[name] ?? .none }
    set {
      // A bare `nil` would be the value `none`.
      fields[name] = newValue.isNone ? Value?.none : newValue
    }
  }

  /// Whether there is neither an item nor a field.
  public var isEmpty: Bool { items.isEmpty && fields.isEmpty }
}

extension Table: ExpressibleByDictionaryLiteral {
  /// Makes a record: `meta: ["owner": "shop"]`.
  ///
  /// Of two equal keys the later one wins.
  @_disfavoredOverload
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(fields: Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}
