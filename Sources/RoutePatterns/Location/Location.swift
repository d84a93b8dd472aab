/// A link as the router sees it: scheme, host, segments, query and fragment, all decoded.
///
/// Any text is a location or one ``LocationError``. Two locations are equal if they ask for the
/// same thing, however they were written: scheme and host in any case, a host in letters or with
/// `xn--`, escapes or plain text.
/// Text other than ASCII is compared by canonical equivalence.
///
/// ```swift
/// let location = try Location(parsing: "shop://user/7?tab=posts#top")
/// location.segments  // ["user", "7"]
/// location.query.last("tab")  // "posts"
/// location.fragment  // "top"
/// ```
public struct Location: Sendable {
  /// The bytes of all parts.
  @usableFromInline let storage: LocationStorage

  /// Where the parts lie in ``storage``.
  let layout: LocationLayout

  /// The scheme, lower-cased, or `nil` if there is none.
  public var scheme: String? {
    layout.scheme.isEmpty ? nil : storage.text(layout.scheme)
  }

  /// The host, or `nil` if there is none or the scheme's authority is not a host.
  ///
  /// It has one spelling, however it was written: in small letters of its own alphabet, without
  /// `xn--` and without a dot at the end; an IPv6 address as RFC 5952 has it.
  public var host: String? {
    layout.host.isEmpty ? nil : storage.text(layout.host)
  }

  /// The port after the host, or `nil` if there is none or it is the scheme's own.
  ///
  /// It is printed and compared, but never matched. A user and a password are dropped.
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

  /// The fragment, decoded, or `nil` if there is none.
  ///
  /// Always `nil` if the scheme reads fragments as a path or as a query.
  public var fragment: String? {
    layout.hasFragment ? storage.text(layout.fragment) : nil
  }
}
