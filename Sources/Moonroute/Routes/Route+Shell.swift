extension Route {
  /// Describes tabs: each route is the root of a branch, and each branch has a stack of its own.
  ///
  /// ```swift
  /// Route.shell("main") {
  ///   Route("/", name: "home", view: "Home") { Route("product/:id", name: "product", view: "Product") }
  ///   Route("/orders", name: "orders", view: "Orders")
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
