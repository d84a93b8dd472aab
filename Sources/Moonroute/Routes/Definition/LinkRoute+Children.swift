// `children` has no default here, so that a trailing closure is always `children` and never
// `action` or `redirect`.

extension LinkRoute {
  /// Describes a route with child routes and synchronous closures.
  ///
  /// - Parameters:
  ///   - path: The template. A child's is relative to its parent's and does not start with `/`.
  ///   - name: A name, unique within the application.
  ///   - tags: Tags for restricted opens; descendants inherit them.
  ///   - priority: Routes with a higher priority win.
  ///   - meta: Additional information about the route; descendants inherit it.
  ///   - scheme: The only scheme that it matches.
  ///   - host: The only host that it matches.
  ///   - view: Makes the screen.
  ///   - action: Returns a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: The animator of the screen; by default, the configured one.
  ///   - onExit: Called before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - children: The child routes.
  /// - Throws: The error of `children`.
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: ValueTable = ValueTable(),
    scheme: String? = nil,
    host: String? = nil,
    @_inheritActorContext view: Handler<RouteState, Screen?>.Function? = nil,
    @_inheritActorContext action: Handler<RouteState, Value>.Function? = nil,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<ScreenExit, Bool>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) {
    self.init(
      path,
      name: name,
      tags: tags,
      priority: priority,
      meta: meta,
      scheme: scheme,
      host: host,
      view: view,
      action: action,
      redirect: redirect,
      animator: animator,
      onExit: onExit,
      fileID: fileID,
      line: line
    )
    self.children = try children()
  }

  /// Describes a route with asynchronous closures; otherwise like the synchronous overload.
  @_disfavoredOverload
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: ValueTable = ValueTable(),
    scheme: String? = nil,
    host: String? = nil,
    @_inheritActorContext view: Handler<RouteState, Screen?>.WaitingFunction? = nil,
    @_inheritActorContext action: Handler<RouteState, Value>.WaitingFunction? = nil,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<ScreenExit, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) {
    self.init(
      path,
      name: name,
      tags: tags,
      priority: priority,
      meta: meta,
      scheme: scheme,
      host: host,
      view: view,
      action: action,
      redirect: redirect,
      animator: animator,
      onExit: onExit,
      fileID: fileID,
      line: line
    )
    self.children = try children()
  }

  /// Describes a route with child routes and a view that the program registered by name.
  ///
  /// - Parameters:
  ///   - path: The template. A child's is relative to its parent's and does not start with `/`.
  ///   - name: A name, unique within the application.
  ///   - tags: Tags for restricted opens; descendants inherit them.
  ///   - priority: Routes with a higher priority win.
  ///   - meta: Additional information about the route; descendants inherit it.
  ///   - scheme: The only scheme that it matches.
  ///   - host: The only host that it matches.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: The animator of the screen; by default, the configured one.
  ///   - onExit: Called before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - children: The child routes.
  /// - Throws: The error of `children`.
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: ValueTable = ValueTable(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<ScreenExit, Bool>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) {
    self.init(
      path,
      name: name,
      tags: tags,
      priority: priority,
      meta: meta,
      scheme: scheme,
      host: host,
      view: view,
      redirect: redirect,
      animator: animator,
      onExit: onExit,
      fileID: fileID,
      line: line
    )
    self.children = try children()
  }

  /// Describes a route with asynchronous closures; otherwise like the synchronous overload.
  @_disfavoredOverload
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: ValueTable = ValueTable(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<ScreenExit, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [LinkRoute]
  ) throws(Failure) {
    self.init(
      path,
      name: name,
      tags: tags,
      priority: priority,
      meta: meta,
      scheme: scheme,
      host: host,
      view: view,
      redirect: redirect,
      animator: animator,
      onExit: onExit,
      fileID: fileID,
      line: line
    )
    self.children = try children()
  }
}
