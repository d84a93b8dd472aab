public import RoutePatterns

/// Leads a location to what it means: one call in, one outcome out.
///
/// A router, its stage and its rules belong to one executor; `directory` may be asked from any
/// thread.
public final class Router {
  /// The stage: all that is on screen.
  public let stage: Stage

  /// The rules that the router follows.
  public private(set) var rules: RouterRules

  /// The subscriptions to events, and the way to emit them.
  public let events: EventStore

  /// Values by location and name.
  public let resources = ResourceStore()

  /// The clock that measures how long a decision waits.
  package let clock: RouterClock

  /// The routes as they stand, for any thread.
  let currentDirectory: CurrentRouteDirectory

  /// The actor whose executor the router belongs to, once that is known.
  package internal(set) weak var home: (any Actor)?

  /// The opens under way.
  let inFlight = InFlightOpens()

  /// The observers of what happens.
  let observers = RouterObservers()

  /// The lives of the screens on the stage.
  var lives: [Screen.ID: ScreenLife] = [:]

  /// The links of the screens on the stage with the rest.
  var links = ScreenLinks()

  /// The user interfaces that mirror the stage.
  var mirror = StageMirror()

  /// Called with the error of every function of the program that no outcome tells: a handler of an
  /// event, `unmatched`, `onError`, and what else runs by itself; with the occasion, such as
  /// `the event '/cart'`.
  ///
  /// Called on the router's executor. Default: does nothing.
  public var onHandlerFailure: (RouterError, _ occasion: String) -> Void {
    get { hooks.noteHandlerFailure }
    set { hooks.noteHandlerFailure = newValue }
  }

  /// Whether it was closed: nothing opens any more.
  var isClosed = false

  /// The places where a script host and a test runner take part in the router's work.
  package var hooks = RouterHooks()

  private var views: [String: Handler<RouteState, Screen?>] = [:]

  /// Makes a router.
  ///
  /// - Parameters:
  ///   - rules: What it follows. Default: nothing yet.
  ///   - stage: Where it shows screens. Default: an empty one.
  ///   - clock: Measures how long a decision waits. Default: the continuous clock.
  public init(
    rules: RouterRules = RouterRules(),
    stage: Stage = Stage(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.rules = rules
    self.stage = stage
    self.clock = RouterClock(clock)
    self.currentDirectory = CurrentRouteDirectory(rules.directory)
    self.events = EventStore(clock: self.clock)
    let clock = self.clock
    stage.now = { clock.elapsed() }
    stage.onChange = { [weak self] in self?.changed(by: $0) }
    stage.onUpdate = { [weak self] in self?.updated($0) }
    connectStores()
  }

  /// Lets the stores know what they need of the router.
  private func connectStores() {
    let environment = StoreEnvironment(
      context: { [weak self] in PatternContext(self?.rules ?? RouterRules()) },
      describe: { [weak self] in self?.words(forOwner: $0) ?? "\(type(of: $0))" },
      viewOwner: { [weak self] in self?.viewOwner },
      base: { [weak self] in self?.stage.topLocation }
    )
    events.environment = environment
    events.noteFailure = { [weak self] error, event in
      self?.onHandlerFailure(error, "the event '\(event.location)'")
    }
    events.adopt(rules.stores.events)
    resources.environment = environment
    resources.adopt(rules.stores.resources)
    // Without a listener no event is made.
    _ = observers.events.add(while: { [unowned events] in events.hearsRouter }) {
      [unowned events] event in events.announce(event.name) { event.extra }
    }
  }

  /// Takes over complete rules in one step.
  ///
  /// Opens under way finish on the old ones. Observers get ``RouterEvent/reloaded(_:)``.
  ///
  /// - Parameter rules: The rules to follow from now on.
  /// - Returns: What changed.
  /// - Complexity: O(*n*) for *n* routes in both.
  @discardableResult
  public func adopt(_ rules: RouterRules) -> RouteDiff {
    let old = self.rules
    self.rules = rules
    rules.endFollowing()
    currentDirectory.replace(rules.directory)
    resources.adopt(rules.stores.resources)
    events.adopt(rules.stores.events)
    let difference = RouteDiff(
      from: old.directory.index.routes,
      to: rules.directory.index.routes
    )
    observers.events.publish(.reloaded(difference))
    return difference
  }

  /// Makes a view known under a name.
  public func register(view name: String, _ make: @escaping (RouteState) throws -> Screen?) {
    views[name] = Handler(.immediate(make))
  }

  /// Makes a view that may wait known under a name.
  @_disfavoredOverload
  public func register(view name: String, _ make: @escaping (RouteState) async throws -> Screen?) {
    views[name] = Handler(.waiting(make))
  }

  /// Makes a view known under a name, which runs on the actor that it was written on.
  package func register(view name: String, _ handler: Handler<RouteState, Screen?>) {
    views[name] = handler
  }

  /// Forgets the view of a name.
  package func unregister(view name: String) { views[name] = nil }

  /// The names of all registered views, sorted.
  public var viewNames: [String] { views.keys.sorted() }

  func view(named name: String) -> Handler<RouteState, Screen?>? { views[name] }

  /// Opens a location, and answers once its screen is on the stage or its action has run.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link. Any text is answered, none traps.
  ///   - options: How this open differs from an ordinary one.
  /// - Returns: How it ended, with everything that happened on the way.
  public func open(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await run(text, options: options, purpose: .show)
  }

  /// Opens a location.
  public func open(_ location: Location, options: OpenOptions = OpenOptions()) async -> Outcome {
    await run(location.description, options: options, purpose: .show)
  }

  /// Opens a location with `push`.
  public func push(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.push))
  }

  /// Opens a location with `present`.
  public func present(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.present))
  }

  /// Opens a location in place of the top.
  public func replace(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.replace))
  }

  /// Opens a location with everything on the way to it: every route of its branch that has a view,
  /// the root first, takes the place of the stack.
  ///
  /// In tabs it is the stack of the location's branch; else the window's.
  public func go(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    var options = options
    options.replacesStack = true
    return await open(text, options: options)
  }

  /// Runs the action of a location and answers its values; guards run, nothing is shown.
  ///
  /// - Throws: The outcome's error when nothing answers.
  public func fetch(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> [Value] {
    let outcome = await run(text, options: options, purpose: .fetch)
    guard outcome.status == .handled else { throw outcome.failure }
    return outcome.values
  }

  /// Builds the screen of a location; guards run, nothing is shown.
  ///
  /// - Throws: The outcome's error when there is no screen.
  public func build(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> Screen {
    let outcome = await run(text, options: options, purpose: .build)
    guard let screen = outcome.screen else { throw outcome.failure }
    return screen
  }
}
