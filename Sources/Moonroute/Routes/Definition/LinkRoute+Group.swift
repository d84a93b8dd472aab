import TextTools

extension LinkRoute {
  /// Describes routes that share a path and other properties, without a route for the path itself.
  ///
  /// ```swift
  /// LinkRoute.group("/account") {
  ///   LinkRoute("orders", name: "orders").view("Orders")
  /// }
  /// .guarded { _ in session.isOpen ? .proceed : .go(to: "login") }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path before their paths.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - children: The routes.
  /// - Returns: The group.
  /// - Throws: The error of `children`.
  public static func group<Failure: Error>(
    _ path: String = "/",
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder _ children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
    var group = LinkRoute(path, fileID: fileID, line: line)
    group.isGroup = true
    group.children = try children()
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
    group.site = nil
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
  ///   LinkRoute("/", name: "home").view("Home").children {
  ///     LinkRoute("product/:id", name: "product").view("Product")
  ///   }
  ///   LinkRoute("/orders", name: "orders").view("Orders")
  /// }
  /// ```
  ///
  /// Opening the root of a branch selects the branch and keeps its stack; if it is already
  /// selected, it pops to the root. A descendant is shown in its branch. The tabs are shown when
  /// one of their locations is opened for the first time. Without ``animator(_:)``, the tabs
  /// replace the content of the window.
  ///
  /// - Parameters:
  ///   - name: The name of the tabs and the route.
  ///   - path: The path before the paths of the tabs.
  ///   - initial: The tab for the location of the tabs themselves; by default, the first.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - tabs: The branches; each has a name.
  /// - Returns: The definition.
  /// - Throws: The error of `tabs`.
  public static func shell<Failure: Error>(
    _ name: String? = nil,
    path: String = "/",
    initial: String? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder _ tabs: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) -> LinkRoute {
    var shell = try group(path, fileID: fileID, line: line, tabs)
    shell.name = name
    shell.isShell = true
    shell.initialTab = initial
    shell.animator = .fixed(.root)
    return shell
  }
}
