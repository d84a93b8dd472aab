public import RoutePatterns

extension LinkRouter {
  /// The tree of everything on screen.
  public var tree: StageTree { router.stage.tree }

  /// The visible screen.
  public var top: Screen? { router.stage.top }

  /// The stage as plain data, for ``restore(from:)``: see ``Stage/restorationState``.
  ///
  /// ```swift
  /// let data = try await JSONEncoder().encode(application.restorationState)
  /// try await application.restore(from: JSONDecoder().decode(Value.self, from: data))
  /// ```
  public var restorationState: Value { router.stage.restorationState }

  /// Restores a saved stage: see ``Router/restore(from:)``.
  ///
  /// - Parameter saved: The value of ``restorationState``.
  /// - Returns: The locations that were left out.
  /// - Throws: See ``Router/restore(from:)``.
  @discardableResult
  public func restore(from saved: Value) async throws(RouterError) -> [String] {
    try await router.restore(from: saved)
  }

  /// Makes a user interface mirror the stage, in place of the previous one.
  ///
  /// - Parameter host: The user interface. The router holds it weakly, so its owner must keep it.
  ///   Pass `nil` to stop mirroring.
  public func show(on host: sending (any StageHost)?) { router.show(on: host) }

  /// Opens a location.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - options: The options of this open.
  /// - Returns: The outcome.
  public func open(
    _ location: Location,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.open(location, options: options)
  }

  /// Registers a view under a name.
  ///
  /// - Parameters:
  ///   - name: The name: `LinkRoute("/", view: "Home")`.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - make: Makes the screen and returns immediately.
  public func addView(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.Function
  ) { router.addView(name, .immediate(fileID: fileID, line: line, make)) }

  /// Registers a view under a name, with a function that can wait.
  ///
  /// - Parameters:
  ///   - name: The name: `LinkRoute("/", view: "Home")`.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public func addView(
    _ name: String,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.WaitingFunction
  ) { router.addView(name, .waiting(make)) }

  /// Calls a closure before a route is entered: see `Router.addGuard`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides and returns immediately.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    for key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping Handler<RouteState, Decision>.Function
  ) throws(RouterError) -> Registration {
    let guarding = Handler.immediate(fileID: fileID, line: line, decide)
    return try router.addGuard(for: key, fileID: fileID, line: line, guarding)
  }

  /// Calls a closure that can wait before a route is entered: see `Router.addGuard`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides; can wait.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @_disfavoredOverload
  @discardableResult
  public func addGuard(
    for key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping Handler<RouteState, Decision>.WaitingFunction
  ) throws(RouterError) -> Registration {
    try router.addGuard(for: key, fileID: fileID, line: line, .waiting(decide))
  }

  /// Calls a function with the errors of the program's handlers that no outcome reports.
  ///
  /// - Parameter notify: Called with the error and the occasion, such as `the event '/cart'`, on
  ///   the actor on which it was written.
  public func onHandlerFailure(
    @_inheritActorContext
    _ notify: @escaping @Sendable @isolated(any) (RouterError, _ occasion: String) -> Void
  ) {
    // As in `Handler.immediate`, which takes functions of one parameter.
    let plain = unsafeBitCast(notify, to: ((RouterError, String) -> Void).self)
    let listener = Listener<(RouterError, String)>(on: notify.isolation) { plain($0.0, $0.1) }
    router.onHandlerFailure = { [weak router] error, occasion in
      listener.take((error, occasion), on: router?.home)
    }
  }
}

extension LinkRouter {
  /// Stores a value under a pattern: see
  /// ``ResourceStore/put(_:name:value:isPersistent:owner:combine:)``.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: An additional name.
  ///   - value: The value.
  ///   - isPersistent: Whether the value is kept when the application ends.
  /// - Returns: A registration to remove the value.
  /// - Throws: `resource_exists`, `bad_pattern`, `duplicate`, or an error of the storage.
  @discardableResult
  public func put(
    _ path: String,
    name: String? = nil,
    value: some Sendable,
    isPersistent: Bool = false
  ) throws(RouterError) -> Registration {
    try resources.put(path, name: name, value: value, isPersistent: isPersistent)
  }

  /// Reads a resource: see ``ResourceStore/get(_:as:params:extra:)``.
  ///
  /// - Parameters:
  ///   - key: A location, a name, or a pattern if there are parameters.
  ///   - type: The requested type.
  ///   - params: A value for each parameter of the pattern.
  ///   - extra: The extra in the state that the resource's function receives.
  /// - Returns: The value.
  /// - Throws: See ``ResourceStore/get(_:as:params:extra:)``.
  public func get<Content: Sendable>(
    _ key: String,
    as type: Content.Type = Content.self,
    params: [String: ParameterValue] = [:],
    extra: Value = .null
  ) async throws -> Content {
    try await resources.get(key, as: type, params: params, extra: extra)
  }

  /// Subscribes to events: see `EventStore.on`.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - fileID: The file of the call, for the log.
  ///   - line: The line of the call.
  ///   - handle: Called with each event; returns immediately.
  /// - Returns: A registration to end the subscription.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func on(
    _ key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ handle: @escaping Handler<LinkEvent, Void>.Function
  ) throws(RouterError) -> Registration {
    try events.on(key, .immediate(fileID: fileID, line: line, handle))
  }

  /// Subscribes to events with a handler that can wait: see `EventStore.on`.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - handle: Called with each event; can wait.
  /// - Returns: A registration to end the subscription.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @_disfavoredOverload
  @discardableResult
  public func on(
    _ key: String,
    @_inheritActorContext _ handle: @escaping Handler<LinkEvent, Void>.WaitingFunction
  ) throws(RouterError) -> Registration { try events.on(key, .waiting(handle)) }
}
