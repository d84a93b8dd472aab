/// A location under construction: its decoded parts are appended to one buffer in their order.
struct LocationAssembly {
  var writer: LocationWriter

  var layout = LocationLayout()

  private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    writer = LocationWriter(buffer)
  }

  /// `capacity` is the maximum number of bytes; `body` appends the parts.
  static func location(
    capacity: Int,
    _ body: (inout LocationAssembly) throws(LocationError) -> Void
  ) throws(LocationError) -> Location {
    // Built outside the heap and then copied, so that locations do not keep unused bytes.
    try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
      (buffer) throws(LocationError) in
      var assembly = LocationAssembly(buffer)
      try body(&assembly)
      return Location(storage: .bytes(Array(assembly.writer.bytes)), layout: assembly.layout)
    }
  }

  mutating func append(scheme: some Collection<UInt8>) {
    let start = writer.count
    // Lowercase letters have this bit set, and so do all other bytes of a scheme.
    for byte in scheme { writer.append(byte | 0x20) }
    layout.scheme = LocationRange(start..<writer.count)
  }

  mutating func append(hostOf location: Location) {
    let start = writer.count
    location.storage.withBytes { writer.append(contentsOf: $0[location.layout.host.bounds]) }
    layout.host = LocationRange(start..<writer.count)
    layout.port = location.layout.port
  }

  /// Marks the appended bytes as the decoded query.
  mutating func endQuery(from start: Int) {
    layout.query = LocationRange(start..<writer.count)
    layout.isQueryDecoded = true
  }

  /// Marks the appended bytes as the fragment.
  mutating func endFragment(from start: Int) {
    layout.fragment = LocationRange(start..<writer.count)
    layout.hasFragment = true
  }

  /// Marks the appended bytes as the path, with each segment after a ``LocationByte/separator``.
  ///
  /// The separators become slashes, unless a segment contains a slash.
  mutating func endPath(from start: Int) {
    if writer.count == start { writer.append(LocationByte.separator) }
    var all: UInt8 = 0
    var holdsSlash = false
    for index in start..<writer.count {
      let byte = writer[index]
      if byte == LocationByte.slash { holdsSlash = true }
      if byte != LocationByte.separator { all |= byte }
    }
    let separator = holdsSlash ? LocationByte.separator : LocationByte.slash
    for index in start..<writer.count where writer[index] == LocationByte.separator {
      writer[index] = separator
      if index > start { all |= separator }
    }
    writer[start] = LocationByte.slash
    layout.key = LocationRange(start..<writer.count)
    layout.separator = separator
    layout.isASCII = all < 0x80
  }
}

extension LocationAssembly {
  mutating func append(query: LocationQuery) {
    let start = writer.count
    query.appendItems(to: &writer, from: start)
    endQuery(from: start)
  }

  mutating func append(partsOf location: Location, query: LocationQuery) {
    location.storage.withBytes { append(scheme: $0[location.layout.scheme.bounds]) }
    append(hostOf: location)
    let start = writer.count
    location.appendSegments(to: &writer)
    endPath(from: start)
    append(query: query)
    append(fragmentOf: location)
    layout.printsAuthority = location.layout.printsAuthority
    layout.isRootless = location.layout.isRootless
  }

  mutating func append(queryAndFragmentOf location: Location) {
    append(query: location.query)
    append(fragmentOf: location)
  }

  private mutating func append(fragmentOf location: Location) {
    guard location.layout.hasFragment else { return }
    let start = writer.count
    location.storage.withBytes {
      writer.append(contentsOf: $0[location.layout.fragment.bounds])
    }
    endFragment(from: start)
  }
}
