public import RoutePatterns

/// One application: a router and its stage on one executor.
///
/// It lives on the actor where it is made: on the main actor in `main.swift`, in a `@MainActor`
/// function or in a view, and on an actor of its own in nonisolated code.
///
/// ```swift
/// let application = try LinkRouter {
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
/// let outcome = await application.open("/product/7")
/// ```
public actor LinkRouter: ExecutorUser {
  /// The router.
  public let router: Router

  /// The current routes, for any thread.
  public nonisolated let directory: CurrentRouteDirectory

  /// An object with the lifetime of the application: the engine of its script hosts.
  package var attachment: (any ApplicationAttachment)?

  /// The background tasks, which end with the application.
  package nonisolated let life = ApplicationLife()

  /// The actor that provides the application's executor.
  package nonisolated let owner: any Actor

  nonisolated let inbox = EventInbox()

  /// The executor that was chosen when the application was made.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { owner.unownedExecutor }

  /// Makes an application with routes.
  ///
  /// It lives on the actor of the caller, so that handlers written in the same place are called
  /// without a suspension and can use the state of the actor:
  ///
  /// ```swift
  /// @MainActor func makeApplication() throws -> LinkRouter {
  ///   try LinkRouter {
  ///     LinkRoute("/cart").view("Cart") { _ in ["count": .int(model.count)] }
  ///   }
  /// }
  /// ```
  ///
  /// In the initial value of a property, Swift does not know the actor: use
  /// ``onMainActor(configuration:clock:routes:)`` there. The application retains its actor.
  ///
  /// - Parameters:
  ///   - isolation: The actor that provides the executor; by default, the caller's. `nil` for an
  ///     actor of its own.
  ///   - configuration: The settings of every open.
  ///   - clock: Measures the wait limits of decisions.
  ///   - routes: The routes.
  /// - Throws: All problems of the routes, or the problem of the configuration.
  public init(
    isolation: (any Actor)? = #isolation,
    configuration: RouterOptions = RouterOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    @RouteBuilder @_inheritActorContext
    routes: @escaping @Sendable @isolated(any) () throws -> [LinkRoute] = { [] }
  ) throws {
    // It is called here, on the actor of the caller, as its handlers will run on their actors: see
    // `Handler`.
    routes.isolation?.preconditionIsolated("Make the application where its routes are written.")
    let plain = unsafeBitCast(routes, to: (() throws -> [LinkRoute]).self)
    let owner = isolation.map(HandlerPlace.owner) ?? OwnExecutor()
    self.owner = owner
    try configuration.check()
    let rules = RouterRules()
    rules.configuration = configuration
    let routes = try plain()
    for route in routes { route.reportHops(from: owner) }
    try rules.add(contentsOf: routes)
    let router = Router(rules: rules, clock: clock)
    router.home = owner
    self.directory = router.currentDirectory
    let alarm = router.events.alarm
    self.router = router
    alarm.connect(self)
  }

  /// Makes an application with routes on the main actor, also in the initial value of a property.
  ///
  /// ```swift
  /// @MainActor final class Shop {
  ///   let router = try? LinkRouter.onMainActor { LinkRoute("/").view("Home") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - configuration: The settings of every open.
  ///   - clock: Measures the wait limits of decisions.
  ///   - routes: The routes.
  /// - Returns: The application.
  /// - Throws: All problems of the routes, or the problem of the configuration.
  @MainActor public static func onMainActor(
    configuration: RouterOptions = RouterOptions(),
    clock: any Clock<Duration> = ContinuousClock(),
    @RouteBuilder routes: @escaping @Sendable @MainActor () throws -> [LinkRoute] = { [] }
  ) throws -> LinkRouter {
    try LinkRouter(
      isolation: MainActor.shared,
      configuration: configuration,
      clock: clock,
      routes: routes
    )
  }

  deinit { life.end() }

  /// The subscriptions to events, and the functions to emit them.
  public var events: EventStore { router.events }

  /// Values by location and name.
  public var resources: ResourceStore { router.resources }

  /// The stage: everything on screen.
  public var stage: Stage { router.stage }

  /// Opens a location, and returns once its screen is on the stage or its action has run.
  public func open(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.open(text, options: options)
  }

  /// Runs the action of a location and returns its values.
  ///
  /// - Throws: The outcome's error if the action does not answer.
  public func fetch(_ text: String) async throws(RouterError) -> [Value] {
    try await router.fetch(text)
  }

  /// Builds the screen of a location without showing it.
  ///
  /// - Throws: The outcome's error if the open does not make a screen.
  public func build(_ text: String) async throws(RouterError) -> Screen {
    try await router.build(text)
  }

  /// Runs a function on the application's executor.
  ///
  /// - Throws: The error of `body`.
  public func perform<Answer: Sendable, Failure>(
    _ body: @Sendable (isolated LinkRouter) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await body(self)
  }

  /// The route that a location matches.
  ///
  /// Can be called from any thread. It calls no function of the program.
  public nonisolated func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    directory.match(location)
  }

  /// Whether a location matches a route.
  ///
  /// Can be called from any thread. It does not call guards.
  public nonisolated func canOpen(_ text: String) -> Bool { directory.canOpen(text) }
}

package protocol ApplicationAttachment: AnyObject {
  func close()
}
