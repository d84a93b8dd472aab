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
  ///   - scheme: The scheme that they are bound to. Default: none.
  ///   - host: The host that they are bound to. Default: none.
  ///   - view: Makes the screen.
  ///   - action: Answers with a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for problems. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  public init(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: ((RouteState) throws -> Screen?)? = nil,
    action: ((RouteState) throws -> Value)? = nil,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) throws -> Bool)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows {
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

  /// Describes a route with routes below, and closures that may wait.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - tags: Tags that restricted opens ask for; those below have them, too. Default: none.
  ///   - priority: Higher wins. Default: 0.
  ///   - meta: What the author notes about the route; those below have it, too. Default: nothing.
  ///   - scheme: The scheme that they are bound to. Default: none.
  ///   - host: The host that they are bound to. Default: none.
  ///   - view: Makes the screen.
  ///   - action: Answers with a value instead of a screen.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for problems. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  @_disfavoredOverload
  public init(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: ((RouteState) async throws -> Screen?)? = nil,
    action: ((RouteState) async throws -> Value)? = nil,
    redirect: ((RouteState) async throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) async throws -> Bool)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows {
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
  ///   - scheme: The scheme that they are bound to. Default: none.
  ///   - host: The host that they are bound to. Default: none.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for problems. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  public init(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    redirect: ((RouteState) throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) throws -> Bool)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows {
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

  /// Describes a route with routes below, whose view the program registered by name, and closures that may wait.
  ///
  /// - Parameters:
  ///   - path: The template; a child's is below its parent's and does not start with `/`.
  ///   - name: A name, unique within the application. Default: none.
  ///   - tags: Tags that restricted opens ask for; those below have them, too. Default: none.
  ///   - priority: Higher wins. Default: 0.
  ///   - meta: What the author notes about the route; those below have it, too. Default: nothing.
  ///   - scheme: The scheme that they are bound to. Default: none.
  ///   - host: The host that they are bound to. Default: none.
  ///   - view: The view's name.
  ///   - redirect: Decides before the route is entered.
  ///   - animator: How the screen is shown. Default: the router's.
  ///   - onExit: Asked before the screen is removed; `false` keeps it.
  ///   - fileID: The file of the call, for problems. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - children: The routes below.
  @_disfavoredOverload
  public init(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    meta: Table = Table(),
    scheme: String? = nil,
    host: String? = nil,
    view: String,
    redirect: ((RouteState) async throws -> Decision)? = nil,
    animator: AnimatorChoice? = nil,
    onExit: ((Leaving) async throws -> Bool)? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    @RouteBuilder children: () throws -> [Route]
  ) rethrows {
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
