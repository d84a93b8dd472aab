extension LinkRouter {
  /// The tree of everything on screen.
  public var tree: StageTree { router.stage.tree }

  /// The visible screen.
  public var top: Screen? { router.stage.top }

  /// The stage as plain data, for ``restore(from:)``.
  ///
  /// ```swift
  /// let data = try await JSONEncoder().encode(router.restorationState)
  /// try await router.restore(from: JSONDecoder().decode(Value.self, from: data))
  /// ```
  public var restorationState: Value { router.stage.restorationState }

  /// Restores a saved stage, in place of the current one.
  ///
  /// Every location is opened again, including its guards and views. If a guard stops or redirects,
  /// or a location matches nothing, its screen is left out, and everything above it is not opened.
  /// The first redirect target is opened at the end. No leave guard is called. If ``revalidate()``
  /// begins in the meantime, the restoration starts over; an open with ``OpenOptions/fresh`` ends
  /// it. Tabs without any screen are also left out; the result lists them by name. If the saved
  /// stage contains only such tabs, the stage does not change. Actions do not run: a screen that
  /// was saved at the location of an action exists because the action declined.
  ///
  /// - Parameter saved: The value of ``restorationState``.
  /// - Returns: The locations that were left out, including the locations above a screen that was
  ///   left out.
  /// - Throws: `wrong_type` if the value is not a saved stage; `cancelled` after a fresh open. In
  ///   both cases, nothing changes.
  @discardableResult
  public func restore(from saved: Value) async throws(RouterError) -> [String] {
    try await router.restore(from: saved)
  }

  /// Makes a user interface mirror the stage, in place of the previous one.
  ///
  /// - Parameter host: The user interface. The router holds it weakly, so its owner must keep it.
  ///   Pass `nil` to stop mirroring.
  public func show(on host: sending (any StageHost)?) { router.show(on: host) }

  /// Registers a view under a name.
  ///
  /// - Parameters:
  ///   - name: The name: `LinkRoute("/").view("Home")`.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - make: Makes the screen without waiting.
  public func addView(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ make: @escaping @Sendable @isolated(any) (RouteState) throws -> Screen?
  ) { router.addView(name, .immediate(fileID: fileID, line: line, make)) }

  /// Registers a view under a name, with a function that can wait.
  ///
  /// - Parameters:
  ///   - name: The name: `LinkRoute("/").view("Home")`.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public func addView(
    _ name: String,
    @_inheritActorContext _ make: @escaping @Sendable (RouteState) async throws -> Screen?
  ) { router.addView(name, .waiting(make)) }

  /// Calls a closure before a route is entered.
  ///
  /// A guard with a pattern is called for every location with a new screen, including screens below
  /// the opened one. It matches every spelling that the route accepts as equivalent: any case if
  /// the route ignores case, and `007` like `7` for an `int`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision without waiting.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    for key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide:
      @escaping @Sendable @isolated(any) (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    let guarding = Handler<RouteState, Decision>.immediate(fileID: fileID, line: line, decide)
    return try router.addGuard(for: key, fileID: fileID, line: line, guarding)
  }

  /// Calls a closure that can wait before a route is entered.
  ///
  /// A guard with a pattern is called for every location with a new screen, including screens below
  /// the opened one. It matches every spelling that the route accepts as equivalent: any case if
  /// the route ignores case, and `007` like `7` for an `int`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision; can wait.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @_disfavoredOverload
  @discardableResult
  public func addGuard(
    for key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping @Sendable (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try router.addGuard(for: key, fileID: fileID, line: line, .waiting(decide))
  }

  /// Adds a route while the program runs.
  ///
  /// - Parameters:
  ///   - route: The definition.
  ///   - owner: An object, held weakly, that ends the route when it is deallocated.
  /// - Returns: A registration to remove the route.
  /// - Throws: All problems of the definition.
  @discardableResult
  public func add(
    _ route: LinkRoute,
    owner: AnyObject? = nil
  ) throws(RouteProblems) -> Registration {
    try router.add(route, owner: owner).registration
  }

  /// Calls a closure before the routes are matched, for all links that match a pattern.
  ///
  /// The closure may continue with another location: ``Decision/rewrite(to:query:extra:)``.
  ///
  /// - Parameters:
  ///   - pattern: The pattern. Without a scheme, it matches every scheme.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision without waiting.
  /// - Returns: A registration to remove the rewriter.
  /// - Throws: `bad_pattern`.
  @discardableResult
  public func addRewriter(
    for pattern: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ decide: @escaping @Sendable @isolated(any) (RouteState) throws -> Decision
  ) throws(RouterError) -> Registration {
    let rewriting = Handler<RouteState, Decision>.immediate(fileID: fileID, line: line, decide)
    return try router.addRewriter(pattern, fileID: fileID, line: line, rewriting)
  }

  /// Calls a closure that can wait before the routes are matched, for all links that match a
  /// pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern. Without a scheme, it matches every scheme.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision; can wait.
  /// - Returns: A registration to remove the rewriter.
  /// - Throws: `bad_pattern`.
  @_disfavoredOverload
  @discardableResult
  public func addRewriter(
    for pattern: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping @Sendable (RouteState) async throws -> Decision
  ) throws(RouterError) -> Registration {
    try router.addRewriter(pattern, fileID: fileID, line: line, .waiting(decide))
  }
}
