extension Route {
  /// Describes a route with closures that answer at once.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - view: Makes the screen.
  ///   - action: Answers with a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  public init(
    _ path: String,
    name: String? = nil,
    view: ((RouteState) throws -> Screen?)? = nil,
    action: ((RouteState) throws -> Value)? = nil,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) throws -> Bool)? = nil
  ) {
    self.init(path: path, name: name)
    self.view = view.map { .made(.immediate($0)) }
    self.action = action.map { action in .immediate { .values([try action($0)]) } }
    self.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map(Handler.immediate)
  }

  /// Describes a route with closures that may wait.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - view: Makes the screen.
  ///   - action: Answers with a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  @_disfavoredOverload
  public init(
    _ path: String,
    name: String? = nil,
    view: ((RouteState) async throws -> Screen?)? = nil,
    action: ((RouteState) async throws -> Value)? = nil,
    redirect: ((RouteState) async throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) async throws -> Bool)? = nil
  ) {
    self.init(path: path, name: name)
    self.view = view.map { .made(.waiting($0)) }
    self.action = action.map { action in .waiting { .values([try await action($0)]) } }
    self.redirects = redirect.map { [.decided(.waiting($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map(Handler.waiting)
  }

  /// Describes a route whose view the program registered by name.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  public init(
    _ path: String,
    name: String? = nil,
    view: String,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil
  ) {
    self.init(path: path, name: name)
    self.view = .named(view)
    self.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    self.animator = animator
  }

  /// Describes a route that always leads elsewhere.
  ///
  /// - Parameters:
  ///   - path: The template.
  ///   - name: A name, unique within the application. Default: none.
  ///   - location: Where it leads. Its path may use the pattern's parameters: `/new/:id`.
  public init(_ path: String, name: String? = nil, redirectTo location: String) {
    self.init(path: path, name: name)
    self.redirects = [.fixed(location)]
  }
}
