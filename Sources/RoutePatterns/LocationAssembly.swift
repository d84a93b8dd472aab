/// A location being put together: its parts are appended to one buffer, decoded, in their order.
struct LocationAssembly {
  /// Every part so far.
  var bytes: [UInt8] = []

  /// Where the parts lie.
  var layout = LocationLayout()

  /// Begins with room for some bytes.
  init(capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// The finished location.
  var location: Location { Location(storage: .bytes(bytes), layout: layout) }

  /// Appends a scheme, in any case.
  mutating func append(scheme: some Collection<UInt8>) {
    let start = bytes.count
    // Letters differ from capitals in this bit, and all else in a scheme has it.
    for byte in scheme { bytes.append(byte | 0x20) }
    layout.scheme = LocationRange(start..<bytes.count)
  }

  /// Appends a host, lower-cased, unless it is empty.
  mutating func append(host: some Collection<UInt8>, port: UInt16?) {
    guard !host.isEmpty else { return }
    let start = bytes.count
    bytes.append(contentsOf: host)
    layout.host = LocationRange(start..<bytes.count)
    layout.port = port
  }

  /// Appends a fragment.
  mutating func append(fragment: some Collection<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: fragment)
    endFragment(from: start)
  }

  /// Takes what was appended as the fragment.
  mutating func endFragment(from start: Int) {
    layout.fragment = LocationRange(start..<bytes.count)
    layout.hasFragment = true
  }

  /// Takes what was appended as the decoded query.
  mutating func endQuery(from start: Int) {
    layout.query = LocationRange(start..<bytes.count)
    layout.isQueryDecoded = true
  }

  /// Takes what was appended as the path: every segment after a ``LocationByte/joint``.
  ///
  /// The joints become slashes, unless a segment holds a slash itself.
  mutating func endPath(from start: Int) {
    if bytes.count == start { bytes.append(LocationByte.joint) }
    var all: UInt8 = 0
    var holdsSlash = false
    for index in start..<bytes.count {
      let byte = bytes[index]
      if byte == LocationByte.slash { holdsSlash = true }
      if byte != LocationByte.joint { all |= byte }
    }
    if !holdsSlash {
      for index in start..<bytes.count where bytes[index] == LocationByte.joint {
        bytes[index] = LocationByte.slash
      }
    }
    bytes[start] = LocationByte.slash
    layout.key = LocationRange(start..<bytes.count)
    layout.separator = holdsSlash ? LocationByte.joint : LocationByte.slash
    layout.isASCII = all < 0x80 && !(holdsSlash && bytes[start...].contains(LocationByte.joint))
  }
}
