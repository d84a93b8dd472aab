extension Router {
  /// Adds a closure that is called before the routes are matched, for all locations that match a
  /// pattern.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme, it matches every scheme.
  ///   - tags: The proxy is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Proxies with a higher priority are called first.
  ///   - owner: An object, held weakly, that ends the proxy when it is deallocated. The default is
  ///     ``viewOwner``.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides and returns immediately.
  /// - Returns: A registration to remove the proxy.
  /// - Throws: `bad_pattern`.
  @discardableResult
  package func addRewriter(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    try addRewriter(
      template,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.immediate(decide))
    )
  }

  /// Adds an asynchronous proxy; otherwise like the synchronous overload.
  @_disfavoredOverload
  @discardableResult
  package func addRewriter(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try addRewriter(
      template,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.waiting(decide))
    )
  }

  /// Adds a closure that is called before a route is entered.
  ///
  /// ```swift
  /// try router.addGuard(for: "orders") { state in
  ///   session.isOpen ? .proceed : .go(to: "login")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and its descendants; or a pattern, for all matching
  ///     locations.
  ///   - tags: The guard is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Guards with a higher priority are called first.
  ///   - owner: An object, held weakly, that ends the guard when it is deallocated. The default is
  ///     ``viewOwner``.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides and returns immediately.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  package func addGuard(
    for key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    try addGuard(
      for: key,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.immediate(decide))
    )
  }

  /// Adds an asynchronous guard; otherwise like the synchronous overload.
  @_disfavoredOverload
  @discardableResult
  package func addGuard(
    for key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: @escaping (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try addGuard(
      for: key,
      tags: tags,
      priority: priority,
      owner: owner,
      fileID: fileID,
      line: line,
      Handler(.waiting(decide))
    )
  }
}
