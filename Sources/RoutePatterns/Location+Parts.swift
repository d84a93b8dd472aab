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
    let scheme = scheme?.lowercased()
    if let scheme, !Location.isScheme(scheme) { throw .badScheme(scheme: scheme) }
    let own = scheme.map { rules[$0] }
    let place = try Location.place(host, scheme, rules)
    if let fragment, let scheme, let own, own.fragment != .text {
      throw .unexpectedFragment(fragment: fragment, scheme: scheme)
    }
    self.init(
      scheme: scheme,
      host: place?.name,
      port: place?.port,
      path: try Location.path(segments),
      query: query,
      fragment: fragment,
      printsAuthority: own?.authority == .segment
    )
    try check(rules)
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
    let location = Location(
      scheme: scheme,
      host: host,
      port: port,
      path: decodedPath,
      query: query.overlaid(by: overlay),
      fragment: fragment,
      printsAuthority: printsAuthority
    )
    try location.check(rules)
    return location
  }

  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else {
      return false
    }
    return text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "+"), UInt8(ascii: "-"), LocationByte.dot:
        true
      default: false
      }
    }
  }

  private static func place(
    _ host: String?,
    _ scheme: String?,
    _ rules: LocationRules
  ) throws(LocationError) -> (name: String, port: Int?)? {
    guard let host else { return nil }
    guard let scheme, case .host = rules[scheme].authority else {
      throw .unexpectedHost(host: host, scheme: scheme)
    }
    let bytes = Array(host.utf8)
    return try bytes.withUnsafeBufferPointer { source throws(LocationError) in
      try LocationParser(source: source, rules: rules).host(source.indices, scheme: scheme)
    }
  }

  private static func path(_ segments: [String]) throws(LocationError) -> LocationPath {
    var joined: [UInt8] = []
    for (index, segment) in segments.enumerated() {
      if segment.isEmpty || segment == "." || segment == ".." {
        throw .unprintableSegment(segment: segment, index: index)
      }
      joined.append(LocationPath.otherSeparator)
      joined.append(contentsOf: segment.utf8)
    }
    return LocationPath(joined: joined)
  }

  /// Refuses a location that is over a limit.
  private func check(_ rules: LocationRules) throws(LocationError) {
    let text = description
    if text.utf8.count > rules.maximumBytes {
      throw .tooLong(text: text, byteCount: text.utf8.count, limit: rules.maximumBytes)
    }
    if decodedPath.segmentCount > rules.maximumSegments {
      throw .tooManySegments(text: text, limit: rules.maximumSegments, utf8Offset: 0)
    }
    if query.count > rules.maximumQueryItems {
      throw .tooManyQueryItems(text: text, limit: rules.maximumQueryItems, utf8Offset: 0)
    }
  }
}
