extension LinkRoute {
  /// Describes a route with synchronous closures.
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
  public init(
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
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    let site = SourceSite(file: fileID, line: line)
    note(tags, priority, meta, scheme, host, site)
    self.view = view.map { .made(.immediate(at: site, $0)) }
    self.action = action.map { Handler.immediate(at: site, $0).map { .values([$0]) } }
    self.redirects = redirect.map { [.decided(.immediate(at: site, $0))] } ?? []
    self.animator = animator
    self.onExit = onExit.map { .immediate(at: site, $0) }
  }

  /// Describes a route with asynchronous closures; otherwise like the synchronous overload.
  @_disfavoredOverload
  public init(
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

  mutating func note(
    _ tags: [String],
    _ priority: Int,
    _ meta: ValueTable,
    _ scheme: String?,
    _ host: String?,
    _ site: SourceSite
  ) {
    (self.tags, self.priority, self.meta) = (tags, priority, meta)
    (self.scheme, self.host, sites) = (scheme, host, HandlerSites(definition: site))
  }
}
