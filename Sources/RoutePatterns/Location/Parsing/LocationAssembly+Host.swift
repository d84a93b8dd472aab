extension LocationAssembly {
  /// The maximum number of bytes for each byte of a host: mapping turns one character into up to
  /// six, and Punycode turns one byte into up to four.
  static let hostGrowth = 8

  /// Appends the host and the port of an authority, without user and password.
  ///
  /// Throws ``LocationError`` if the host, one of its labels or the port is invalid or not UTF-8.
  mutating func append(
    authority: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>
  ) throws(LocationError) {
    let user = authority.last { source[$0] == LocationByte.at }
    let place = (user.map { $0 + 1 } ?? authority.lowerBound)..<authority.upperBound
    let end = try LocationAssembly.hostEnd(place, source)
    let start = writer.count
    if let broken = PercentCoding.decode(source, place.lowerBound..<end, into: &writer) {
      throw LocationError(
        .notUTF8(text: String(decoding: source, as: UTF8.self), utf8Offset: broken)
      )
    }
    try spellHost(from: start, at: place.lowerBound, of: source)
    let port = try LocationAssembly.port(end..<place.upperBound, source)
    guard writer.count > start else { return }
    layout.host = LocationRange(start..<writer.count)
    layout.port = port == ownPort ? nil : port
  }

  private var ownPort: UInt16? {
    let name = writer.bytes[layout.scheme.bounds]
    if name.elementsEqual("https".utf8) { return 443 }
    return name.elementsEqual("http".utf8) ? 80 : nil
  }

  private mutating func spellHost(
    from start: Int,
    at offset: Int,
    of source: UnsafeBufferPointer<UInt8>
  ) throws(LocationError) {
    guard !HostName.isPlain(writer.bytes[start...]) else { return }
    let text = String(decoding: writer.bytes[start...], as: UTF8.self)
    do throws(HostName.LabelError) {
      let host = try HostName.canonical(text)
      writer.remove(from: start)
      writer.append(contentsOf: host.utf8)
    } catch {
      let source = String(decoding: source, as: UTF8.self)
      if text.utf8.first == LocationByte.openingBracket {
        throw LocationError(.badHost(text: source, utf8Offset: offset))
      }
      throw LocationError(.badLabel(text: source, label: error.label, utf8Offset: offset))
    }
  }

  private static func hostEnd(
    _ place: Range<Int>,
    _ source: UnsafeBufferPointer<UInt8>
  ) throws(LocationError) -> Int {
    guard let first = place.first, source[first] == LocationByte.openingBracket else {
      return place.last { source[$0] == LocationByte.colon } ?? place.upperBound
    }
    guard let bracket = place.first(where: { source[$0] == LocationByte.closingBracket }),
      bracket + 1 == place.upperBound || source[bracket + 1] == LocationByte.colon
    else {
      throw LocationError(
        .badHost(text: String(decoding: source, as: UTF8.self), utf8Offset: first)
      )
    }
    return bracket + 1
  }

  private static func port(
    _ range: Range<Int>,
    _ source: UnsafeBufferPointer<UInt8>
  ) throws(LocationError) -> UInt16? {
    guard range.count > 1 else { return nil }
    var port = 0
    for index in range.dropFirst() {
      let digit = Int(source[index]) - Int(UInt8(ascii: "0"))
      let isDigit = (0...9).contains(digit)
      if isDigit { port = port * 10 + digit }
      guard isDigit, port <= UInt16.max else {
        throw LocationError(
          .badPort(
            text: String(decoding: source, as: UTF8.self),
            utf8Offset: isDigit ? range.lowerBound + 1 : index
          )
        )
      }
    }
    return UInt16(port)
  }
}
