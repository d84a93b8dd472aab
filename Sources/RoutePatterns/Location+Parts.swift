extension Location {
  /// Puts a location together of parts that are not escaped.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in any case, or `nil` for none.
  ///   - host: The host, as it stands in a link: `example.com`, `localhost:8080`.
  ///   - segments: The segments of the path; one may hold a slash.
  ///   - query: The query.
  ///   - fragment: The fragment, or `nil` for none.
  ///   - rules: Limits, and what each scheme makes of authority and fragment.
  /// - Throws: ``LocationError`` if the parts would not come back from the printed location.
  /// - Complexity: O(*n*), where *n* is the length of all parts in UTF-8 bytes.
  public init(
    scheme: String? = nil,
    host: String? = nil,
    segments: [String],
    query: LocationQuery = [],
    fragment: String? = nil,
    rules: LocationRules = .standard
  ) throws(LocationError) {
    var parts = LocationParts(rules: rules)
    if let scheme { try parts.append(scheme: scheme) }
    if let host { try parts.append(host: host) }
    try parts.append(segments: segments)
    parts.append(query: query)
    if let fragment { try parts.append(fragment: fragment) }
    self = try parts.location()
  }

  /// Answers a location with other items laid over its query.
  ///
  /// The items replace those of the same name, where the first of these stood; new names follow
  /// at the end.
  ///
  /// - Parameters:
  ///   - overlay: The items to lay over.
  ///   - rules: The limits.
  /// - Returns: The other location.
  /// - Throws: ``LocationError`` if the location would be over a limit.
  /// - Complexity: O(*n*), where *n* is the length of both queries in UTF-8 bytes.
  public func with(
    query overlay: LocationQuery,
    rules: LocationRules = .standard
  ) throws(LocationError) -> Location {
    var parts = LocationParts(rules: rules)
    parts.append(partsOf: self, query: query.overlaid(by: overlay))
    return try parts.location()
  }
}
