public import RoutePatterns

/// A router: routes, a stage, resources and events on one executor.
///
/// The router runs on the actor that makes it: on the main actor in `main.swift`, in a `@MainActor`
/// function or in a view. In nonisolated code, the router runs on an actor of its own.
///
/// ```swift
/// let router = try LinkRouter {
///   LinkRoute("/", name: "home")
///     .view("Home")
///     .animator(.root)
///     .children {
///       LinkRoute("product/:id<int>", name: "product")
///         .view { state in
///           Screen("Product", ["title": .text("Product \(try state.int("id"))")])
///         }
///     }
/// }
/// let outcome = await router.open("/product/7")
/// ```
public actor LinkRouter: ExecutorUser {
  /// Everything but the executor.
  package let router: Router

  /// The current routes, for any thread.
  package nonisolated let directory: CurrentRouteDirectory

  /// The engine of the script hosts, which the router retains.
  package var attachment: (any ApplicationAttachment)?

  /// The background tasks, which end with the router.
  package nonisolated let life = ApplicationLife()

  /// The actor that provides the router's executor.
  package nonisolated let owner: any Actor

  nonisolated let inbox = EventInbox()

  /// The executor that was chosen when the router was made.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { owner.unownedExecutor }

  /// Makes a router with its routes.
  ///
  /// The router runs on the actor of the caller. Handlers written in the same place can use the
  /// state of that actor, and the router calls them without a suspension:
  ///
  /// ```swift
  /// @MainActor func makeRouter() throws -> LinkRouter {
  ///   try LinkRouter {
  ///     LinkRoute("/cart").view("Cart") { _ in ["count": .int(model.count)] }
  ///   }
  /// }
  /// ```
  ///
  /// In the initial value of a property, Swift does not know the actor; use
  /// ``onMainActor(options:routes:)`` there. The router retains its actor.
  ///
  /// - Parameters:
  ///   - isolation: The actor that runs the router; by default, the caller's actor. If it is `nil`,
  ///     the router has an actor of its own.
  ///   - options: The settings that are made once.
  ///   - routes: The routes.
  /// - Throws: All problems of the settings and the routes.
  public init(
    isolation: (any Actor)? = #isolation,
    options: RouterOptions = RouterOptions(),
    @RouteBuilder @_inheritActorContext
    routes: @escaping @Sendable @isolated(any) () -> [LinkRoute] = { [] }
  ) throws(RouteProblems) {
    // The check makes the cast safe: `routes` is called here, on its own actor. `Handler` does the
    // same.
    routes.isolation?.preconditionIsolated("Make the router where its routes are written.")
    let plain = unsafeBitCast(routes, to: (() -> [LinkRoute]).self)
    let owner = isolation.map(HandlerPlace.owner) ?? OwnExecutor()
    self.owner = owner
    do throws(RouterError) { try options.configuration.check() } catch {
      throw RouteProblems(problems: [error])
    }
    let rules = RouterRules()
    rules.configuration = options.configuration
    let routes = plain()
    for route in routes { route.reportHops(from: owner) }
    try rules.add(contentsOf: routes)
    let router = Router(rules: rules, clock: options.clock)
    router.home = owner
    router.resources.storage = options.storage
    router.hooks.instruments = options.instruments.all
    if let notify = options.onFailure { router.report(to: notify) }
    self.directory = router.currentDirectory
    let alarm = router.events.alarm
    self.router = router
    alarm.connect(self)
  }

  /// Makes a router on the main actor, where `#isolation` is not known: in the initial value of a
  /// property.
  ///
  /// ```swift
  /// @MainActor final class Model {
  ///   let router = try? LinkRouter.onMainActor { LinkRoute("/").view("Home") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: The settings that are made once.
  ///   - routes: The routes.
  /// - Returns: The router.
  /// - Throws: All problems of the settings and the routes.
  @MainActor public static func onMainActor(
    options: RouterOptions = RouterOptions(),
    @RouteBuilder routes: @escaping @Sendable @MainActor () -> [LinkRoute] = { [] }
  ) throws(RouteProblems) -> LinkRouter {
    try LinkRouter(isolation: MainActor.shared, options: options, routes: routes)
  }

  deinit { life.end() }

  /// The subscriptions to events, and the functions to emit them.
  package var events: EventStore { router.events }

  /// The values by location and name.
  package var resources: ResourceStore { router.resources }

  /// The stage: everything on screen.
  package var stage: Stage { router.stage }

  /// Runs a function on the router's executor.
  ///
  /// - Throws: The error of `body`.
  public func perform<Answer: Sendable, Failure>(
    _ body: @Sendable (isolated LinkRouter) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await body(self)
  }

  /// The route that a location matches, with its parameters.
  ///
  /// This method can be called from any thread. It does not call functions of the program.
  public nonisolated func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    directory.match(location)
  }

  /// Whether a link matches a route.
  ///
  /// This method can be called from any thread. It does not call guards.
  public nonisolated func canOpen(_ link: some LinkConvertible) -> Bool {
    directory.canOpen(link.linkText)
  }
}

package protocol ApplicationAttachment: AnyObject {
  func close()
}
