/// An object that lives as long as a screen is on the stage.
final class ScreenLife {
  /// The life of the screen's picture: the owner of the registrations of its newest view.
  var picture: ScreenLife?
  /// The life that its view named as the owner of registrations before it was shown.
  var named: ScreenLife?

  /// The life itself, and those that it holds.
  var parts: [ScreenLife] {
    [self] + [picture, named].compactMap(\.self).flatMap(\.parts)
  }
}

extension Router {
  /// An owner in words: the screen whose life it is, or else its type.
  func words(forOwner owner: AnyObject) -> String {
    guard owner is ScreenLife else { return "\(type(of: owner))" }
    let screen = lives.first { $0.value.parts.contains { $0 === owner } }?.key
    guard let screen, let shown = stage.screen(screen) else { return "a screen" }
    return "screen '\(shown.name ?? shown.view)'"
  }

  /// An object that lives as long as a screen is on the stage: the owner of what belongs to it.
  ///
  /// - Parameter screen: The screen.
  /// - Returns: The owner, or `nil` when the screen is not on the stage.
  public func owner(of screen: Screen.ID) -> AnyObject? {
    if let life = lives[screen] { return life }
    guard stage.screen(screen) != nil else { return nil }
    let life = ScreenLife()
    lives[screen] = life
    return life
  }

  /// The owner of what a view registers while it runs: the screen that it is about to make.
  ///
  /// `nil` outside of views. The owner ends at once when the screen does not come onto the stage.
  public var viewOwner: AnyObject? { currentRequest?.lifeBeingBuilt() }

  /// Whether the view of an open runs that the current task is a step of.
  package var isBuildingView: Bool { currentRequest?.isBuilding ?? false }

  /// The owner of what a view registers for a screen that it is about to make.
  ///
  /// - Parameter screen: The screen, as the view describes it.
  /// - Returns: The owner, or `nil` when no view runs. It ends with the screen, and at once when the
  ///   view answers another one or the screen does not come onto the stage.
  package func owner(ofUnshown screen: Screen.ID) -> AnyObject? {
    currentRequest?.lifeBeingBuilt(for: screen)
  }

  /// Adds a route and those below it to the running rules, all or none.
  ///
  /// - Parameters:
  ///   - route: The definition.
  ///   - owner: Held weakly; the routes end with it. Default: ``viewOwner``.
  /// - Returns: The route as it was registered, with its ``RouteInfo/registration``.
  /// - Throws: Every problem found, in the order of the definition.
  @discardableResult
  public func add(_ route: Route, owner: AnyObject? = nil) throws(RouteProblems) -> RouteInfo {
    try rules.add(route, owner: owner ?? viewOwner)
  }

  /// Asks a decision before any location that fits the pattern is matched.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme it fits every scheme.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - owner: Held weakly; the proxy ends with it. Default: ``viewOwner``.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern`.
  @discardableResult
  public func addProxy(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: Handler<RouteState, Decision>
  ) throws(RouterError) -> Registration {
    try rules.addProxy(
      template,
      tags: tags,
      priority: priority,
      site: SourceSite(file: fileID, line: line),
      owner: owner ?? viewOwner,
      decision: .decided(decide)
    )
  }

  /// Asks a decision before a route is entered.
  ///
  /// A guard on a pattern is asked for every location that a screen is built of, those below the
  /// one that is opened included, and in every spelling that the route takes for the same: in any
  /// case if the route ignores it, and `007` as `7` for an `int`. Literal text that stands for a
  /// typed value is written as a location made from it: `7`, a UUID in small letters.
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and those below it; or a pattern, for every open whose
  ///     location fits.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - owner: Held weakly; the guard ends with it. Default: ``viewOwner``.
  ///   - fileID: The file of the call, for errors. Default: this one.
  ///   - line: The line of the call. Default: this one.
  ///   - decide: Decides.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    owner: AnyObject? = nil,
    fileID: String = #fileID,
    line: Int = #line,
    _ decide: Handler<RouteState, Decision>
  ) throws(RouterError) -> Registration {
    try rules.addGuard(
      key,
      tags: tags,
      priority: priority,
      site: SourceSite(file: fileID, line: line),
      owner: owner ?? viewOwner,
      decision: .decided(decide)
    )
  }
}
