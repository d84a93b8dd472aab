/// The host and the port of an authority, without user and password.
struct LocationHost {
  /// The host, decoded and lower-cased; empty if there is none.
  private(set) var name: [UInt8] = []

  /// The port, unless it is the scheme's own.
  private(set) var port: UInt16?

  private let source: UnsafeBufferPointer<UInt8>

  /// Reads an authority.
  ///
  /// - Parameters:
  ///   - source: The text that the authority is part of.
  ///   - authority: Where it lies.
  ///   - ownPort: The port that goes without saying.
  /// - Throws: ``LocationError`` if the host or the port is broken, or is not UTF-8.
  init(
    _ source: UnsafeBufferPointer<UInt8>,
    _ authority: Range<Int>,
    ownPort: UInt16?
  ) throws(LocationError) {
    self.source = source
    let user = authority.last { source[$0] == LocationByte.at }
    let place = (user.map { $0 + 1 } ?? authority.lowerBound)..<authority.upperBound
    let end = try hostEnd(place)
    if let broken = PercentCoding.decode(source, place.lowerBound..<end, into: &name) {
      throw .notUTF8(text: text, utf8Offset: broken)
    }
    name = Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
    port = try number(end..<place.upperBound)
    if port == ownPort { port = nil }
  }

  private func hostEnd(_ place: Range<Int>) throws(LocationError) -> Int {
    guard let first = place.first, source[first] == LocationByte.openingBracket else {
      return place.last { source[$0] == LocationByte.colon } ?? place.upperBound
    }
    guard let bracket = place.first(where: { source[$0] == LocationByte.closingBracket }),
      bracket + 1 == place.upperBound || source[bracket + 1] == LocationByte.colon
    else { throw .badHost(text: text, utf8Offset: first) }
    return bracket + 1
  }

  /// Reads a colon and digits.
  private func number(_ range: Range<Int>) throws(LocationError) -> UInt16? {
    guard range.count > 1 else { return nil }
    var number: UInt16 = 0
    for index in range.dropFirst() {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = source[index] else {
        throw .badPort(text: text, utf8Offset: index)
      }
      let (shifted, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = shifted.addingReportingOverflow(
        UInt16(source[index] - UInt8(ascii: "0"))
      )
      if isTooLarge || isLarger { throw .badPort(text: text, utf8Offset: range.lowerBound + 1) }
      number = sum
    }
    return number
  }

  private var text: String { String(decoding: source, as: UTF8.self) }
}
