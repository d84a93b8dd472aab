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
    let query = query.overlaid(by: overlay)
    let count = storage.withBytes(\.count) + 2 * query.range.count
    let location = try LocationAssembly.location(capacity: count + 16) {
      (assembly) throws(LocationError) in
      assembly.append(partsOf: self, query: query)
    }
    try location.checkLimits(rules)
    return location
  }

  /// Refuses a location that is over a limit.
  func checkLimits(_ rules: LocationRules) throws(LocationError) {
    let limit = min(rules.maximumBytes, LocationRange.maximumBytes)
    let text = description
    let count = text.utf8.count
    if count > limit { throw .overLong(text.utf8, byteCount: count, limit: limit) }
    if segmentCount > rules.maximumSegments {
      throw .tooManySegments(text: text, limit: rules.maximumSegments, utf8Offset: 0)
    }
    if query.count > rules.maximumQueryItems {
      throw .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: 0)
    }
  }
}
