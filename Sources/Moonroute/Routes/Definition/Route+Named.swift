extension Route {
  /// Describes a route whose view the program registered by name.
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
  public init(
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
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    note(tags, priority, meta, scheme, host, SourceSite(file: fileID, line: line))
    self.view = .named(view)
    self.redirects = redirect.map { [.decided(.immediate($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map { .immediate($0) }
  }

  /// Describes a route as the one above, with closures that may wait.
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
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    note(tags, priority, meta, scheme, host, SourceSite(file: fileID, line: line))
    self.view = .named(view)
    self.redirects = redirect.map { [.decided(.waiting($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map { .waiting($0) }
  }

  /// Describes a route that always leads elsewhere.
  ///
  /// - Parameters:
  ///   - path: The template.
  ///   - name: A name, unique within the application. Default: none.
  ///   - tags: Tags that restricted opens ask for. Default: none.
  ///   - priority: Higher wins. Default: 0.
  ///   - scheme: The scheme that it is bound to. Default: none.
  ///   - host: The host that it is bound to. Default: none.
  ///   - location: Where it leads. Its path may use the pattern's parameters: `/new/:id`.
  ///   - fileID: The file of the call, for problems. Default: this one.
  ///   - line: The line of the call. Default: this one.
  public init(
    _ path: String,
    name: String? = nil,
    tags: [String] = [],
    priority: Int = 0,
    scheme: String? = nil,
    host: String? = nil,
    redirectTo location: String,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    note(tags, priority, Table(), scheme, host, SourceSite(file: fileID, line: line))
    self.redirects = [.fixed(location)]
  }
}
