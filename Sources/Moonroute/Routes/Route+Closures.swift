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
  ///   - children: The routes below.
  public init(
    _ path: String,
    name: String? = nil,
    view: ((RouteState) throws -> Screen?)? = nil,
    action: ((RouteState) throws -> Value)? = nil,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) throws -> Bool)? = nil,
    @RouteBuilder children: () -> [Route] = { [] }
  ) {
    self.init(path: path, name: name)
    self.view = view.map { .made(.immediate($0)) }
    self.action = action.map { action in .immediate { .values([try action($0)]) } }
    self.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map(Handler.immediate)
    self.children = children()
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
  ///   - children: The routes below.
  @_disfavoredOverload
  public init(
    _ path: String,
    name: String? = nil,
    view: ((RouteState) async throws -> Screen?)? = nil,
    action: ((RouteState) async throws -> Value)? = nil,
    redirect: ((RouteState) async throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) async throws -> Bool)? = nil,
    @RouteBuilder children: () -> [Route] = { [] }
  ) {
    self.init(path: path, name: name)
    self.view = view.map { .made(.waiting($0)) }
    self.action = action.map { action in .waiting { .values([try await action($0)]) } }
    self.redirects = redirect.map { [.decided(.waiting($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map(Handler.waiting)
    self.children = children()
  }

  /// Describes a route whose view the program registered by name.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - children: The routes below.
  public init(
    _ path: String,
    name: String? = nil,
    view: String,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    @RouteBuilder children: () -> [Route] = { [] }
  ) {
    self.init(path: path, name: name)
    self.view = .named(view)
    self.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    self.animator = animator
    self.children = children()
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

/// Collects the routes written one below the other.
@resultBuilder
public enum RouteBuilder {
  /// Takes one route.
  public static func buildExpression(_ route: Route) -> [Route] { [route] }

  /// Takes several routes.
  public static func buildExpression(_ routes: [Route]) -> [Route] { routes }

  /// Joins the lines of a block.
  public static func buildBlock(_ parts: [Route]...) -> [Route] { parts.flatMap { $0 } }

  /// Takes the routes of an `if` without an `else`.
  public static func buildOptional(_ part: [Route]?) -> [Route] { part ?? [] }

  /// Takes the routes of the first branch.
  public static func buildEither(first part: [Route]) -> [Route] { part }

  /// Takes the routes of the second branch.
  public static func buildEither(second part: [Route]) -> [Route] { part }

  /// Joins the routes of a loop.
  public static func buildArray(_ parts: [[Route]]) -> [Route] { parts.flatMap { $0 } }
}
