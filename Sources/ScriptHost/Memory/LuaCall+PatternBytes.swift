import LuaRuntime

extension LuaCall {
  /// Roughly, the memory that the patterns among the arguments of a registration take in tables.
  ///
  /// A route has all segments of the routes above it, so nested segments count several times.
  var patternBytes: Int {
    // Shorter arguments cannot contain a long pattern.
    guard byteCount >= String.freeSegments else { return 0 }
    let texts = arguments.compactMap(\.string)
    let above = texts.reduce(0) { $0 + $1.segmentCount }
    let own = texts.reduce(0) { $0 + $1.tableBytes(below: 0) }
    return arguments.reduce(own) { sum, argument in
      guard case .table(let table) = argument else { return sum }
      return sum + table.patternBytes(below: above)
    }
  }
}

extension LuaTable {
  /// The memory that the patterns in a definition take, below a pattern of `above` segments.
  fileprivate func patternBytes(below above: Int) -> Int {
    let path = self["path"].string
    let segments = above + (path?.segmentCount ?? 0)
    var bytes = path?.tableBytes(below: above) ?? 0
    for value in array { bytes += value.patternBytes(below: segments) }
    for field in fields { bytes += field.value.patternBytes(below: segments) }
    return bytes
  }
}

extension LuaValue {
  fileprivate func patternBytes(below above: Int) -> Int {
    guard case .table(let table) = self else { return 0 }
    let own = table["path"].isNil ? 0 : MemoryCategory.registrations.flatBytes / 2
    return table.patternBytes(below: above) + own
  }
}

extension String {
  /// The number of segments that the flat size of a registration covers.
  static let freeSegments = 8

  /// The bytes that a segment takes in its pattern, in the tables and in their compiler.
  private static let segmentBytes = 384

  fileprivate var segmentCount: Int { utf8.count { $0 == UInt8(ascii: "/") } + 1 }

  /// The memory that the text takes as a pattern in tables, below a pattern of `above` segments.
  func tableBytes(below above: Int) -> Int {
    max(0, segmentCount + above - Self.freeSegments) * Self.segmentBytes
  }
}
