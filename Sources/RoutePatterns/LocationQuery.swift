/// The query of a location: names and values in order, decoded.
///
/// A name may occur more than once, and a value may be empty.
///
/// ```swift
/// let query = try Location(parsing: "/find?tag=new&tag=red&all").query
/// query.last("tag")  // "red"
/// query.all("tag")  // ["new", "red"]
/// query.last("all")  // ""
/// ```
public struct LocationQuery: Sendable {
  /// Ends a name in a decoded query; never occurs in UTF-8.
  static let nameEnd: UInt8 = 0xFE

  /// Lies between the items of a decoded query; never occurs in UTF-8.
  static let itemEnd: UInt8 = 0xFF

  /// The bytes that the query is part of.
  let storage: LocationStorage

  /// Where the query lies.
  let range: LocationRange

  /// Whether ``nameEnd`` and ``itemEnd`` are used, not `=` and `&` as in a text.
  let isDecoded: Bool

  /// Makes a query of items as they lie in memory.
  init(storage: LocationStorage, range: LocationRange, isDecoded: Bool) {
    self.storage = storage
    self.range = range
    self.isDecoded = isDecoded
  }

  /// Makes a query of items.
  ///
  /// - Parameter items: The items in order.
  /// - Complexity: O(*n*), where *n* is the length of all items in UTF-8 bytes.
  public init(_ items: some Sequence<Item>) {
    var bytes: [UInt8] = []
    for item in items {
      if !bytes.isEmpty { bytes.append(LocationQuery.itemEnd) }
      bytes.append(contentsOf: item.name.utf8)
      bytes.append(LocationQuery.nameEnd)
      bytes.append(contentsOf: item.value.utf8)
    }
    self.init(storage: .bytes(bytes), range: LocationRange(0..<bytes.count), isDecoded: true)
  }

  /// The names, each once, in the order in which they first occur.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public var names: [String] {
    var seen: Set<String> = []
    return map(\.name).filter { seen.insert($0).inserted }
  }

  /// Answers the last value of a name.
  ///
  /// - Parameter name: The name, not escaped.
  /// - Returns: `nil` if no item has this name; empty text if the item has no value.
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func last(_ name: String) -> String? {
    var found: Index?
    forEachIndex(named: name) { found = $0 }
    return found.map { self[$0].value }
  }

  /// Answers every value of a name, in order.
  ///
  /// - Parameter name: The name, not escaped.
  /// - Returns: The values; none if no item has this name.
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    forEachIndex(named: name) { values.append(self[$0].value) }
    return values
  }
}

extension LocationQuery: Hashable {
  /// Answers whether both have equal items in the same order.
  public static func == (left: LocationQuery, right: LocationQuery) -> Bool {
    left.isSame(as: right) || left.elementsEqual(right)
  }

  /// Feeds the items to a hasher.
  public func hash(into hasher: inout Hasher) {
    for item in self { hasher.combine(item) }
  }
}

extension LocationQuery: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Makes a query of items in order.
  public init(arrayLiteral items: Item...) {
    self.init(items)
  }

  /// Makes a query of names and values in order; a name may occur more than once.
  public init(dictionaryLiteral items: (String, String)...) {
    self.init(items.lazy.map { Item($0.0, $0.1) })
  }
}
