extension Location {
  /// Builds a location from unescaped parts.
  ///
  /// ```swift
  /// let link = try Location {
  ///   LinkPart.scheme("shop")
  ///   LinkPart.segment("user")
  ///   LinkPart.segment("7")
  ///   LinkPart.query("tab", "posts")
  /// }
  /// link.description  // "shop://user/7?tab=posts"
  /// ```
  ///
  /// Segments and query items keep their order; for other parts, the last one wins.
  ///
  /// - Parameters:
  ///   - rules: The limits, and the meaning of authority and fragment for each scheme.
  ///   - parts: The parts.
  /// - Throws: ``LocationError`` if the printed location would not parse back to the same parts.
  public init(
    rules: LocationRules = .standard,
    @LinkBuilder _ parts: () -> [LinkPart]
  ) throws(LocationError) {
    let parts = parts()
    var scheme: String?
    var host: String?
    var segments: [String] = []
    var items: [LocationQuery.Item] = []
    var fragment: String?
    for part in parts {
      switch part {
      case .scheme(let text): scheme = text
      case .host(let text): host = text
      case .segment(let text): segments.append(text)
      case .query(let item): items.append(item)
      case .fragment(let text): fragment = text
      }
    }
    try self.init(
      scheme: scheme,
      host: host,
      segments: segments,
      query: LocationQuery(items),
      fragment: fragment,
      rules: rules
    )
  }
}
