extension LinkRoute {
  /// Describes a route with a view that the program registered by name.
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
  public init(
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
    line: Int = #line
  ) {
    self.init(path: path, name: name)
    let site = SourceSite(file: fileID, line: line)
    note(tags, priority, meta, scheme, host, site)
    self.view = .named(view)
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
    view: String,
    @_inheritActorContext redirect: Handler<RouteState, Decision>.WaitingFunction? = nil,
    animator: AnimatorChoice? = nil,
    @_inheritActorContext onExit: Handler<ScreenExit, Bool>.WaitingFunction? = nil,
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

  /// Describes a route with a fixed redirect.
  ///
  /// - Parameters:
  ///   - path: The template.
  ///   - name: A name, unique within the application.
  ///   - tags: Tags for restricted opens.
  ///   - priority: Routes with a higher priority win.
  ///   - scheme: The only scheme that it matches.
  ///   - host: The only host that it matches.
  ///   - location: The target. Its path may use the pattern's parameters: `/new/:id`.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
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
    note(tags, priority, ValueTable(), scheme, host, SourceSite(file: fileID, line: line))
    self.redirects = [.fixed(location)]
  }
}
