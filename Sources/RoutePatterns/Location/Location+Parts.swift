extension Location {
  /// Creates a location from unescaped parts.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in any case, or `nil` for no scheme.
  ///   - host: The host as in a link: `example.com`, `localhost:8080`.
  ///   - segments: The segments of the path; they may contain slashes.
  ///   - query: The query.
  ///   - fragment: The fragment, or `nil` for no fragment.
  ///   - rules: The limits, and the meaning of authority and fragment for each scheme.
  /// - Throws: ``LocationError`` if the printed location would not parse back to the same parts.
  /// - Complexity: O(*n*), where *n* is the length of all parts in UTF-8 bytes.
  public init(
    scheme: String? = nil,
    host: String? = nil,
    segments: [String],
    query: LocationQuery = [],
    fragment: String? = nil,
    rules: LocationRules = .standard
  ) throws(LocationError) {
    self = try LocationParts(
      scheme: scheme,
      host: host,
      segments: segments,
      query: query,
      fragment: fragment,
      rules: rules
    )
    .location()
  }

  /// Returns a copy with other items merged into its query.
  ///
  /// The items replace items with the same name at the position of the first of these; new names
  /// are appended.
  ///
  /// - Parameters:
  ///   - overlay: The items to merge.
  ///   - rules: The limits.
  /// - Returns: The new location.
  /// - Throws: ``LocationError`` if the new location exceeds a limit.
  /// - Complexity: O(*n*), where *n* is the length of both queries in UTF-8 bytes.
  package func with(
    query overlay: LocationQuery,
    rules: LocationRules = .standard
  ) throws(LocationError) -> Location {
    try replacingQuery(with: query.overlaid(by: overlay), rules: rules)
  }

  /// Returns a copy with another query.
  ///
  /// - Throws: ``LocationError`` if the new location exceeds a limit.
  package func replacingQuery(
    with query: LocationQuery,
    rules: LocationRules
  ) throws(LocationError) -> Location {
    let count = storage.withBytes(\.count) + 2 * query.range.count
    let location = try LocationAssembly.location(capacity: count + 16) {
      (assembly) throws(LocationError) in
      assembly.append(partsOf: self, query: query)
    }
    try location.checkLimits(rules)
    return location
  }

  /// Returns the path, the query and the fragment, without the scheme and the host.
  ///
  /// - Throws: ``LocationError`` if the path cannot be written without them.
  package func withoutOrigin(rules: LocationRules) throws(LocationError) -> Location {
    try Location(segments: segments, query: query, fragment: fragment, rules: rules)
  }

  func checkLimits(_ rules: LocationRules) throws(LocationError) {
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    let text = description
    let count = text.utf8.count
    if count > limit { throw .overLong(text.utf8, byteCount: count, limit: limit) }
    if segmentCount > rules.maximumSegments {
      throw LocationError(.tooManySegments(text: text, limit: rules.maximumSegments, utf8Offset: 0))
    }
    if query.count > rules.maximumQueryItems {
      throw LocationError(
        .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: 0)
      )
    }
  }
}

extension Location {
  /// The path with the names of the query items, for a log.
  package var withoutValues: String {
    description.prefix { $0 != "?" && $0 != "#" } + query.namesText
  }
}
