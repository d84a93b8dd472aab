/// The positions of a location's parts within its bytes, and data that the bytes do not hold.
struct LocationLayout: Sendable {
  /// The scheme, lower-cased; empty without a scheme.
  var scheme = LocationRange()

  /// The host in the canonical spelling of ``HostName``; empty without a host.
  var host = LocationRange()

  var port: UInt16?

  /// A slash, then the segments joined by ``separator``; a single slash without segments.
  var key = LocationRange()

  /// The query; empty without a query.
  var query = LocationRange()

  var fragment = LocationRange()

  /// Whether there is a fragment, which may be empty.
  var hasFragment = false

  var separator = LocationByte.slash

  /// Whether every byte of ``key`` is ASCII.
  var isASCII = true

  /// Whether ``key`` is known to contain only bytes that print unchanged, up to the end of the
  /// text.
  var isCommon = false

  /// Whether the query is in the decoded form of ``LocationQuery``, not in its original form.
  var isQueryDecoded = false

  /// Whether the first segment is printed in the place of a host.
  var printsAuthority = false

  /// Whether the path does not start with a slash, as in `mailto:a@b.c`.
  var isRootless = false
}
