#if Inspector
import GzipBytes

extension ServerContent {
  /// Shorter content is not compressed.
  private static let leastBytes = 1_024

  /// The compressed form; `nil` if the content is short.
  var compressed: ServerContent? {
    guard bytes.count >= Self.leastBytes else { return nil }
    let packed = bytes.withUnsafeBytes { bytes in
      let limit = gzip_bound(bytes.count)
      return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
        count = gzip_bytes(bytes.baseAddress, bytes.count, buffer.baseAddress, limit)
      }
    }
    guard !packed.isEmpty else { return nil }
    var content = ServerContent(status, type: type, packed)
    content.headers = headers + [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
    return content
  }
}

extension ServerAnswer {
  /// The answer with compressed content, if it is long enough.
  var compressed: ServerAnswer {
    guard case .content(let content) = self, let packed = content.compressed else { return self }
    return .content(packed)
  }
}
#endif
