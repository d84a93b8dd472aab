#if LinkService
import LinkFiles
import MessageStream
import Moonroute
import NIOCore
import NIOHTTP1
import RoutePatterns
import ScriptHost
import ScriptReports

/// One event loop with a router of its own, which runs on the loop.
///
/// It resolves one request after the other, so that no session reaches another request.
actor ServiceWorker {
  /// A request for the router.
  enum Work: Sendable {
    case resolve([Result<ServiceCall, ServiceProblem>], isLines: Bool, ServiceTrace)
    case match(ServiceCall)
  }

  private struct Job {
    let work: Work
    let start = ContinuousClock.now
    /// Whether the client is still connected.
    let isWanted: @Sendable () -> Bool
    let done: @Sendable (ServiceAnswer) -> Void
  }

  nonisolated let loop: any EventLoop
  private let options: LinkServiceOptions

  private(set) var router: LinkRouter?
  private var host: ScriptHost?
  private var makeHost: LinkService.MakeHost?
  private var shadow: ServiceShadow?
  private var rules = LocationRules.standard
  private var waiting: [Job] = []
  private var isBusy = false
  /// The number of reloads that pause the worker.
  private var pauseCount = 0
  private var idleWaits: [CheckedContinuation<Void, Never>] = []
  /// The time limit of the current request.
  private var timeout: Scheduled<Void>?
  private(set) var metrics = ServiceMetrics()

  /// The number of links that are resolved before other work of the loop gets a turn.
  private static let rowLength = 64

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.executor.asUnownedSerialExecutor()
  }

  init(_ loop: any EventLoop, _ options: LinkServiceOptions) {
    (self.loop, self.options) = (loop, options)
  }

  private var limits: ServiceLimits { options.limits }

  // MARK: Rules

  /// Makes the router and its scripts, and loads them.
  func load(_ makeHost: @escaping LinkService.MakeHost) async throws {
    let router = try LinkRouter(isolation: self, options: options.router)
    let host = try makeHost(router)
    (self.router, self.host, self.makeHost) = (router, host, makeHost)
    try await host.load()
    await takeRules()
  }

  private func takeRules() async {
    guard let router else { return }
    rules = await router.perform { router in
      router.router.hooks.isUnattended = true
      return router.router.rules.configuration.locationRules
    }
  }

  /// Loads changed scripts; returns whether anything changed.
  func reload() async throws(ScriptProblems) -> Bool {
    guard let host, try await host.reload() != nil else { return false }
    await takeRules()
    return true
  }

  /// Loads scripts from another source.
  func load(from source: ScriptSource) async throws(ScriptProblems) {
    try await host?.load(from: source)
    await takeRules()
  }

  /// Also resolves a share of the links with other rules; `nil` ends it.
  func shadow(_ source: ScriptSource?, share: Double) async throws {
    let old = shadow
    shadow = nil
    await old?.end()
    guard let source, let makeHost, share > 0 else { return }
    let router = try LinkRouter(isolation: self)
    let host = try makeHost(router)
    try await host.load(from: source)
    await router.perform { $0.router.hooks.isUnattended = true }
    shadow = ServiceShadow(router, host, share: share)
  }

  /// Restores the rules from before the last load.
  func rollBack() async {
    _ = try? await host?.rollback()
    await takeRules()
  }

  func plan(_ settings: LinkSettings) async -> LinkPlan? {
    await router?.perform { LinkPlan(of: LinkTable(of: $0.router.rules), settings: settings) }
  }

  /// Finishes the running request and begins no other.
  func pause() async {
    pauseCount += 1
    guard isBusy else { return }
    await withCheckedContinuation { idleWaits.append($0) }
  }

  func resume() {
    pauseCount -= 1
    begin()
  }

  func close() async {
    await shadow?.end()
    await host?.close()
    await router?.close()
  }

  // MARK: Requests

  /// Answers a request after all earlier ones, unless its client is gone by then.
  func submit(
    _ work: Work,
    if isWanted: @escaping @Sendable () -> Bool = { true },
    _ done: @escaping @Sendable (ServiceAnswer) -> Void
  ) {
    guard waiting.count < limits.waitingRequests else { return done(ServiceAnswer(.busy)) }
    waiting.append(Job(work: work, isWanted: isWanted, done: done))
    begin()
  }

  /// Answers the waiting requests until one of them has to be resolved.
  private func begin() {
    guard !isBusy else { return }
    isBusy = true
    while pauseCount == 0, !waiting.isEmpty {
      let job = waiting.removeFirst()
      guard job.isWanted() else { continue }
      guard ContinuousClock.now - job.start <= limits.requestTime else {
        job.done(ServiceAnswer(.timeout(limits.requestTime)))
        continue
      }
      switch job.work {
      case .match(let call): job.done(.json(match(call)))
      case .resolve(let calls, let isLines, let trace):
        trace.continued {
          limited { worker in
            job.done(await worker.answer(calls, isLines: isLines))
            worker.end()
          }
        }
        return
      }
    }
    isBusy = false
    for wait in idleWaits { wait.resume() }
    idleWaits = []
  }

  /// Ends a request, and compares its links if their turn has come.
  private func end() {
    timeout?.cancel()
    guard let links = shadow?.take(), !links.isEmpty else { return next() }
    limited { worker in
      await worker.compare(links)
      worker.timeout?.cancel()
      worker.next()
    }
  }

  private func next() {
    isBusy = false
    begin()
  }

  /// Runs a function in a task that is cancelled after the time for a request.
  private func limited(_ body: @escaping @Sendable (isolated ServiceWorker) async -> Void) {
    let task = Task { await body(self) }
    timeout = loop.scheduleTask(in: TimeAmount(limits.requestTime)) { task.cancel() }
  }

  private func answer(
    _ calls: [Result<ServiceCall, ServiceProblem>],
    isLines: Bool
  ) async -> ServiceAnswer {
    var bytes: [UInt8] = []
    for (number, call) in calls.enumerated() {
      if number % Self.rowLength == Self.rowLength - 1 { await Task.yield() }
      let answer: JSON
      do throws(ServiceProblem) {
        answer = try await resolve(try call.get())
      } catch {
        guard isLines else { return ServiceAnswer(error) }
        answer = .fields(("error", error.json))
      }
      bytes += answer.line.utf8
      if isLines { bytes.append(UInt8(ascii: "\n")) }
    }
    let type = isLines ? "application/x-ndjson" : "application/json"
    return ServiceAnswer(status: .ok, type: type, bytes: bytes)
  }

  private func match(_ call: ServiceCall) -> JSON {
    guard let router else { return .null }
    let proxies = router.assumeIsolated { router in
      let rules = router.router.rules
      if let location = try? rules.location(of: call.location) { try? rules.prepare(for: location) }
      return rules.proxies(fitting: call.location)
    }
    let index = router.directory.index
    return MatchReport(call.location, in: index, rules: rules, proxies: proxies).json()
  }

  /// Resolves a link with the session of its request, or an empty one.
  private func resolve(_ call: ServiceCall) async throws(ServiceProblem) -> JSON {
    guard let router, let host else { throw .draining }
    if Task.isCancelled { throw .timeout(limits.requestTime) }
    let result = await outcome(of: call, by: router, host, runsActions: options.runsActions)
    let outcome = try result.get()
    if outcome.status == .cancelled, Task.isCancelled { throw .timeout(limits.requestTime) }
    metrics.note(outcome.status, route: outcome.route?.label)
    shadow?.note(call, outcome)
    return outcome.json(showsSteps: call.showsSteps)
  }

  private func outcome(
    of call: ServiceCall,
    by router: LinkRouter,
    _ host: ScriptHost,
    runsActions: Bool
  ) async -> Result<Outcome, ServiceProblem> {
    await router.perform { router in
      if router.stage.tree.root != nil { router.stage.clear() }
      do throws(RouterError) {
        try host.take(call.persona, in: router)
        if let session = call.session {
          try host.session(in: router).replace(with: session)
        } else if call.persona == nil {
          try host.session(in: router).replace(with: .table([:]))
        }
      } catch {
        return .failure(.wrongVisitor(reason: error.message))
      }
      let options = OpenOptions(extra: call.extra)
      return .success(
        await router.router.resolve(call.location, options: options, runsActions: runsActions)
      )
    }
  }

  /// Resolves links with the second set of rules, and counts the different endings.
  private func compare(_ links: [ServiceShadow.Link]) async {
    for link in links {
      guard let shadow, !Task.isCancelled else { return }
      let result = await outcome(of: link.call, by: shadow.router, shadow.host, runsActions: false)
      // Rules that were replaced meanwhile are closed, and end every link.
      guard !Task.isCancelled, self.shadow?.router === shadow.router else { return }
      let ending = (try? result.get()).map(ServiceShadow.Ending.init)
      metrics.noteShadow(route: link.ending.route, isDifferent: ending != link.ending)
    }
  }

  func note(path: String, _ duration: Duration) { metrics.note(path: path, duration) }
}

extension Outcome {
  /// The fields of `run --json`, without the animator.
  fileprivate func json(showsSteps: Bool) -> JSON {
    .object(
      fields.filter { $0.name != "animator" }
        + (showsSteps ? [JSON.Field("steps", stepsJSON)] : [])
    )
  }
}

extension TimeAmount {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
#endif
