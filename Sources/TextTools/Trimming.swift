extension BidirectionalCollection {
  /// The elements without the ones at both ends that satisfy a predicate.
  @inlinable
  package func trimming(where fits: (Element) -> Bool) -> SubSequence {
    let rest = drop(while: fits)
    guard let last = rest.lastIndex(where: { !fits($0) }) else { return rest.prefix(0) }
    return rest[...last]
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without spaces and tabs at both ends.
  @inlinable
  package var trimmed: SubSequence { trimming { $0 == 0x20 || $0 == 0x09 } }
}

extension StringProtocol {
  /// The text without white space at both ends.
  @inlinable
  package var trimmed: String {
    // Nearly all texts begin and end in ASCII other than white space.
    if let first = utf8.first, let last = unicodeScalars.last, (0x21...0x7E).contains(first),
      ("!"..."~").contains(last)
    {
      return String(self)
    }
    return String(trimming(where: \.isWhitespace))
  }

  /// The text without spaces at its end.
  package var trimmedAtEnd: String {
    String(self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)])
  }
}
