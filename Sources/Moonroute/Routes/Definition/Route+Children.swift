// `children` has no default here, so that a closure behind the parentheses is always taken for it
// and never for `action` or `redirect`.

extension Route {
  /// Describes a route with routes below, and closures that answer at once.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - tags: Tags that restricted opens ask for; those below have them, too. Default: none.
  ///   - priority: Higher wins. Default: 0.
  ///   - meta: What the author notes about the route; those below have it, too. Default: nothing.
  ///   - scheme: The scheme that it is bound to. Default: none.
  ///   - host: The host that it is bound to. Default: none.
  ///   - view: Makes the screen.
  ///   - action: Answers with a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  /// - Throws: What `children` throws.
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    @_inheritActorContext view: Handler<RouteState, Screen?>.Function? = nil,
    @_inheritActorContext action: Handler<RouteState, Value>.Function? = nil,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
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

  /// Describes a route as the one above, with closures that may wait.
  @_disfavoredOverload
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    @_inheritActorContext view: Handler<RouteState, Screen?>.WaitingFunction? = nil,
    @_inheritActorContext action: Handler<RouteState, Value>.WaitingFunction? = nil,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
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

  /// Describes a route with routes below, whose view the program registered by name.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - tags: Tags that restricted opens ask for; those below have them, too. Default: none.
  ///   - priority: Higher wins. Default: 0.
  ///   - meta: What the author notes about the route; those below have it, too. Default: nothing.
  ///   - scheme: The scheme that it is bound to. Default: none.
  ///   - host: The host that it is bound to. Default: none.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  /// - Throws: What `children` throws.
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.Function? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.Function? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
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

  /// Describes a route as the one above, with closures that may wait.
  @_disfavoredOverload
  public init<Failure: Error>(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws(Failure) -> [Route]
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
