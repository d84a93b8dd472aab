/// Collects query items from the parts of a text.
struct LocationQueryBuilder {
  private var bytes: [UInt8] = []
  private var count = 0
  private let rules: LocationRules

  /// Where in the source the first item beyond the limit began.
  private(set) var overflowOffset: Int?

  /// Begins with the items of another query.
  init(rules: LocationRules, base: LocationQuery? = nil) {
    self.rules = rules
    guard let base else { return }
    bytes = Array(base.bytes)
    count = base.count
  }

  /// The items so far.
  var query: LocationQuery { LocationQuery(bytes: bytes[...]) }

  /// Appends the items of a query; nothing between two `&` is no item.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
    var start = range.lowerBound
    for index in range.lowerBound...range.upperBound
    where index == range.upperBound || source[index] == LocationByte.ampersand {
      if start < index, let broken = append(source, item: start..<index) { return broken }
      start = index + 1
    }
    return nil
  }

  private mutating func append(
    _ source: UnsafeBufferPointer<UInt8>,
    item range: Range<Int>
  ) -> Int? {
    let equals = range.first { source[$0] == LocationByte.equals } ?? range.upperBound
    if let broken = decode(source, range.lowerBound..<equals) { return broken }
    bytes.append(LocationQuery.nameEnd)
    let valueStart = min(equals + 1, range.upperBound)
    if let broken = decode(source, valueStart..<range.upperBound) { return broken }
    bytes.append(LocationQuery.itemEnd)
    count += 1
    if count == rules.maximumQueryItems + 1 { overflowOffset = range.lowerBound }
    return nil
  }

  private mutating func decode(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    PercentCoding.decode(source, range, plusAsSpace: rules.plusAsSpace, into: &bytes)
  }
}
