struct LocationPrinter {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let layout: LocationLayout
  private var output: [UInt8] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ layout: LocationLayout) {
    self.bytes = bytes
    self.layout = layout
    output.reserveCapacity(bytes.count + 16)
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  mutating func printAll() {
    if !layout.scheme.isEmpty {
      output.append(contentsOf: bytes[layout.scheme.bounds])
      output.append(LocationByte.colon)
    }
    if !layout.host.isEmpty {
      printHost()
      printSegments(from: layout.key.bounds.lowerBound)
    } else if canPrintRootless {
      let start = layout.key.bounds.lowerBound
      let first = segment(after: start)
      encode(first, .segment)
      printSegments(from: first.upperBound)
    } else if !layout.scheme.isEmpty, layout.printsAuthority {
      printPathAsAuthority()
    } else {
      printRootedPath()
    }
    printQuery()
    if layout.hasFragment {
      output.append(LocationByte.hash)
      encode(layout.fragment.bounds, .fragment)
    }
  }

  /// Whether the path can be printed without its leading slash, as it was parsed.
  private var canPrintRootless: Bool {
    let key = layout.key.bounds
    return layout.isRootless && key.count > 1 && bytes[key.lowerBound + 1] != layout.separator
  }

  /// Prints the path so that it does not look like an authority.
  mutating func printRootedPath() {
    let key = layout.key.bounds
    if key.count > 1, bytes[key.lowerBound + 1] == layout.separator {
      output.append(LocationByte.slash)
      output.append(LocationByte.dot)
    }
    printSegments(from: key.lowerBound)
  }

  private mutating func printHost() {
    let isAddress = bytes[layout.host.bounds].first == LocationByte.openingBracket
    output.append(LocationByte.slash)
    output.append(LocationByte.slash)
    encode(layout.host.bounds, isAddress ? .address : .host)
    if let port = layout.port { output.append(contentsOf: ":\(port)".utf8) }
  }

  /// Prints the path with its first segment in the place of a host.
  private mutating func printPathAsAuthority() {
    let key = layout.key.bounds
    output.append(LocationByte.slash)
    output.append(LocationByte.slash)
    guard key.count > 1 else { return }
    let first = segment(after: key.lowerBound)
    encode(first, .host)
    printSegments(from: first.isEmpty ? key.lowerBound : first.upperBound)
  }

  /// Prints segments, each after a slash, and a final slash if the last one is empty.
  private mutating func printSegments(from start: Int) {
    var start = start
    while start < layout.key.bounds.upperBound {
      let segment = segment(after: start)
      output.append(LocationByte.slash)
      encode(segment, .segment)
      if segment.isEmpty, segment.upperBound == layout.key.bounds.upperBound,
        layout.key.count > 1
      {
        output.append(LocationByte.slash)
      }
      start = segment.upperBound
    }
  }

  private func segment(after separator: Int) -> Range<Int> {
    let rest = (separator + 1)..<layout.key.bounds.upperBound
    return rest.lowerBound..<(bytes[rest].firstIndex(of: layout.separator) ?? rest.upperBound)
  }

  private mutating func printQuery() {
    let query = LocationQuery(
      storage: .bytes([]),
      range: layout.query,
      isDecoded: layout.isQueryDecoded
    )
    var mark = LocationByte.question
    var index = query.index(from: layout.query.bounds.lowerBound, in: bytes)
    while index.start < layout.query.bounds.upperBound {
      output.append(mark)
      mark = LocationByte.ampersand
      encode(index.name, .queryName)
      if !index.value.isEmpty || index.name.isEmpty { output.append(LocationByte.equals) }
      encode(index.value, .queryValue)
      index = query.index(from: index.end + 1, in: bytes)
    }
  }

  private mutating func encode(_ range: Range<Int>, _ allowed: PercentAllowed) {
    PercentCoding.encode(UnsafeBufferPointer(rebasing: bytes[range]), allowed, into: &output)
  }
}

extension Location: LosslessStringConvertible {
  /// The location as text: parsing it by the same rules gives an equal location.
  ///
  /// Only necessary characters are escaped; other alphabets stay readable.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the location in UTF-8 bytes.
  public var description: String {
    if isPlainPath { return storage.text(layout.key) }
    return storage.withBytes { bytes in
      var printer = LocationPrinter(bytes, layout)
      printer.printAll()
      return printer.text
    }
  }

  package var byteCount: Int { storage.withBytes(\.count) }

  /// The path as text: parsing it gives the same segments.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  public var path: String {
    if isPlainPath { return storage.text(layout.key) }
    return storage.withBytes { bytes in
      var printer = LocationPrinter(bytes, layout)
      printer.printRootedPath()
      return printer.text
    }
  }
}
