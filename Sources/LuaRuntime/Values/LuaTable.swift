import TextTools

/// A copy of a table: a list and fields in a fixed order.
///
/// Two copies of equal tables have their fields in the same order, regardless of the order in Lua.
public struct LuaTable {
  /// The values at 1, 2, 3 and so on.
  public var array: [LuaValue]
  /// All other fields, in the order of their keys.
  public private(set) var fields: [LuaField]

  /// Whether the table is a list even while it is empty, such as one read from `[]` in JSON.
  public var isList = false

  /// The number of fields up to which a scan finds a name faster than a binary search, and up to
  /// which the fields are sorted by insertion.
  private static let scannedCount = 12

  /// Makes a table of a list and fields.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of fields.
  public init(_ array: [LuaValue] = [], fields: consuming [LuaField] = []) {
    self.array = array
    Self.sort(&fields)
    self.fields = fields
  }

  init(_ array: [LuaValue], sorted fields: [LuaField]) {
    self.array = array
    self.fields = fields
  }

  /// Puts fields in the order of their keys; up to ``scannedCount`` fields without a general sort.
  static func sort(_ fields: inout [LuaField]) {
    guard fields.count <= scannedCount else { return fields.sort { $0.key < $1.key } }
    // Swapping them in memory avoids reference counting.
    fields.withUnsafeMutableBufferPointer { fields in
      for end in fields.indices {
        var place = end
        while place > 0, fields[place].key < fields[place - 1].key {
          fields.swapAt(place, place - 1)
          place -= 1
        }
      }
    }
  }

  /// Reads and writes a field by its name.
  ///
  /// Writing `nil` removes it.
  ///
  /// - Complexity: O(log *n*) to read, O(*n*) to write a new one.
  public subscript(_ name: String) -> LuaValue {
    get {
      guard fields.count <= Self.scannedCount else { return self[.string(name)] }
      for place in fields.indices {
        if case .string(let key) = fields[place].key, key.hasSameBytes(as: name) {
          return fields[place].value
        }
      }
      return .nil
    }
    set { self[.string(name)] = newValue }
  }

  /// Reads and writes a field by its key.
  ///
  /// Keys 1, 2, 3 … of the list are in ``array``.
  ///
  /// - Complexity: O(log *n*) to read, O(*n*) to write a new one.
  public subscript(_ key: LuaKey) -> LuaValue {
    get {
      let place = firstField(notBefore: key)
      return place < fields.count && fields[place].key == key ? fields[place].value : .nil
    }
    set {
      let place = firstField(notBefore: key)
      let found = place < fields.count && fields[place].key == key
      if newValue.isNil {
        if found { fields.remove(at: place) }
      } else if found {
        fields[place].value = newValue
      } else {
        fields.insert(LuaField(key: key, value: newValue), at: place)
      }
    }
  }

  private func firstField(notBefore key: LuaKey) -> Int {
    var low = 0
    var high = fields.count
    while low < high {
      let middle = (low + high) / 2
      if fields[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// One key of a table with its value.
public struct LuaField {
  /// The key.
  public let key: LuaKey
  /// The value.
  public var value: LuaValue

  /// Makes a field.
  public init(key: LuaKey, value: LuaValue) {
    self.key = key
    self.value = value
  }
}
