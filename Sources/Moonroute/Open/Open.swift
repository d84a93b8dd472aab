import RoutePatterns

/// One open, which runs in synchronous steps.
///
/// ``advance()`` calls the steps, and ``Router/drive(_:)`` awaits their waits. The files follow the
/// order of ``OpenStep``: `+Resolve` goes from location to location until one is final; `+Decide`
/// calls the decisions that can stop or redirect; `+Show` runs the action or shows the view;
/// `+Assemble` and `+Leave` provide the screens; `+Recover` handles failures.
/// ``ask(_:_:as:then:)`` calls all handlers.
final class Open {
  let router: Router
  let context: OpenContext
  let parent: Open?
  let purpose: OpenPurpose
  let text: String
  let options: OpenOptions
  /// The treatment of older opens.
  let overlap: OpenOptions.Overlap
  /// The error if too many opens are inside the same outermost one.
  let refusal: RouterError?

  /// The rules, once the open has begun.
  private(set) var rules: RouterRules
  /// The routes, including those registered while a handler ran.
  private(set) var index: RouteIndex
  private var hasBegun = false

  /// The place of the open among others.
  var queueing = OpenQueueing()

  var step = OpenStep.parse
  /// The rest of a step after its wait.
  var resume: OpenResume?
  var trail = LocationTrail()
  var extra: Value
  var route: RouteInfo?
  var match: RouteMatch?
  /// The behaviour of the matched route, or `nil` for a substitute without a route.
  var behaviour: RouteBehaviour?
  /// The matches of the location that were not tried yet.
  var matches: RouteMatches?
  var declinedCount = 0
  var deciding = DecisionCursor()
  var turns = HandlerTurns()
  /// The handler that was called last, if handlers are recorded.
  var lastAsked: AskedHandler?
  /// The work done so far on arriving and leaving screens.
  var progress = ScreenProgress()
  var building: BuildingView?
  /// The screens whose leave guards were called.
  var askedToLeave: Set<Screen.ID> = []
  /// The screens that opens inside this one have shown.
  var shownInside: Set<Screen.ID> = []
  /// Called after the end.
  var whenOver: [() -> Void] = []

  private(set) var steps: [OutcomeStep] = []
  private var stopwatch: (() -> Duration)?
  private var measuredUpTo = Duration.zero
  var recovery = Recovery()
  var outcome: Outcome?
  /// The result of a check outside any open.
  var ending: DetachedEnding?

  init(
    router: Router,
    context: OpenContext,
    parent: Open?,
    purpose: OpenPurpose,
    text: String,
    options: OpenOptions,
    refusal: RouterError?
  ) {
    self.router = router
    self.context = context
    self.parent = parent
    self.purpose = purpose
    self.text = text
    self.refusal = refusal
    rules = router.rules
    index = rules.directory.index
    overlap = options.whenBusy ?? rules.configuration.whenBusy
    extra = options.extra
    self.options = options
  }

  /// Uses the rules in force from now on, after the open may have waited for its turn.
  func begin(hasWaited: Bool = false) {
    hasBegun = true
    if hasWaited {
      rules = router.rules
      takeInNewRoutes()
    }
    stopwatch = router.stopwatch(for: options)
    if let stopwatch { measuredUpTo = stopwatch() }
    steps.reserveCapacity(Self.usualStepCount)
  }

  /// A capacity that is sufficient for most opens.
  private static let usualStepCount = 8

  func uses(_ rules: RouterRules) -> Bool { hasBegun && self.rules === rules }

  /// Updates the routes to include recent registrations; returns whether they changed.
  @discardableResult
  func takeInNewRoutes() -> Bool {
    let before = index
    index = rules.directory.index
    return index !== before
  }
}

/// The rest of a step after its wait.
typealias OpenResume = () throws(OpenFailure) -> OpenNext

/// The steps of an open that can follow a wait or another step; most have the state of the matched
/// route.
enum OpenStep {
  case parse, proxies, proxy, match
  case decide(RouteState)
  case arrive(RouteState)
  case hand(RouteState), handed(RouteState)
  case refreshed(RouteState)
  case renew(RouteState), renewing(RouteState), renewed(RouteState)
  case below(RouteState), parts(RouteState), guardsBelow(RouteState)
  /// The state of the replacement; `nil` when going back.
  case leave(RouteState?)
  case build(RouteState)
  case custom(RouteState)
  case place(RouteState)
  case fallback, unmatched, found, onError
}

/// The answer of a step.
enum OpenNext {
  case go(OpenStep)
  /// The open continues with ``Open/resume`` after a wait.
  case wait(() async -> Void)
  case ended
}

extension Open {
  /// Runs steps until the open ends or has to wait; returns the wait.
  func advance() -> (() async -> Void)? {
    while true {
      switch next() {
      case .go(let step): self.step = step
      case .wait(let wait): return wait
      case .ended: return nil
      }
    }
  }

  private func next() -> OpenNext {
    do throws(OpenFailure) {
      guard let resume else { return try run(step) }
      self.resume = nil
      return try resume()
    } catch {
      return recover(from: error)
    }
  }

  private func run(_ step: OpenStep) throws(OpenFailure) -> OpenNext {
    switch step {
    case .parse: try resolve(try parse(text))
    case .proxies: try lookUpProxies()
    case .proxy: try askNextProxy()
    case .match: try tryNextMatch()
    case .decide(let state): try askNextGuard(about: state)
    case .arrive(let state): try arrive(at: state)
    case .hand(let state): try settle(state, then: .handed(state))
    case .handed(let state): hand(state)
    case .refreshed(let state): try refreshed(state)
    case .renew(let state): try renew(state)
    case .renewing(let state): try settle(state, then: .renewed(state))
    case .renewed(let state): try renewed(state)
    case .below(let state): try prepareBelow(state)
    case .parts(let state): try findParts(of: state)
    case .guardsBelow(let state): try askNextGuardBelow(state)
    case .leave(let target): try askNextLeaver(target)
    case .build(let state): try buildNext(state)
    case .custom(let state): try askCustom(state)
    case .place(let state): try place(state)
    case .fallback: try fallBack()
    case .unmatched: try askUnmatched()
    case .found: try openRegistered()
    case .onError: try askOnError()
    }
  }

  private func hand(_ state: RouteState) -> OpenNext {
    purpose.isOpen ? end(.opened) { $0.screen = built(for: state.route) } : end(.done)
  }

  /// Ends with success, or with the substitute for an earlier failure.
  func end(
    _ status: Outcome.Status,
    _ complete: (inout OutcomeFields) -> Void = { _ in }
  ) -> OpenNext {
    outcome = makeOutcome(status) { fields in
      complete(&fields)
      // A route that `unmatched` registered is the requested one and not a substitute.
      guard let failed = recovery.failed, !recovery.isFound else { return }
      (fields.status, fields.error, fields.reason) = (.fellBack, failed.error, failed.reason)
    }
    return .ended
  }

  /// Ends a check outside any open.
  func end(_ ending: DetachedEnding) -> OpenNext {
    self.ending = ending
    return .ended
  }
}

extension Open {
  /// Records a step; `answer` is its result, in a few words.
  ///
  /// `name` is the route, or the pattern of a proxy or guard.
  func note(
    _ kind: OutcomeStep.Kind,
    _ name: String? = nil,
    _ site: SourceSite? = nil,
    _ ordinal: OutcomeStep.Ordinal? = nil,
    answer: String,
    decision: @autoclosure () -> StepDecision? = nil,
    at location: Location? = nil
  ) {
    var duration: Duration?
    var detail: OutcomeStep.Detail?
    if let time = stopwatch?() {
      duration = time - measuredUpTo
      detail = OutcomeStep.Detail(at: location ?? trail.location, decision())
      measuredUpTo = time
    }
    steps.append(
      OutcomeStep(
        kind: kind,
        name: name,
        site: site,
        answer: answer,
        ordinal: ordinal,
        duration: duration,
        detail: detail
      )
    )
    guard duration != nil else { return }
    context.stepCount = steps.count
    let place = OpenPlace(open: id, step: steps.count - 1)
    for instrument in router.hooks.instruments { instrument.note(steps[place.step], at: place) }
  }

  func note(
    _ asked: AskedHandler,
    answer: String,
    decision: @autoclosure () -> StepDecision? = nil,
    at location: Location? = nil
  ) {
    note(
      asked.kind,
      asked.label,
      asked.site,
      asked.ordinal,
      answer: answer,
      decision: decision(),
      at: location
    )
  }

  func failed(_ kind: OutcomeStep.Kind, _ route: RouteInfo?, _ error: RouterError) -> OpenFailure {
    note(kind, route?.label, route?.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: route?.site))
  }

  func failed(_ asked: AskedHandler, _ error: RouterError) -> OpenFailure {
    note(asked, answer: "failed: \(error.message)")
    return .failed(error.located(at: asked.site))
  }

  func makeOutcome(
    _ status: Outcome.Status,
    _ complete: (inout OutcomeFields) -> Void = { _ in }
  ) -> Outcome {
    let location = trail.location.map { location in
      route.map { trail.restoring(location, for: $0, rules.configuration.locationRules) }
        ?? location
    }
    return Outcome(OutcomeFields(status: status, text: text, location: location)) { fields in
      (fields.route, fields.match, fields.dropped) = (route, match, trail.dropped(for: route))
      (fields.redirects, fields.steps) = (trail.redirects, steps)
      complete(&fields)
    }
  }

  func makeOutcome(failed failure: OpenFailure) -> Outcome {
    makeOutcome(failure.status) { fields in
      fields.error = failure.error
      switch failure {
      case .intercepted(let reason): fields.reason = reason
      case .cancelled: fields.reason = queueing.cancelReason
      case .notFound, .failed: break
      }
    }
  }
}
