extension Route {
  /// Describes routes that share a path, and all else that is set here, below a place that is no
  /// route itself, with a decision that answers at once.
  ///
  /// - Parameters:
  ///   - path: The template that their paths follow. Default: `/`.
  ///   - scheme: The scheme they are bound to. Default: none.
  ///   - host: The host they are bound to. Default: none.
  ///   - tags: Their tags. Default: none.
  ///   - meta: What the author notes about them. Default: nothing.
  ///   - redirect: Decides before any of them is entered.
  ///   - children: The routes.
  /// - Returns: The group.
  public static func group(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: Table = Table(),
    redirect: @escaping (RouteState) throws -> Decision,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows -> Route {
    let handler = Handler<RouteState, Decision>.immediate(redirect)
    var group = try group(path, scheme: scheme, host: host, tags: tags, children: children)
    group.meta = meta
    group.redirects = [.decided(handler)]
    return group
  }

  /// Describes routes that share a path, and all else that is set here, below a place that is no
  /// route itself, with a decision that may wait.
  ///
  /// - Parameters:
  ///   - path: The template that their paths follow. Default: `/`.
  ///   - scheme: The scheme they are bound to. Default: none.
  ///   - host: The host they are bound to. Default: none.
  ///   - tags: Their tags. Default: none.
  ///   - meta: What the author notes about them. Default: nothing.
  ///   - redirect: Decides before any of them is entered.
  ///   - children: The routes.
  /// - Returns: The group.
  @_disfavoredOverload
  public static func group(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: Table = Table(),
    redirect: @escaping (RouteState) async throws -> Decision,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows -> Route {
    let handler = Handler<RouteState, Decision>.waiting(redirect)
    var group = try group(path, scheme: scheme, host: host, tags: tags, children: children)
    group.meta = meta
    group.redirects = [.decided(handler)]
    return group
  }

  /// Describes routes that share a path, and all else that is set here, below a place that is no
  /// route itself.
  ///
  /// - Parameters:
  ///   - path: The template that their paths follow. Default: `/`.
  ///   - scheme: The scheme they are bound to. Default: none.
  ///   - host: The host they are bound to. Default: none.
  ///   - tags: Their tags. Default: none.
  ///   - meta: What the author notes about them. Default: nothing.
  ///   - redirect: Decides before any of them is entered. Default: none.
  ///   - children: The routes.
  /// - Returns: The group.
  public static func group(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: Table = Table(),
    redirect: Handler<RouteState, Decision>? = nil,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows -> Route {
    var group = Route(path: path)
    group.isGroup = true
    group.scheme = scheme
    group.host = host
    group.tags = tags
    group.meta = meta
    group.redirects = redirect.map { [.decided($0)] } ?? []
    group.children = try children()
    return group
  }

  /// Describes the routes of a module, mounted below a path.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - path: Where it is mounted. Default: the module's own ``RouteModule/path``.
  ///   - names: A prefix for its names, such as `billing.`. Default: the module's own.
  /// - Returns: The group of its routes.
  public static func mount(
    _ module: some RouteModule,
    at path: String? = nil,
    names: String? = nil
  ) -> Route {
    let prefix = names ?? module.names
    return group(path ?? module.path) { module.routes.map { $0.prefixing(names: prefix) } }
  }

  /// The same route, and those below it, with a prefix before every name.
  private func prefixing(names prefix: String) -> Route {
    guard !prefix.isEmpty else { return self }
    var route = self
    route.name = name.map { prefix + $0.trimmed }
    route.children = children.map { $0.prefixing(names: prefix) }
    return route
  }
}

extension Route {
  /// Describes tabs: each route is the root of a branch, and each branch has a stack of its own.
  ///
  /// ```swift
  /// Route.shell("main") {
  ///   Route("/", name: "home", view: "Home") { Route("product/:id", name: "product", view:
  ///   "Product") } Route("/orders", name: "orders", view: "Orders")
  /// }
  /// ```
  ///
  /// Opening the root of a branch selects it and keeps its stack, or pops to the root when it was
  /// selected already. A route below is shown in its branch. The tabs come onto the stage with the
  /// first of their locations.
  ///
  /// - Parameters:
  ///   - name: The name, of tabs and route. Default: none.
  ///   - path: The template that the paths of the tabs follow. Default: `/`.
  ///   - initial: The tab that the location of the tabs themselves leads to. Default: the first.
  ///   - animator: How the tabs come onto the stage. Default: root.
  ///   - redirect: Decides before any of them is entered. Default: none.
  ///   - tabs: The branches; each has a name.
  /// - Returns: The definition.
  public static func shell(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    animator: Animator = .root,
    redirect: Handler<RouteState, Decision>? = nil,
    @RouteBuilder tabs: () throws -> [Route]
  ) rethrows -> Route {
    var shell = try group(path, redirect: redirect, children: tabs)
    shell.name = name
    shell.isShell = true
    shell.initialTab = initial
    shell.animator = .fixed(animator)
    return shell
  }
}
