public import RoutePatterns

/// One application: a router and its stage on one executor.
///
/// ```swift
/// let application = try Application {
///   Route("/", name: "home", view: "Home", animator: .root) {
///     Route("product/:id<int>", name: "product", view: { state in
///       Screen("Product", ["title": .text("Product \(state.match[int: "id"] ?? 0)")])
///     })
///   }
/// }
/// let outcome = await application.open("/product/7")
/// ```
public actor Application {
  /// The router.
  public let router: Router

  /// The routes as they stand, for any thread.
  public nonisolated let directory: CurrentRouteDirectory

  /// An object that lives as long as the application: the engine of its script hosts.
  package var attachment: (any ApplicationAttachment)?

  /// The tasks that run by themselves, and end with the application.
  package nonisolated let life = ApplicationLife()

  /// The actor whose executor the application uses.
  package nonisolated let owner: any Actor

  /// The events that were posted.
  nonisolated let inbox = EventInbox()

  /// Runs on the executor that was chosen when the application was made.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { owner.unownedExecutor }

  /// Makes an application with routes.
  ///
  /// Each handler runs on the actor that it was written on. Those of the main actor use what lives
  /// there, and are called at once if the application lives there, too:
  ///
  /// ```swift
  /// @MainActor func makeApplication() throws -> Application {
  ///   try Application(on: MainActor.shared) {
  ///     Route("/cart", view: { _ in Screen("Cart", ["count": .integer(model.count)]) })
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - owner: The actor whose executor the application uses, such as `MainActor.shared`.
  ///     Default: one of its own.
  ///   - configuration: What holds for every open. Default: the default configuration.
  ///   - clock: Measures how long a decision waits. Default: the continuous clock.
  ///   - routes: The routes, written where the application is made.
  /// - Throws: Every problem of the routes, or what is wrong with the configuration.
  public init(
    on owner: (any Actor)? = nil,
    configuration: RouterConfiguration = RouterConfiguration(),
    clock: any Clock<Duration> = ContinuousClock(),
    @RouteBuilder @_inheritActorContext
    routes: @escaping @Sendable @isolated(any) () throws -> [Route] = { [] }
  ) throws {
    // It runs here and now, on the actor of the call, as its handlers will on theirs: see `Handler`.
    routes.isolation?.preconditionIsolated("Make the application where its routes are written.")
    let routes = unsafeBitCast(routes, to: (() throws -> [Route]).self)
    let owner = owner ?? OwnExecutor()
    self.owner = owner
    try configuration.check()
    let rules = RouterRules()
    rules.configuration = configuration
    try rules.add(contentsOf: try routes())
    let router = Router(rules: rules, clock: clock)
    router.home = owner
    self.directory = router.currentDirectory
    let alarm = router.events.alarm
    self.router = router
    alarm.connect(self)
  }

  deinit { life.end() }

  /// The subscriptions to events, and the way to emit them.
  public var events: EventStore { router.events }

  /// Values by location and name.
  public var resources: ResourceStore { router.resources }

  /// The stage: all that is on screen.
  public var stage: Stage { router.stage }

  /// Opens a location, and answers once its screen is on the stage or its action has run.
  public func open(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async -> Outcome {
    await router.open(text, options: options)
  }

  /// Runs the action of a location and answers its values.
  ///
  /// - Throws: The outcome's error when nothing answers.
  public func fetch(_ text: String) async throws(RouterError) -> [Value] {
    try await router.fetch(text)
  }

  /// Builds the screen of a location without showing it.
  ///
  /// - Throws: The outcome's error when there is no screen.
  public func build(_ text: String) async throws(RouterError) -> Screen {
    try await router.build(text)
  }

  /// Runs a piece of the program on the application's executor.
  ///
  /// - Throws: What `body` throws.
  public func perform<Answer: Sendable, Failure>(
    _ body: @Sendable (isolated Application) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await body(self)
  }

  /// The route that a location matches.
  ///
  /// May be asked from any thread and runs no function of the program.
  public nonisolated func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    directory.match(location)
  }

  /// Whether a location matches anything.
  ///
  /// May be asked from any thread; guards are not asked.
  public nonisolated func canOpen(_ text: String) -> Bool { directory.canOpen(text) }
}

/// Something that lives as long as an application, and ends with it.
package protocol ApplicationAttachment: AnyObject {
  /// Ends it: the application is closed.
  func close()
}

/// Lends its executor to an application that has none.
private actor OwnExecutor {}
