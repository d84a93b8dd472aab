extension Router {
  /// Asks a closure before any location that fits the pattern is matched.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme it fits every scheme.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - owner: Held weakly; the proxy ends with it. Default: ``viewOwner``.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides at once.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern`.
  @discardableResult
  public func addProxy(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    try addProxy(
      template,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.immediate(decide))
    )
  }

  /// Asks a closure as the one above, which may wait.
  @_disfavoredOverload
  @discardableResult
  public func addProxy(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try addProxy(
      template,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.waiting(decide))
    )
  }

  /// Asks a closure before a route is entered.
  ///
  /// ```swift
  /// try router.addGuard("orders") { state in
  ///   session.isOpen ? .proceed : .go(to: "login")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and those below it; or a pattern, for every open whose
  ///     location fits.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - owner: Held weakly; the guard ends with it. Default: ``viewOwner``.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides at once.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    try addGuard(
      key,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.immediate(decide))
    )
  }

  /// Asks a closure as the one above, which may wait.
  @_disfavoredOverload
  @discardableResult
  public func addGuard(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try addGuard(
      key,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.waiting(decide))
    )
  }
}
