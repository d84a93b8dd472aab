/// An object that lives as long as a screen is on the stage.
final class ScreenLife {
  /// The lifetime of the screen's description: the owner of the registrations of its newest view.
  var picture: ScreenLife?
  /// The lifetime that its view used as the owner of registrations before it was shown.
  var named: ScreenLife?

  /// The lifetime itself and its nested lifetimes.
  var parts: [ScreenLife] {
    [self] + [picture, named].compactMap(\.self).flatMap(\.parts)
  }
}

extension Router {
  /// A description of an owner: its screen, or otherwise its type.
  func words(forOwner owner: AnyObject) -> String {
    guard owner is ScreenLife else { return "\(type(of: owner))" }
    let screen = lives.first { $0.value.parts.contains { $0 === owner } }?.key
    guard let screen, let shown = stage.screen(screen) else { return "a screen" }
    return "screen '\(shown.name ?? shown.view)'"
  }

  /// An object that lives as long as a screen is on the stage, to own registrations.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The owner, or `nil` if the screen is not on the stage.
  package func owner(of screen: Screen.ID) -> AnyObject? {
    if let life = lives[screen] { return life }
    guard stage.screen(screen) != nil else { return nil }
    let life = ScreenLife()
    lives[screen] = life
    return life
  }

  /// The owner of registrations that a running view makes: the screen that it will return.
  ///
  /// It is `nil` outside of views. If the screen is not shown, the owner is released immediately.
  package var viewOwner: AnyObject? { currentOpen?.lifeBeingBuilt() }

  /// Whether the current task is running the view of an open.
  package var isBuildingView: Bool { currentOpen?.building?.isRunning ?? false }

  /// The owner of registrations that a view makes before it returns a screen; `nil` outside views.
  ///
  /// It is released with the screen, or immediately if the view returns a different one or the
  /// screen is not shown.
  package func owner(ofUnshown screen: Screen.ID) -> AnyObject? {
    currentOpen?.lifeBeingBuilt(for: screen)
  }

  /// Adds a route and its descendants to the current rules, either all or none.
  ///
  /// - Parameters:
  ///   - route: The definition.
  ///   - owner: An object, held weakly, that ends the routes when it is deallocated. The default is
  ///     ``viewOwner``.
  /// - Returns: The registered route, with its ``RouteInfo/registration``.
  /// - Throws: All problems, in the order of the definition.
  @discardableResult
  package func add(_ route: LinkRoute, owner: AnyObject? = nil) throws(RouteProblems) -> RouteInfo {
    if let home { route.reportHops(from: home) }
    return try rules.add(route, owner: owner ?? viewOwner)
  }

  /// Adds a decision that is called before the routes are matched, for all locations that match a
  /// pattern.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme, it matches every scheme.
  ///   - tags: The proxy is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Proxies with a higher priority are called first.
  ///   - owner: An object, held weakly, that ends the proxy when it is deallocated. The default is
  ///     ``viewOwner``.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides.
  /// - Returns: A registration to remove the proxy.
  /// - Throws: `bad_pattern`.
  @discardableResult
  package func addRewriter(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: Handler<RouteState, Decision>
  ) throws(RouterError) -> Registration {
    decide.reportHops(from: home)
    return try rules.addRewriter(
      template,
      tags: tags,
      priority: priority,
      site: SourceSite(file: fileID, line: line),
      owner: owner ?? viewOwner,
      decision: .decided(decide)
    )
  }

  /// Adds a decision that is called before a route is entered.
  ///
  /// A guard with a pattern is called for every location with a new screen, including screens below
  /// the opened one. It matches every spelling that the route accepts as equivalent: any case if
  /// the route ignores case, and `007` like `7` for an `int`. A literal for a typed value must have
  /// the canonical form of a generated location: `7`, a lowercase UUID.
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and its descendants; or a pattern, for all matching
  ///     locations.
  ///   - tags: The guard is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Guards with a higher priority are called first.
  ///   - owner: An object, held weakly, that ends the guard when it is deallocated. The default is
  ///     ``viewOwner``.
  ///   - fileID: The file of the call, for errors.
  ///   - line: The line of the call.
  ///   - decide: Decides.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  package func addGuard(
    for key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: Handler<RouteState, Decision>
  ) throws(RouterError) -> Registration {
    decide.reportHops(from: home)
    return try rules.addGuard(
      for: key,
      tags: tags,
      priority: priority,
      site: SourceSite(file: fileID, line: line),
      owner: owner ?? viewOwner,
      decision: .decided(decide)
    )
  }
}
