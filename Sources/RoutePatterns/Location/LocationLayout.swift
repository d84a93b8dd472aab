/// Where the parts of a location lie within its bytes, and what the bytes do not say.
struct LocationLayout: Sendable {
  /// The scheme, lower-cased; empty if there is none.
  var scheme = LocationRange()

  /// The host as ``HostName`` spells it; empty if there is none.
  var host = LocationRange()

  /// The port after the host.
  var port: UInt16?

  /// A slash, then the segments joined by ``separator``; a slash alone if there are none.
  var key = LocationRange()

  /// The query; empty if there is none.
  var query = LocationRange()

  /// The fragment, if ``hasFragment``.
  var fragment = LocationRange()

  /// Whether there is a fragment, which may be empty.
  var hasFragment = false

  /// The byte between segments in ``key``.
  var separator = LocationByte.slash

  /// Whether every byte of ``key`` is ASCII.
  var isASCII = true

  /// Whether ``key`` is known to hold but bytes that are printed as they are, up to the end of the
  /// text.
  var isCommon = false

  /// Whether the query lies there as ``LocationQuery`` decodes it, not as it was written.
  var isQueryDecoded = false

  /// Whether the first segment is printed where a host would be.
  var printsAuthority = false

  /// Whether no slash stands between the scheme and the path, as in `mailto:a@b.c`.
  var isRootless = false
}
