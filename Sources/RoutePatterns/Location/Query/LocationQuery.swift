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

extension LocationQuery {
  /// Visits every item of a name; names are compared by canonical equivalence.
  func forEachIndex(named name: String, _ body: (Index) -> Void) {
    guard !range.isEmpty else { return }
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    storage.withBytes { bytes in
      var index = index(from: range.bounds.lowerBound, in: bytes)
      while index.start < range.bounds.upperBound {
        let found = UnsafeBufferPointer(rebasing: bytes[index.name])
        if found.elementsEqual(name.utf8)
          || !(isASCII && found.allSatisfy { $0 < 0x80 })
            && String(decoding: found, as: UTF8.self) == name
        {
          body(index)
        }
        index = self.index(from: index.end + 1, in: bytes)
      }
    }
  }

  /// Appends the items as a decoded query, behind those that begin at an offset.
  func appendItems(to output: inout LocationWriter, from start: Int) {
    storage.withBytes { bytes in
      var index = index(from: range.bounds.lowerBound, in: bytes)
      while index.start < range.bounds.upperBound {
        if output.count > start { output.append(LocationQuery.itemEnd) }
        output.append(contentsOf: bytes[index.name])
        output.append(LocationQuery.nameEnd)
        output.append(contentsOf: bytes[index.value])
        index = self.index(from: index.end + 1, in: bytes)
      }
    }
  }

  /// Answers whether both are the same bytes of the same form.
  func isSame(as other: LocationQuery) -> Bool {
    guard range.count == other.range.count, isDecoded == other.isDecoded else { return false }
    return storage.withBytes { left in
      other.storage.withBytes { right in
        left[range.bounds].elementsEqual(right[other.range.bounds])
      }
    }
  }
}

extension LocationQuery {
  /// Answers the items with others laid over them.
  ///
  /// The others replace the items of the same name, where the first of these stood; new names
  /// follow at the end.
  ///
  /// - Parameter overlay: The items to lay over.
  /// - Returns: The items together.
  /// - Complexity: O(*n*), where *n* is the length of both queries in UTF-8 bytes.
  public func overlaid(by overlay: LocationQuery) -> LocationQuery {
    var values: [String: [Item]] = [:]
    for item in overlay { values[item.name, default: []].append(item) }
    var pending = Set(values.keys)
    var items: [Item] = []
    for item in self {
      guard let others = values[item.name] else {
        items.append(item)
        continue
      }
      if pending.remove(item.name) != nil { items.append(contentsOf: others) }
    }
    items.append(contentsOf: overlay.filter { pending.contains($0.name) })
    return LocationQuery(items)
  }
}
