extension RouteTable {
  /// One route of a table.
  public struct Entry: Sendable {
    /// The whole pattern.
    public var pattern: RoutePattern
    /// The lower-cased scheme the route is bound to, or `nil` for every scheme.
    public var scheme: String?
    /// The host the route is bound to, or `nil` for every host.
    public var host: HostPattern?
    /// Higher wins, before anything else.
    public var priority: Int
    /// Whether literal text must have the same case.
    public var isCaseSensitive: Bool
    /// Whether the route goes with its owner; of such routes with the same pattern the newest wins.
    public var isOwned: Bool

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - pattern: The whole pattern.
    ///   - scheme: The scheme; by default the pattern's own.
    ///   - host: The host; by default the pattern's own.
    ///   - priority: Higher wins; 0 by default.
    ///   - isCaseSensitive: Whether literal text must have the same case; `true` by default.
    ///   - isOwned: Whether the route goes with its owner; `false` by default.
    public init(
      pattern: RoutePattern,
      scheme: String? = nil,
      host: HostPattern? = nil,
      priority: Int = 0,
      isCaseSensitive: Bool = true,
      isOwned: Bool = false
    ) {
      self.pattern = pattern
      self.scheme = scheme?.lowercased() ?? pattern.scheme
      self.host = host ?? pattern.host
      self.priority = priority
      self.isCaseSensitive = isCaseSensitive
      self.isOwned = isOwned
    }
  }
}
