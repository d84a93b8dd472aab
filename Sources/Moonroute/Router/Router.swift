package import RoutePatterns

/// Opens locations: one call in, one outcome out.
///
/// A router, its stage and its rules belong to one executor. `directory` can be used from any
/// thread.
package final class Router {
  /// The stage: everything on screen.
  package let stage: Stage

  /// The current rules.
  package var rules: RouterRules { rulesInForce }

  // Private, so that the compiler sees each access and checks none at run time.
  private var rulesInForce: RouterRules

  /// The subscriptions to events, and the functions to emit them.
  package let events: EventStore

  /// Values by location and name.
  package let resources = ResourceStore()

  /// The clock for the wait limits of decisions.
  package let clock: RouterClock

  let currentDirectory: CurrentRouteDirectory

  /// The actor that provides the router's executor, once it is known.
  package internal(set) weak var home: (any Actor)?

  let inFlight = InFlightOpens()

  let observers = RouterObservers()
  var lives: [Screen.ID: ScreenLife] = [:]

  let links = ScreenLinks()

  var mirror = StageMirror()

  /// Called with every error of the program's functions that no outcome contains, and with the
  /// occasion, such as `the event '/cart'`: the errors of event handlers, `unmatched`, `onError`
  /// and background work.
  ///
  /// It is called on the router's executor. By default it does nothing.
  package var onHandlerFailure: (RouterError, _ occasion: String) -> Void {
    get { observers.onHandlerFailure }
    set { observers.onHandlerFailure = newValue }
  }

  var isClosed = false

  /// The hooks of a script host and a test runner.
  package var hooks: RouterHooks {
    get { ownHooks }
    set { ownHooks = newValue }
  }

  // Private for the same reason as the rules.
  private var ownHooks = RouterHooks()

  private var views: [String: Handler<RouteState, Screen?>] = [:]

  /// Makes a router.
  ///
  /// - Parameters:
  ///   - rules: The rules, initially empty.
  ///   - stage: The stage for its screens.
  ///   - clock: Measures the wait limits of decisions.
  package init(
    rules: RouterRules = RouterRules(),
    stage: Stage = Stage(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    rulesInForce = rules
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

  private func connectStores() {
    let environment = StoreEnvironment(
      context: { [weak self] in PatternContext(self?.rules ?? RouterRules()) },
      describe: { [weak self] in self?.words(forOwner: $0) ?? "\(type(of: $0))" },
      viewOwner: { [weak self] in self?.viewOwner },
      base: { [weak self] in self?.stage.topLocation },
      home: { [weak self] in self?.home }
    )
    events.environment = environment
    events.noteFailure = { [weak self] error, event in
      self?.onHandlerFailure(error, "the event '\(event.withoutValues)'")
    }
    events.adopt(rules.stores.events)
    resources.environment = environment
    resources.adopt(rules.stores.resources)
    // Without a listener, no event is made.
    _ = observers.events.add(while: { [unowned events] in events.hearsRouter }) {
      [unowned events] event in events.announce(event.name) { event.extra }
    }
  }

  /// Replaces all rules in one step.
  ///
  /// Pending opens finish with the old rules. Observers receive ``RouterUpdate/reloaded(_:)``.
  ///
  /// - Parameter rules: The new rules.
  /// - Returns: The difference.
  /// - Complexity: O(*n*) for *n* routes in both.
  @discardableResult
  package func adopt(_ rules: RouterRules) -> RouteDiff {
    let old = self.rules
    rulesInForce = rules
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

  /// Registers a view under a name.
  package func addView(_ name: String, _ handler: Handler<RouteState, Screen?>) {
    handler.reportHops(from: home)
    views[name] = handler
  }

  package func unregister(view name: String) { views[name] = nil }

  /// The names of all registered views, sorted.
  package var viewNames: [String] { views.keys.sorted() }

  func view(named name: String) -> Handler<RouteState, Screen?>? { views[name] }

  /// Opens a location, and returns once its screen is on the stage or its action has run.
  ///
  /// - Parameters:
  ///   - text: The location as written in a link. Any text is accepted; invalid text causes a
  ///     failed outcome.
  ///   - options: The options of this open.
  /// - Returns: The outcome, with all its steps.
  package func open(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await run(text, options: options, purpose: .show)
  }

  /// Opens a location.
  package func open(_ location: Location, options: OpenOptions = OpenOptions()) async -> Outcome {
    await run(location.description, options: options, purpose: .show)
  }

  /// Opens a location with `push`.
  package func push(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.push))
  }

  /// Opens a location with `present`.
  package func present(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.present))
  }

  /// Opens a location in place of the top screen.
  package func replace(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    await open(text, options: options.with(.replace))
  }

  /// Opens a location with all its ancestors: the screens of every route of its branch that has a
  /// view replace the stack, the root first.
  ///
  /// In tabs, this is the stack of the location's branch, otherwise the window's.
  package func go(_ text: String, options: OpenOptions = OpenOptions()) async -> Outcome {
    var options = options
    options.buildsStack = true
    return await open(text, options: options)
  }

  /// Runs the action of a location and returns its values; guards run, and nothing is shown.
  ///
  /// - Throws: The outcome's error if the open does not run an action.
  package func fetch(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> [Value] {
    let outcome = await run(text, options: options, purpose: .fetch)
    guard outcome.status == .handled else { throw outcome.failure }
    return outcome.values
  }

  /// Builds the screen of a location; guards run, and nothing is shown.
  ///
  /// - Throws: The outcome's error if the open does not make a screen.
  package func build(
    _ text: String,
    options: OpenOptions = OpenOptions()
  ) async throws(RouterError) -> Screen {
    let outcome = await run(text, options: options, purpose: .build)
    guard let screen = outcome.screen else { throw outcome.failure }
    return screen
  }

  /// Finds the end of a link without building or showing anything.
  package func resolve(
    _ text: String,
    options: OpenOptions = OpenOptions(),
    runsActions: Bool = false
  ) async -> Outcome {
    var options = options
    options.passesActions = !runsActions
    return await run(text, options: options, purpose: .resolve)
  }
}
