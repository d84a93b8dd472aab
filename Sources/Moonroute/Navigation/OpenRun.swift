import RoutePatterns

/// One open on its way: parse, proxies, match, decisions, animator, leave, build, show.
final class OpenRun {
  let router: Router
  let rules: RouterRules
  let index: RouteIndex
  let text: String
  let options: OpenOptions
  let purpose: OpenPurpose
  let ticket: OpenTicket

  /// What happened so far.
  var steps: [OutcomeStep] = []
  /// Where the measured part of the time ends, if steps are measured.
  var measuredUpTo: Duration?
  /// The first location and every one that a decision led to.
  var chain: [Location] = []
  /// The locations before ``chain``, when a substitute is shown.
  var chainBefore: [Location] = []
  /// The location that is being resolved, as the proxies left it.
  var location: Location?
  var extra: Value
  /// Whether a proxy has changed where the open goes or what is passed along.
  var isRewritten = false
  /// The route and match that the open is at.
  var route: RouteInfo?
  var match: RouteMatch?
  /// The number of waits so far.
  var waitCount = 0
  /// The time of scripts at the first handler since others had their turn, `nil` before that.
  var turnStart: UInt64?
  /// What lives as long as the screens that were built.
  var lives: [Screen.ID: ScreenLife] = [:]
  /// The screens that were built for the stage, by their routes.
  var assembled: [ObjectIdentifier: Screen] = [:]
  /// The screens that were asked whether they may go.
  var askedToLeave: Set<Screen.ID> = []

  /// Begins an open on the rules as they stand.
  init(router: Router, text: String, options: OpenOptions, ticket: OpenTicket) {
    self.router = router
    self.rules = router.rules
    self.index = router.rules.directory.index
    self.text = text
    self.options = options
    self.purpose = ticket.purpose
    self.ticket = ticket
    self.extra = options.extra
    ticket.rules = rules
    if options.measuresSteps { measuredUpTo = router.clock.elapsed() }
  }

  /// Runs every step, and tries the substitutes when one fails.
  func run() async -> Outcome {
    do throws(OpenEnd) {
      return try await resolve(try parse(text))
    } catch {
      return await recover(from: error)
    }
  }

  /// Reads a text as a location.
  func parse(_ text: String) throws(OpenEnd) -> Location {
    do {
      let location = try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: chain.last ?? router.stage.top?.location
      )
      note(.parse, answer: location.description)
      return location
    } catch {
      throw failed(.parse, nil, RouterError(.badLocation, error.description))
    }
  }

  /// Follows a location, and whatever decisions lead to, to its end.
  func resolve(_ first: Location) async throws(OpenEnd) -> Outcome {
    chain = [first]
    var location = first
    while true {
      switch try await travel(location) {
      case .ended(let outcome): return outcome
      case .redirected(let next):
        try follow(next)
        location = next
      }
    }
  }

  /// What comes of one location.
  enum Travel {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Asks proxies, then every match in turn until one does not decline.
  private func travel(_ start: Location) async throws(OpenEnd) -> Travel {
    location = start
    if let next = try await askProxies(start) { return .redirected(next) }
    let location = location ?? start
    var declined = 0
    for (route, match) in index.matches(location) {
      guard counts(route), let arrival = arrive(at: route, match: match, location: location)
      else { continue }
      try findPlace(for: arrival)
      if let next = try await askGuards(of: arrival) { return .redirected(next) }
      if let next = try initialTab(of: arrival) { return .redirected(next) }
      if let end = try await end(at: arrival) { return end }
      declined += 1
    }
    (route, match) = (nil, nil)
    guard declined == 0 else { throw .notFound(.allDeclined(location)) }
    note(.match, answer: "nothing fits")
    throw .notFound(index.notFound(location))
  }

  /// Whether the open's tags let a route take part.
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }
}
