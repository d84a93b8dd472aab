public import RoutePatterns

extension Application {
  /// The tree of all that is on screen.
  public var tree: StageTree { router.stage.tree }

  /// The screen that people see.
  public var top: Screen? { router.stage.top }

  /// The stage as plain data, to be restored: see ``Stage/saved``.
  ///
  /// ```swift
  /// let data = try await JSONEncoder().encode(application.saved)
  /// try await application.restore(JSONDecoder().decode(Value.self, from: data))
  /// ```
  public var saved: Value { router.stage.saved }

  /// Shows again what was on the stage once: see ``Router/restore(_:)``.
  ///
  /// - Parameter saved: What ``saved`` answered.
  /// - Returns: The locations that were left out.
  /// - Throws: As ``Router/restore(_:)``.
  @discardableResult
  public func restore(_ saved: Value) async throws(RouterError) -> [String] {
    try await router.restore(saved)
  }

  /// Has a user interface mirror the stage from now on, instead of the one before.
  ///
  /// - Parameter host: Held weakly: keep it where the user interface lives. `nil`: no host mirrors
  ///   it.
  public func mirror(on host: sending (any StageHost)?) { router.mirror(on: host) }

  /// Opens a location.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - options: How this open differs from an ordinary one.
  /// - Returns: How it ended.
  public func open(
    _ location: Location,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.open(location, options: options)
  }

  /// Makes a view known under a name.
  ///
  /// - Parameters:
  ///   - name: The name: `Route("/", view: "Home")`.
  ///   - make: Makes the screen at once.
  public func register(
    view name: String,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.Function
  ) { router.register(view: name, .immediate(make)) }

  /// Makes a view that may wait known under a name.
  ///
  /// - Parameters:
  ///   - name: The name: `Route("/", view: "Home")`.
  ///   - make: Makes the screen.
  @_disfavoredOverload
  public func register(
    view name: String,
    @_inheritActorContext _ make: @escaping Handler<RouteState, Screen?>.WaitingFunction
  ) { router.register(view: name, .waiting(make)) }

  /// Asks a closure before a route is entered: see `Router.addGuard`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides at once.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    _ key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping Handler<RouteState, Decision>.Function
  ) throws(RouterError) -> Registration {
    try router.addGuard(key, fileID: fileID, line: line, .immediate(decide))
  }

  /// Asks a closure that may wait before a route is entered: see `Router.addGuard`.
  ///
  /// - Parameters:
  ///   - key: A route's name, or a pattern.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides; may wait.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @_disfavoredOverload
  @discardableResult
  public func addGuard(
    _ key: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping Handler<RouteState, Decision>.WaitingFunction
  ) throws(RouterError) -> Registration {
    try router.addGuard(key, fileID: fileID, line: line, .waiting(decide))
  }

  /// Has a function hear of every handler of the program that failed where no outcome tells it.
  ///
  /// - Parameter notify: Gets the error and the occasion, such as `the event '/cart'`, on the actor
  ///   that it was written on.
  public func onHandlerFailure(
    @_inheritActorContext
    _ notify: @escaping @Sendable @isolated(any) (RouterError, _ occasion: String) -> Void
  ) {
    // As `Handler.immediate`, which is for functions of one parameter.
    let plain = unsafeBitCast(notify, to: ((RouterError, String) -> Void).self)
    let listener = Listener<(RouterError, String)>(on: notify.isolation) { plain($0.0, $0.1) }
    router.onHandlerFailure = { [weak router] error, occasion in
      listener.take((error, occasion), on: router?.home)
    }
  }
}

extension Application {
  /// Puts a value under a pattern: see ``ResourceStore/put(_:name:value:isPersistent:owner:combine:)``.
  ///
  /// - Parameters:
  ///   - path: The pattern.
  ///   - name: A name for it. Default: none.
  ///   - value: The value.
  ///   - isPersistent: Whether the value survives the application. Default: no.
  /// - Returns: The way to take it back.
  /// - Throws: `resource_exists`, `bad_pattern`, `duplicate`, or what the storage has to say.
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
  ///   - type: The type that is asked for.
  ///   - params: A value for each parameter of the pattern. Default: none.
  ///   - extra: What the resource's function gets as its state's extra. Default: nothing.
  /// - Returns: The value.
  /// - Throws: As ``ResourceStore/get(_:as:params:extra:)``.
  public func get<Content: Sendable>(
    _ key: String,
    as type: Content.Type = Content.self,
    params: [String: ParameterValue] = [:],
    extra: Value = .none
  ) async throws -> Content {
    try await resources.get(key, as: type, params: params, extra: extra)
  }

  /// Listens to events: see `EventStore.on`.
  ///
  /// - Parameters:
  ///   - key: A pattern, or the name of an event.
  ///   - handle: Called with each event; may wait.
  /// - Returns: The way to stop listening.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func on(
    _ key: String,
    @_inheritActorContext _ handle: @escaping @Sendable (Event) async throws -> Void
  ) throws(RouterError) -> Registration { try events.on(key, handle) }
}
