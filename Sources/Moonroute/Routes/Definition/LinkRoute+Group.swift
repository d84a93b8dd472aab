import TextTools

extension LinkRoute {
  /// Describes routes that share a path and other properties, without a route for the path itself.
  ///
  /// - Parameters:
  ///   - path: The path before their paths.
  ///   - scheme: The only scheme that they match.
  ///   - host: The only host that they match.
  ///   - tags: Their tags.
  ///   - meta: Their metadata.
  ///   - redirect: A synchronous decision before one of them is entered.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - children: The routes.
  /// - Returns: The group.
  /// - Throws: The error of `children`.
  public static func group<Failure: Error>(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: ValueTable = ValueTable(),
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
    var group = LinkRoute(path: path)
    let site = SourceSite(file: fileID, line: line)
    group.note(tags, 0, meta, scheme, host, site)
    group.isGroup = true
    group.redirects = redirect.map { [.decided(.immediate(at: site, $0))] } ?? []
    group.children = try children()
    return group
  }

  /// Describes a group of routes with an asynchronous decision; otherwise like the synchronous
  /// overload.
  @_disfavoredOverload
  public static func group<Failure: Error>(
    _ path: String = "/",
    scheme: String? = nil,
    host: String? = nil,
    tags: [String] = [],
    meta: ValueTable = ValueTable(),
    @_inheritActorContext redirect: @escaping Handler<RouteState, Decision>.WaitingFunction,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
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

  /// Describes the routes of a module below a path.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - path: The path; by default, the module's own ``RouteModule/path``.
  ///   - names: A prefix for the names, such as `billing.`; by default, the module's own.
  /// - Returns: The group of the module's routes.
  public static func mount(
    _ module: some RouteModule,
    at path: String? = nil,
    names: String? = nil
  ) -> LinkRoute {
    let prefix = names ?? module.names
    var group = group(path ?? module.path) { module.routes.map { $0.prefixing(names: prefix) } }
    // Its routes have their own source positions.
    group.sites = nil
    return group
  }

  /// The route and its descendants with a prefix before every name.
  private func prefixing(names prefix: String) -> LinkRoute {
    guard !prefix.isEmpty else { return self }
    var route = self
    route.name = name.map { prefix + $0.trimmed }
    route.children = children.map { $0.prefixing(names: prefix) }
    return route
  }
}

extension LinkRoute {
  /// Describes tabs: each route is the root of a branch with its own stack.
  ///
  /// ```swift
  /// LinkRoute.shell("main") {
  ///   LinkRoute("/", name: "home", view: "Home") {
  ///     LinkRoute("product/:id", name: "product", view: "Product")
  ///   }
  ///   LinkRoute("/orders", name: "orders", view: "Orders")
  /// }
  /// ```
  ///
  /// Opening the root of a branch selects the branch and keeps its stack; if it is already
  /// selected, it pops to the root. A descendant is shown in its branch. The tabs are shown when
  /// one of their locations is opened for the first time.
  ///
  /// - Parameters:
  ///   - name: The name of the tabs and the route.
  ///   - path: The path before the paths of the tabs.
  ///   - initial: The tab for the location of the tabs themselves; by default, the first.
  ///   - animator: The animator of the tabs.
  ///   - redirect: A synchronous decision before one of them is entered.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - tabs: The branches; each has a name.
  /// - Returns: The definition.
  /// - Throws: The error of `tabs`.
  public static func shell<Failure: Error>(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    animator: Animator = .root,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder tabs: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
    var shell = try group(path, fileID: fileID, line: line, children: tabs)
    shell.name = name
    shell.isShell = true
    shell.initialTab = initial
    shell.animator = .fixed(animator)
    let site = SourceSite(file: fileID, line: line)
    shell.redirects = redirect.map { [.decided(.immediate(at: site, $0))] } ?? []
    return shell
  }

  /// Describes tabs with an asynchronous decision; otherwise like the synchronous overload.
  @_disfavoredOverload
  public static func shell<Failure: Error>(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    animator: Animator = .root,
    @_inheritActorContext redirect: @escaping Handler<RouteState, Decision>.WaitingFunction,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder tabs: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
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
