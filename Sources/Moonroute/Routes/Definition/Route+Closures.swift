extension Route {
  /// Describes a route with closures that answer at once.
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
  public init(
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
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    note(tags, priority, meta, scheme, host, SourceSite(file: fileID, line: line))
    self.view = view.map { .made(.immediate($0)) }
    self.action = action.map { Handler.immediate($0).map { .values([$0]) } }
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
    @_inheritActorContext view: Handler<RouteState, Screen?>.WaitingFunction? = nil,
    @_inheritActorContext action: Handler<RouteState, Value>.WaitingFunction? = nil,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<Leaving, Bool>.WaitingFunction? = nil,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    note(tags, priority, meta, scheme, host, SourceSite(file: fileID, line: line))
    self.view = view.map { .made(.waiting($0)) }
    self.action = action.map { Handler.waiting($0).map { .values([$0]) } }
    self.redirects = redirect.map { [.decided(.waiting($0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map { .waiting($0) }
  }

  /// Takes the author's notes.
  mutating func note(
    _ tags: [String],
    _ priority: Int,
    _ meta: Table,
    _ scheme: String?,
    _ host: String?,
    _ site: SourceSite
  ) {
    (self.tags, self.priority, self.meta) = (tags, priority, meta)
    (self.scheme, self.host, sites) = (scheme, host, HandlerSites(definition: site))
  }
}
