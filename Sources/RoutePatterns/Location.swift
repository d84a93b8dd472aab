/// A link as the router sees it: scheme, host, segments, query and fragment, all decoded.
///
/// Any text is a location or one ``LocationError``. Two locations are equal if they ask for the
/// same thing, however they were written: scheme and host in any case, escapes or plain text.
/// Text other than ASCII is compared by canonical equivalence.
///
/// ```swift
/// let location = try Location(parsing: "shop://user/7?tab=posts#top")
/// location.segments  // ["user", "7"]
/// location.query.last("tab")  // "posts"
/// location.fragment  // "top"
/// ```
public struct Location: Sendable {
  /// The scheme, lower-cased, or `nil` if there is none.
  public let scheme: String?

  /// The host, lower-cased, or `nil` if there is none or the scheme's authority is not a host.
  public let host: String?

  /// The port after the host, or `nil` if there is none or it is the scheme's own.
  ///
  /// It is printed and compared, but never matched. A user and a password are dropped.
  public let port: Int?

  /// The query, decoded.
  public let query: LocationQuery

  /// The fragment, decoded, or `nil` if there is none.
  ///
  /// Always `nil` if the scheme reads fragments as a path or as a query.
  public let fragment: String?

  /// The path, decoded.
  let decodedPath: LocationPath

  /// Whether the first segment is printed where a host would be.
  let printsAuthority: Bool

  /// Puts a location together of parts that were checked.
  init(
    scheme: String?,
    host: String?,
    port: Int?,
    path: LocationPath,
    query: LocationQuery,
    fragment: String?,
    printsAuthority: Bool
  ) {
    self.scheme = scheme
    self.host = host
    self.port = port
    decodedPath = path
    self.query = query
    self.fragment = fragment
    self.printsAuthority = printsAuthority
  }

  /// The segments of the path, decoded.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  public var segments: [String] { decodedPath.segments }

  /// A slash, then the decoded segments joined by ``separator``; the root is a slash alone.
  var pathKey: [UInt8] { decodedPath.key }

  /// What lies between segments in ``pathKey``: a slash, or 0xFF if a segment holds a slash.
  var separator: UInt8 { decodedPath.separator }

  /// Whether every byte of ``pathKey`` is ASCII.
  var isASCII: Bool { decodedPath.isASCII }
}

extension Location: Hashable {
  /// Answers whether both ask for the same thing.
  public static func == (left: Location, right: Location) -> Bool {
    left.scheme == right.scheme && left.host == right.host && left.port == right.port
      && left.decodedPath == right.decodedPath && left.query == right.query
      && left.fragment == right.fragment
  }

  /// Feeds what two equal locations share to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(host)
    hasher.combine(port)
    hasher.combine(decodedPath)
    hasher.combine(query)
    hasher.combine(fragment)
  }
}
