extension Location {
  /// A slash, then the decoded segments joined by ``separator``; the root is a slash alone.
  ///
  /// A copy: tables read the bytes where they are, through ``withPathKey(_:)``.
  var pathKey: [UInt8] { withPathKey { Array($0) } }

  /// What lies between segments in ``pathKey``: a slash, or 0xFF if a segment holds a slash.
  var separator: UInt8 { layout.separator }

  /// Whether every byte of ``pathKey`` is ASCII.
  var isASCII: Bool { layout.isASCII }

  /// How many segments there are.
  var segmentCount: Int {
    withPathKey { key in
      key.count == 1 ? 0 : key.dropFirst().reduce(1) { $1 == separator ? $0 + 1 : $0 }
    }
  }

  /// Gives access to the bytes of ``pathKey`` without copying them.
  @inline(__always)
  func withPathKey<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.key.bounds])) }
  }

  /// Gives access to the bytes of the lower-cased scheme; none if there is no scheme.
  func withScheme<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.scheme.bounds])) }
  }

  /// Gives access to the bytes of the lower-cased host; none if there is no host.
  func withHost<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    storage.withBytes { body(UnsafeBufferPointer(rebasing: $0[layout.host.bounds])) }
  }

  /// Appends every segment after a ``LocationByte/joint``.
  func appendSegments(to writer: inout LocationWriter) {
    withPathKey { key in
      guard key.count > 1 else { return }
      writer.append(LocationByte.joint)
      for byte in key.dropFirst() {
        writer.append(byte == separator ? LocationByte.joint : byte)
      }
    }
  }
}
