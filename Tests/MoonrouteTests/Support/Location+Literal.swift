public import RoutePatterns

extension Location: ExpressibleByStringLiteral {
  /// A location of a test.
  public init(stringLiteral text: String) {
    do { self = try Location(parsing: text) } catch { preconditionFailure("\(error)") }
  }
}
