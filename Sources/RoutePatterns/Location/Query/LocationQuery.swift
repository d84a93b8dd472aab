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
  /// The end of a name in a decoded query; it never occurs in UTF-8.
  static let nameEnd: UInt8 = 0xFE

  /// The separator between the items of a decoded query; it never occurs in UTF-8.
  static let itemEnd: UInt8 = 0xFF

  let storage: LocationStorage

  let range: LocationRange

  /// Whether the query uses ``nameEnd`` and ``itemEnd``, not `=` and `&` as in a text.
  let isDecoded: Bool

  init(storage: LocationStorage, range: LocationRange, isDecoded: Bool) {
    self.storage = storage
    self.range = range
    self.isDecoded = isDecoded
  }

  /// Creates a query from items.
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

  /// The distinct names, in the order of their first occurrence.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public var names: [String] {
    var seen: Set<String> = []
    return map(\.name).filter { seen.insert($0).inserted }
  }

  /// The names as the query of a link, such as `?tok&page`; an empty text without items.
  ///
  /// Values can be secrets, which do not belong in a log.
  package var namesText: String {
    let query = LocationQuery(names.map { Item($0) })
    let location = try? Location(segments: [], query: query)
    return location.map { String($0.description.drop { $0 != "?" }) } ?? ""
  }

  /// Returns the last value for a name.
  ///
  /// - Parameter name: The name, not escaped.
  /// - Returns: `nil` if no item has this name; an empty text if the item has no value.
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func last(_ name: String) -> String? {
    var found: Index?
    forEachIndex(named: name) { found = $0 }
    return found.map { self[$0].value }
  }

  /// Returns every value for a name, in order.
  ///
  /// - Parameter name: The name, not escaped.
  /// - Returns: The values; an empty list if no item has this name.
  /// - Complexity: O(*n*), where *n* is the length of the query in UTF-8 bytes.
  public func all(_ name: String) -> [String] {
    var values: [String] = []
    forEachIndex(named: name) { values.append(self[$0].value) }
    return values
  }
}

extension LocationQuery: Hashable {
  /// Returns whether both have equal items in the same order.
  public static func == (left: LocationQuery, right: LocationQuery) -> Bool {
    left.isSame(as: right) || left.elementsEqual(right)
  }

  /// Hashes the items.
  public func hash(into hasher: inout Hasher) {
    for item in self { hasher.combine(item) }
  }
}

extension LocationQuery: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// Creates a query from items in order.
  public init(arrayLiteral items: Item...) {
    self.init(items)
  }

  /// Creates a query from names and values in order; a name may occur more than once.
  public init(dictionaryLiteral items: (String, String)...) {
    self.init(items.lazy.map { Item($0.0, $0.1) })
  }
}

extension LocationQuery {
  /// A name and a value.
  public struct Item: Hashable, Sendable {
    /// The name, decoded.
    public var name: String

    /// The value, decoded; empty for an item without a value.
    public var value: String

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - name: The name, unescaped.
    ///   - value: The value, unescaped; empty by default.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }
  }
}

extension LocationQuery {
  /// Visits every item with a name; names are compared by canonical equivalence.
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

  /// Appends the items in decoded form to a query that begins at an offset.
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
  /// Returns the items after merging others.
  ///
  /// The others replace items with the same name at the position of the first of these; new names
  /// are appended.
  ///
  /// - Parameter overlay: The items to merge.
  /// - Returns: The merged items.
  /// - Complexity: O(*n*), where *n* is the length of both queries in UTF-8 bytes.
  package func overlaid(by overlay: LocationQuery) -> LocationQuery {
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
