public import RoutePatterns

extension Location: ExpressibleByStringLiteral {
  /// Parses the text.
  public init(stringLiteral text: String) {
    do { self = try Location(parsing: text) } catch { preconditionFailure("\(error)") }
  }
}
