/// Collects query items at the end of a buffer, decoded.
struct LocationQueryBuilder {
  /// Where in the source the first item beyond the limit began.
  private(set) var overflowOffset: Int?

  private let start: Int
  private let rules: LocationRules
  private var count = 0

  /// Begins at the end of a buffer.
  init(start: Int, rules: LocationRules) {
    self.start = start
    self.rules = rules
  }

  /// Appends the items of another query.
  mutating func append(_ query: LocationQuery, into bytes: inout [UInt8]) {
    query.appendItems(to: &bytes, from: start)
    count += query.count
  }

  /// Appends the items of a query as it is written; nothing between two `&` is no item.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    _ range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into bytes: inout [UInt8]
  ) -> Int? {
    var first = range.lowerBound
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || source[index] == LocationByte.ampersand {
      if first < index, let broken = append(item: first..<index, of: source, into: &bytes) {
        return broken
      }
      first = index + 1
    }
    return nil
  }

  private mutating func append(
    item range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into bytes: inout [UInt8]
  ) -> Int? {
    if bytes.count > start { bytes.append(LocationQuery.itemEnd) }
    let equals = range.first { source[$0] == LocationByte.equals } ?? range.upperBound
    let name = range.lowerBound..<equals
    let value = min(equals + 1, range.upperBound)..<range.upperBound
    let plus = rules.plusAsSpace
    if let broken = PercentCoding.decode(source, name, plusAsSpace: plus, into: &bytes) {
      return broken
    }
    bytes.append(LocationQuery.nameEnd)
    if let broken = PercentCoding.decode(source, value, plusAsSpace: plus, into: &bytes) {
      return broken
    }
    count += 1
    if count > rules.maximumQueryItems, overflowOffset == nil { overflowOffset = range.lowerBound }
    return nil
  }
}
