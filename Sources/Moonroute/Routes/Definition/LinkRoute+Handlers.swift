// The waiting overloads are disfavored, so that a closure without `await` is called immediately.

extension LinkRoute {
  // MARK: Screens

  /// Shows a view of the user interface.
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  /// - Returns: The route.
  public func view(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line
  ) -> LinkRoute {
    with(.named(name), at: SourceSite(file: fileID, line: line))
  }

  /// Shows a view of the user interface with properties.
  ///
  /// ```swift
  /// LinkRoute("/product/:id<int>").view("Product") { state in
  ///   ["title": "Product \(try state.int("id"))"]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - fields: Returns the properties of the view; without them, the open fails with `no_view`.
  /// - Returns: The route.
  public func view(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ fields: @escaping @Sendable @isolated(any) (RouteState) throws -> [String: Value]?
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let made = Handler<RouteState, [String: Value]?>.immediate(at: site, fields)
    return with(.made(made.map { $0.map { Screen(name, $0) } }, name: name), at: site)
  }

  /// Shows a view of the user interface with properties, from a function that can wait.
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - fields: Returns the properties of the view; without them, the open fails with `no_view`.
  /// - Returns: The route.
  @_disfavoredOverload
  public func view(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ fields: @escaping @Sendable (RouteState) async throws -> [String: Value]?
  ) -> LinkRoute {
    let made = Handler<RouteState, [String: Value]?>.waiting(fields)
    let view = View.made(made.map { $0.map { Screen(name, $0) } }, name: name)
    return with(view, at: SourceSite(file: fileID, line: line))
  }

  /// Shows a view of the user interface with a payload of the program's own type.
  ///
  /// ```swift
  /// LinkRoute("/product/:id<int>").view("Product", payload: { state in
  ///   Product(id: try state.int("id"))
  /// })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - payload: Returns the ``Screen/payload(_:)``; without it, the open fails with `no_view`.
  /// - Returns: The route.
  @_disfavoredOverload
  public func view<Payload: Sendable>(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    payload: @escaping @Sendable @isolated(any) (RouteState) throws -> Payload?
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    let made = Handler<RouteState, Payload?>.immediate(at: site, payload)
    return with(.made(made.map { $0.map { Screen(name, $0) } }, name: name), at: site)
  }

  /// Shows a view of the user interface with a payload of the program's own type, from a function
  /// that can wait.
  ///
  /// - Parameters:
  ///   - name: The name of the view.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - payload: Returns the ``Screen/payload(_:)``; without it, the open fails with `no_view`.
  /// - Returns: The route.
  @_disfavoredOverload
  public func view<Payload: Sendable>(
    _ name: String,
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    payload: @escaping @Sendable (RouteState) async throws -> Payload?
  ) -> LinkRoute {
    let made = Handler<RouteState, Payload?>.waiting(payload)
    let view = View.made(made.map { $0.map { Screen(name, $0) } }, name: name)
    return with(view, at: SourceSite(file: fileID, line: line))
  }

  /// Shows a screen whose view is chosen at run time.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - make: Returns the screen; without one, the open fails with `no_view`.
  /// - Returns: The route.
  public func view(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ make: @escaping @Sendable @isolated(any) (RouteState) throws -> Screen?
  ) -> LinkRoute {
    let site = SourceSite(file: fileID, line: line)
    return with(.made(.immediate(at: site, make)), at: site)
  }

  /// Shows a screen whose view is chosen at run time, from a function that can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - make: Returns the screen; without one, the open fails with `no_view`.
  /// - Returns: The route.
  @_disfavoredOverload
  public func view(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ make: @escaping @Sendable (RouteState) async throws -> Screen?
  ) -> LinkRoute {
    with(.made(.waiting(make)), at: SourceSite(file: fileID, line: line))
  }

  // MARK: Decisions

  /// Redirects to a location.
  ///
  /// - Parameter location: The target. Its path may use the pattern's parameters: `/new/:id`.
  /// - Returns: The route.
  public func redirect(to location: String) -> LinkRoute {
    var route = self
    route.redirects.append(.fixed(location))
    return route
  }

  /// Decides where to redirect.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision.
  /// - Returns: The route.
  public func redirect(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ decide: @escaping @Sendable @isolated(any) (RouteState) throws -> Decision
  ) -> LinkRoute {
    guarded(fileID: fileID, line: line, decide)
  }

  /// Decides where to redirect, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision.
  /// - Returns: The route.
  @_disfavoredOverload
  public func redirect(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping @Sendable (RouteState) async throws -> Decision
  ) -> LinkRoute {
    guarded(fileID: fileID, line: line, decide)
  }

  /// Decides before the route is entered; several guards are called in order.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision; if it throws, the open fails.
  /// - Returns: The route.
  public func guarded(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ decide: @escaping @Sendable @isolated(any) (RouteState) throws -> Decision
  ) -> LinkRoute {
    var route = self
    let place = SourceSite(file: fileID, line: line)
    route.redirects.append(.decided(.immediate(at: place, decide), at: place == site ? nil : place))
    return route
  }

  /// Decides before the route is entered, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision; if it throws, the open fails.
  /// - Returns: The route.
  @_disfavoredOverload
  public func guarded(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping @Sendable (RouteState) async throws -> Decision
  ) -> LinkRoute {
    var route = self
    let place = SourceSite(file: fileID, line: line)
    route.redirects.append(.decided(.waiting(decide), at: place == site ? nil : place))
    return route
  }

  /// Decides before a screen of the route is removed.
  ///
  /// ```swift
  /// .onExit { _ in form.isSaved ? .proceed : .stop("the form is not saved") }
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision.
  /// - Returns: The route.
  public func onExit(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ decide: @escaping @Sendable @isolated(any) (ScreenExit) throws -> ExitDecision
  ) -> LinkRoute {
    var route = self
    let site = SourceSite(file: fileID, line: line)
    route.onExit = .immediate(at: site, decide)
    route.note(site, \.onExit)
    return route
  }

  /// Decides before a screen of the route is removed, and can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Returns the decision.
  /// - Returns: The route.
  @_disfavoredOverload
  public func onExit(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ decide: @escaping @Sendable (ScreenExit) async throws -> ExitDecision
  ) -> LinkRoute {
    var route = self
    route.onExit = .waiting(decide)
    route.note(SourceSite(file: fileID, line: line), \.onExit)
    return route
  }

  // MARK: Animators

  /// Sets the animator of the screen; `nil`, the default, means the configured animator.
  public func animator(_ animator: Animator?) -> LinkRoute {
    var route = self
    route.animator = animator.map { .fixed($0) }
    return route
  }

  /// Chooses the animator of the screen for each open.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - choose: Returns the animator, or `nil` for the configured one.
  /// - Returns: The route.
  public func animator(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext
    _ choose: @escaping @Sendable @isolated(any) (RouteState) throws -> Animator?
  ) -> LinkRoute {
    var route = self
    let site = SourceSite(file: fileID, line: line)
    route.animator = .chosen(.immediate(at: site, choose))
    route.note(site, \.animator)
    return route
  }

  /// Chooses the animator of the screen for each open, with a function that can wait.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - choose: Returns the animator, or `nil` for the configured one.
  /// - Returns: The route.
  @_disfavoredOverload
  public func animator(
    fileID: String = #fileID,
    line: Int = #line,
    @_inheritActorContext _ choose: @escaping @Sendable (RouteState) async throws -> Animator?
  ) -> LinkRoute {
    var route = self
    route.animator = .chosen(.waiting(choose))
    route.note(SourceSite(file: fileID, line: line), \.animator)
    return route
  }

  // MARK: Source positions

  private func with(_ view: View, at place: SourceSite) -> LinkRoute {
    var route = self
    if route.view != nil { route.noteRepeated("view", sites.view, place) }
    route.view = view
    route.note(place, \.view)
    return route
  }

  /// Records the position of a function, if it differs from the route's.
  mutating func note(_ place: SourceSite, _ part: WritableKeyPath<HandlerSites, SourceSite?>) {
    sites[keyPath: part] = place == site ? nil : place
  }

  mutating func noteRepeated(_ part: String, _ first: SourceSite?, _ second: SourceSite) {
    let lines = [first ?? site, second].compactMap { $0.map(String.init(describing:)) }
    repetitions.append("a second \(part): \(lines.joined(separator: " and "))")
  }
}
