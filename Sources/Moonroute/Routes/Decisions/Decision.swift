public import RoutePatterns

/// The decision of a guard, a redirect or a proxy about an open.
public enum Decision: Sendable {
  /// Go on.
  case proceed
  /// End the open as ``Outcome/Status/intercepted``.
  case stop(reason: String? = nil)
  /// Go to another location instead.
  case go(Location)
  /// Go to another location with the items of the present query that it does not have itself.
  case goKeepingQuery(Location)
  /// Go to another location, given as text that starts with `/` or `.` or has a scheme.
  case goTo(String)
  /// Go on with a changed location.
  ///
  /// Only proxies may answer this.
  case rewrite(Rewrite)
}

/// A proxy's answer that goes on with a changed location and skips the remaining proxies.
public struct Rewrite: Sendable {
  /// The location to go on with.
  public var location: Location

  /// Query items laid over those of ``location``.
  public var query: [(String, String)]

  /// The new extra, or `nil` to keep the present one.
  public var extra: Value?

  /// Describes a rewrite.
  ///
  /// - Parameters:
  ///   - location: The location to go on with.
  ///   - query: Items laid over its query. Default: none.
  ///   - extra: The new extra. Default: the present one is kept.
  public init(_ location: Location, query: [(String, String)] = [], extra: Value? = nil) {
    self.location = location
    self.query = query
    self.extra = extra
  }
}
