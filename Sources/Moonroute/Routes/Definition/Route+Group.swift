import TextTools

extension Route {
  /// Describes routes that share a path, and all else that is set here, below a place that is no
  /// route itself.
  ///
  /// - Parameters:
  ///   - path: The template that their paths follow. Default: `/`.
  ///   - scheme: The scheme they are bound to. Default: none.
  ///   - host: The host they are bound to. Default: none.
  ///   - tags: Their tags. Default: none.
  ///   - meta: What the author notes about them. Default: nothing.
  ///   - redirect: Decides at once before any of them is entered. Default: none.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes.
  /// - Returns: The group.
  /// - Throws: What `children` throws.
  public static func group<Failure: Error>(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: Table = Table(),
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
  ) throws(Failure) -> Route {
    var group = Route(path: path)
    group.note(tags, 0, meta, scheme, host, SourceSite(file: fileID, line: line))
    group.isGroup = true
    group.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    group.children = try children()
    return group
  }

  /// Describes routes as the one above, with a decision that may wait.
  @_disfavoredOverload
  public static func group<Failure: Error>(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: Table = Table(),
    @_inheritActorContext redirect: @escaping Handler<RouteState, Decision>.WaitingFunction,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
  ) throws(Failure) -> Route {
    var group = try group(
      path,
      scheme: scheme,
      host: host,
      tags: tags,
      meta: meta,
      fileID: fileID,
      line: line,
      children: children
    )
    group.redirects = [.decided(.waiting(redirect))]
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
    var group = group(path ?? module.path) { module.routes.map { $0.prefixing(names: prefix) } }
    // Its routes have places of their own.
    group.sites = nil
    return group
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
  ///   - redirect: Decides at once before any of them is entered. Default: none.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - tabs: The branches; each has a name.
  /// - Returns: The definition.
  /// - Throws: What `tabs` throws.
  public static func shell<Failure: Error>(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    animator: Animator = .root,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder tabs: () throws(Failure) -> [Route]
  ) throws(Failure) -> Route {
    var shell = try group(path, fileID: fileID, line: line, children: tabs)
    shell.name = name
    shell.isShell = true
    shell.initialTab = initial
    shell.animator = .fixed(animator)
    shell.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    return shell
  }

  /// Describes tabs as the one above, with a decision that may wait.
  @_disfavoredOverload
  public static func shell<Failure: Error>(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    animator: Animator = .root,
    @_inheritActorContext redirect: @escaping Handler<RouteState, Decision>.WaitingFunction,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder tabs: () throws(Failure) -> [Route]
  ) throws(Failure) -> Route {
    var shell = try shell(
      name,
      path: path,
      initial: initial,
      animator: animator,
      fileID: fileID,
      line: line,
      tabs: tabs
    )
    shell.redirects = [.decided(.waiting(redirect))]
    return shell
  }
}
