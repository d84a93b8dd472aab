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
  /// Ends a name within ``bytes``; never occurs in UTF-8.
  static let nameEnd: UInt8 = 0xFE

  /// Ends an item within ``bytes``; never occurs in UTF-8.
  static let itemEnd: UInt8 = 0xFF

  /// Every item as its name, ``nameEnd``, its value, ``itemEnd``.
  let bytes: ArraySlice<UInt8>

  /// Makes a query of items as they lie in memory.
  init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  /// Makes a query of items.
  ///
  /// - Parameter items: The items in order.
  /// - Complexity: O(*n*), where *n* is the length of all items in UTF-8 bytes.
  public init(_ items: some Sequence<Item>) {
    var bytes: [UInt8] = []
    for item in items {
      bytes.append(contentsOf: item.name.utf8)
      bytes.append(LocationQuery.nameEnd)
      bytes.append(contentsOf: item.value.utf8)
      bytes.append(LocationQuery.itemEnd)
    }
    self.init(bytes: bytes[...])
  }

  /// The names, each once, in the order in which they first occur.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public var names: [String] {
    var seen: Set<String> = []
    return compactMap { seen.insert($0.name).inserted ? $0.name : nil }
  }

  /// Answers the last value of a name.
  ///
  /// - Returns: `nil` if no item has this name; empty text if the item has no value.
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func last(_ name: String) -> String? {
    var found: Index?
    for index in indices where isName(name, at: index) { found = index }
    return found.map { self[$0].value }
  }

  /// Answers every value of a name, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func all(_ name: String) -> [String] {
    indices.filter { isName(name, at: $0) }.map { self[$0].value }
  }

  /// Compares a name by canonical equivalence, as all text of a location is compared.
  private func isName(_ name: String, at index: Index) -> Bool {
    let found = bytes[index.start..<index.nameEnd]
    if found.elementsEqual(name.utf8) { return true }
    return found.contains { $0 >= 0x80 } && String(decoding: found, as: UTF8.self) == name
  }
}

extension LocationQuery {
  /// A name and a value.
  public struct Item: Hashable, Sendable {
    /// The name, decoded.
    public var name: String

    /// The value, decoded; empty if there is none.
    public var value: String

    /// Makes an item.
    ///
    /// - Parameters:
    ///   - name: The name, not escaped.
    ///   - value: The value, not escaped; empty by default.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }
  }
}

extension LocationQuery: Hashable {
  /// Answers whether both have equal items in the same order.
  public static func == (left: LocationQuery, right: LocationQuery) -> Bool {
    left.bytes == right.bytes || left.elementsEqual(right)
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
