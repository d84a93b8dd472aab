extension Location: Hashable {
  /// Answers whether both ask for the same thing: the very same location.
  ///
  /// Scheme, host, port, segments, query items in their order, and fragment are compared.
  public static func == (left: Location, right: Location) -> Bool {
    guard left.layout.port == right.layout.port, left.separator == right.separator,
      left.layout.hasFragment == right.layout.hasFragment
    else { return false }
    let areEqual = left.storage.withBytes { bytes in
      right.storage.withBytes { others in
        let isEqual = { (range: LocationRange, other: LocationRange) in
          Location.isEqual(bytes[range.bounds], others[other.bounds])
        }
        return isEqual(left.layout.scheme, right.layout.scheme)
          && isEqual(left.layout.host, right.layout.host)
          && isEqual(left.layout.fragment, right.layout.fragment)
          && (left.separator != LocationByte.slash
            || isEqual(left.layout.key, right.layout.key))
      }
    }
    guard areEqual, left.query == right.query else { return false }
    return left.separator == LocationByte.slash || left.segments == right.segments
  }

  /// Feeds what two equal locations share to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host)
    hasher.combine(port)
    hasher.combine(storage.text(layout.key))
    hasher.combine(query)
    hasher.combine(fragment)
  }

  /// Compares two texts by their bytes, or else by canonical equivalence.
  private static func isEqual(
    _ text: Slice<UnsafeBufferPointer<UInt8>>,
    _ other: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    if text.elementsEqual(other) { return true }
    if text.allSatisfy({ $0 < 0x80 }), other.allSatisfy({ $0 < 0x80 }) { return false }
    return String(decoding: text, as: UTF8.self) == String(decoding: other, as: UTF8.self)
  }
}
