extension Location {
  /// A slash, then the decoded segments joined by ``separator``; the root is a single slash.
  ///
  /// A copy: tables read the bytes in place through ``withPathKey(_:)``.
  var pathKey: [UInt8] { withPathKey { Array($0) } }

  /// The byte between segments in ``pathKey``: a slash, or 0xFF if a segment contains a slash.
  var separator: UInt8 { layout.separator }

  /// Whether every byte of ``pathKey`` is ASCII.
  var isASCII: Bool { layout.isASCII }

  var segmentCount: Int {
    withPathKey { key in
      key.count == 1 ? 0 : key.dropFirst().reduce(1) { $1 == separator ? $0 + 1 : $0 }
    }
  }

  @inline(__always)
  func withPathKey<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.key.bounds])) }
  }

  func withScheme<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.scheme.bounds])) }
  }

  func withHost<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.host.bounds])) }
  }

  func appendSegments(to writer: inout LocationWriter) {
    withPathKey { key in
      guard key.count > 1 else { return }
      writer.append(LocationByte.separator)
      for byte in key.dropFirst() {
        writer.append(byte == separator ? LocationByte.separator : byte)
      }
    }
  }
}

extension Location: Hashable {
  /// Returns whether both locations are the same.
  ///
  /// It compares scheme, host, port, segments, query items in their order, and fragment.
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

  /// Whether an equal location also has the same bytes, instead of canonically equivalent text.
  package func hasBytes(of other: Location) -> Bool {
    guard self == other else { return false }
    return storage.withBytes { bytes in
      other.storage.withBytes { bytes.elementsEqual($0) }
    }
  }

  /// Hashes the parts that equal locations share.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host)
    hasher.combine(port)
    hasher.combine(storage.text(layout.key))
    hasher.combine(query)
    hasher.combine(fragment)
  }

  /// Compares two texts by their bytes first, then by canonical equivalence.
  private static func isEqual(
    _ text: Slice<UnsafeBufferPointer<UInt8>>,
    _ other: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    if text.elementsEqual(other) { return true }
    if text.allSatisfy({ $0 < 0x80 }), other.allSatisfy({ $0 < 0x80 }) { return false }
    return String(decoding: text, as: UTF8.self) == String(decoding: other, as: UTF8.self)
  }
}

extension Location {
  /// Whether the location is only a path that prints as its decoded bytes.
  ///
  /// - Complexity: O(1) for most, at worst O(*n*) for a path of *n* UTF-8 bytes.
  package var isPlainPath: Bool {
    guard layout.scheme.isEmpty, layout.host.isEmpty, layout.query.isEmpty, !layout.hasFragment,
      layout.isASCII, separator == LocationByte.slash
    else { return false }
    return layout.isCommon || withPathKey(Self.isAllowed)
  }

  private static func isAllowed(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    // An empty first or last segment prints additional slashes.
    guard path.count == 1 || path[1] != LocationByte.slash && path.last != LocationByte.slash else {
      return false
    }
    let allowed = PercentAllowed.segment
    return path.allSatisfy { $0 == LocationByte.slash || allowed.contains($0) }
  }
}
