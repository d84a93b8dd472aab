/// A link as the router sees it: scheme, host, segments, query and fragment, all decoded.
///
/// Every text either parses as a location or fails with one ``LocationError``. Two locations are
/// equal if they differ only in spelling: the case of scheme and host, a host in letters or with
/// `xn--`, escapes or plain text. Non-ASCII text is compared by canonical equivalence.
///
/// ```swift
/// let location = try Location(parsing: "shop://user/7?tab=posts#top")
/// location.segments  // ["user", "7"]
/// location.query.last("tab")  // "posts"
/// location.fragment  // "top"
/// ```
public struct Location: Sendable {
  @usableFromInline let storage: LocationStorage
  let layout: LocationLayout

  /// The scheme, lower-cased, or `nil` for a location without a scheme.
  public var scheme: String? {
    layout.scheme.isEmpty ? nil : storage.text(layout.scheme)
  }

  /// The host, or `nil` if the location has none or the scheme's authority is not a host.
  ///
  /// It has its canonical spelling: in lower case, in its own alphabet, without `xn--` and without
  /// a final dot; an IPv6 address as in RFC 5952.
  public var host: String? {
    layout.host.isEmpty ? nil : storage.text(layout.host)
  }

  /// The port after the host, or `nil` if it is absent or the default port of the scheme.
  ///
  /// It is printed and compared, but never matched. User and password are dropped.
  public var port: Int? { layout.port.map(Int.init) }

  /// The segments of the path, decoded.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  public var segments: [String] {
    withPathKey { key in
      guard key.count > 1 else { return [] }
      return key.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// The query, decoded.
  public var query: LocationQuery {
    LocationQuery(storage: storage, range: layout.query, isDecoded: layout.isQueryDecoded)
  }

  package var hasQuery: Bool { !layout.query.isEmpty }

  /// The fragment, decoded, or `nil` for a location without a fragment.
  ///
  /// Always `nil` if the scheme reads fragments as a path or as a query.
  public var fragment: String? {
    layout.hasFragment ? storage.text(layout.fragment) : nil
  }
}
