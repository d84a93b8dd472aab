/// Collects query items at the end of a buffer, decoded.
struct LocationQueryBuilder {
  let start: Int

  /// The source offset of the first item beyond the limit.
  private(set) var overflowOffset: Int?

  private let limit: Int
  private let plusAsSpace: Bool
  private var count = 0

  init(_ writer: LocationWriter, rules: LocationRules) {
    start = writer.count
    limit = rules.maximumQueryItems
    plusAsSpace = rules.plusAsSpace
  }

  mutating func append(_ query: LocationQuery, into writer: inout LocationWriter) {
    query.appendItems(to: &writer, from: start)
    count += query.count
  }

  /// Appends the items of an encoded query; empty text between two `&` is not an item.
  ///
  /// Returns the offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    _ range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into writer: inout LocationWriter
  ) -> Int? {
    var first = range.lowerBound
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || source[index] == LocationByte.ampersand {
      if first < index, let broken = append(item: first..<index, of: source, into: &writer) {
        return broken
      }
      first = index + 1
    }
    return nil
  }

  private mutating func append(
    item range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into writer: inout LocationWriter
  ) -> Int? {
    if writer.count > start { writer.append(LocationQuery.itemEnd) }
    let equals = LocationByte.first(LocationByte.equals, source, range) ?? range.upperBound
    let value = min(equals + 1, range.upperBound)..<range.upperBound
    if let broken = decode(range.lowerBound..<equals, of: source, into: &writer) { return broken }
    writer.append(LocationQuery.nameEnd)
    if let broken = decode(value, of: source, into: &writer) { return broken }
    count += 1
    if count > limit, overflowOffset == nil { overflowOffset = range.lowerBound }
    return nil
  }

  private func decode(
    _ range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into writer: inout LocationWriter
  ) -> Int? {
    PercentCoding.decode(source, range, plusAsSpace: plusAsSpace, into: &writer)
  }
}
