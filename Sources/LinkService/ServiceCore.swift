#if LinkService
import LinkFiles
import MessageStream
import Moonroute
import NIOCore
import NIOHTTP1
import RoutePatterns
import ScriptHost
import Synchronization

/// The state that all connections of a service share.
final class ServiceCore: Sendable {
  private enum Phase {
    case loading, ready, draining, closing
  }

  private struct State {
    var phase = Phase.loading
    var channels: [ObjectIdentifier: any Channel] = [:]
    var facts = ServiceFacts()
    var files: [LinkPlan.Files] = []
  }

  let options: LinkServiceOptions
  private let workers: [ServiceWorker]
  private let links: LinkSettings?
  private let state = Mutex(State())

  init(_ options: LinkServiceOptions, _ workers: [ServiceWorker], _ links: LinkSettings?) {
    (self.options, self.workers, self.links) = (options, workers, links)
  }

  // MARK: Phases

  var isReady: Bool { state.withLock { $0.phase == .ready } }

  var isClosing: Bool { state.withLock { $0.phase == .closing } }

  func begin() { state.withLock { $0.phase = .ready } }

  func drain() { state.withLock { if $0.phase == .ready { $0.phase = .draining } } }

  func stop() { state.withLock { $0.phase = .closing } }

  /// Admits a connection.
  func enter(_ channel: any Channel) -> Bool {
    state.withLock { state in
      guard state.phase != .closing, state.channels.count < options.limits.connections else {
        return false
      }
      state.channels[ObjectIdentifier(channel)] = channel
      return true
    }
  }

  func leave(_ channel: any Channel) {
    state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
  }

  /// Ends all connections after their running requests, and after a limit also during them.
  func finishConnections() async {
    let channels = state.withLock { Array($0.channels.values) }
    for channel in channels {
      channel.pipeline.fireUserInboundEventTriggered(ServiceConnection.Finish())
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [limit = options.limits.lastTime] in
        try? await Task.sleep(for: limit)
        for channel in channels { channel.close(promise: nil) }
      }
      for channel in channels { try? await channel.closeFuture.get() }
      group.cancelAll()
    }
  }

  func close() async { for worker in workers { await worker.close() } }

  var routers: [LinkRouter] {
    get async {
      var routers: [LinkRouter] = []
      for worker in workers { if let router = await worker.router { routers.append(router) } }
      return routers
    }
  }

  // MARK: Rules

  func load(_ makeHost: @escaping LinkService.MakeHost) async throws {
    let start = ContinuousClock.now
    for worker in workers { try await worker.load(makeHost) }
    await noteLoaded(since: start)
  }

  /// Loads changed scripts while no request runs.
  func reload() async throws(ScriptProblems) -> Bool {
    try await change { worker throws(ScriptProblems) in try await worker.reload() }
  }

  /// Loads scripts from another source while no request runs.
  func load(from source: ScriptSource) async throws(ScriptProblems) {
    _ = try await change { worker throws(ScriptProblems) in
      try await worker.load(from: source)
      return true
    }
  }

  private typealias Change = (ServiceWorker) async throws(ScriptProblems) -> Bool

  /// Changes the rules of all workers or of none, while no request runs.
  private func change(_ change: Change) async throws(ScriptProblems) -> Bool {
    let start = ContinuousClock.now
    for worker in workers { await worker.pause() }
    let result = await changeAll(change)
    for worker in workers { await worker.resume() }
    switch result {
    case .success(true): await noteLoaded(since: start)
    case .success(false): state.withLock { $0.facts.refusals = [] }
    case .failure(let problems):
      state.withLock { $0.facts.refusals = problems.problems.map(\.description) }
    }
    return try result.get()
  }

  /// A save between two workers is followed by another reload.
  private func changeAll(_ change: Change) async -> Result<Bool, ScriptProblems> {
    var changed: [ServiceWorker] = []
    do throws(ScriptProblems) {
      for worker in workers where try await change(worker) { changed.append(worker) }
      return .success(!changed.isEmpty)
    } catch {
      for worker in changed { await worker.rollBack() }
      return .failure(error)
    }
  }

  /// Also resolves a share of the links with other rules, on all event loops or on none.
  ///
  /// `nil` ends it.
  func shadow(_ source: ScriptSource?, share: Double) async throws {
    do {
      for worker in workers { try await worker.shadow(source, share: share) }
    } catch {
      for worker in workers { try? await worker.shadow(nil, share: 0) }
      throw error
    }
  }

  /// Notes the release that the rules come from.
  func note(_ release: ServiceRelease) { state.withLock { $0.facts.release = release } }

  /// The number of successful loads.
  var generation: Int { state.withLock { $0.facts.generation } }

  private func noteLoaded(since start: ContinuousClock.Instant) async {
    let time = ContinuousClock.now - start
    var files: [LinkPlan.Files] = []
    if let links, let plan = await workers.first?.plan(links) { files = plan.files }
    state.withLock { state in
      state.facts.generation += 1
      (state.facts.reloadTime, state.facts.refusals) = (time, [])
      state.files = files
    }
  }

  // MARK: Answers

  /// The links file of a host, if the service has one.
  func file(_ name: String, host: String?) -> String? {
    let isForApple = name == AppleLinkFile.name
    guard let links, !(isForApple ? links.apple.isEmpty : links.android.isEmpty) else { return nil }
    let files = state.withLock { $0.files }
    let host = host.map { String($0.prefix { $0 != ":" }) } ?? ""
    let found = files.first { files in
      files.hosts.contains { (try? HostRule(parsing: $0))?.matches(host) ?? false }
    }
    guard let own = found ?? (files.count == 1 ? files.first : nil) else { return nil }
    return isForApple ? own.appleText : own.androidText
  }

  /// Answers a request that needs all event loops.
  func answer(_ endpoint: ServiceEndpoint) async -> ServiceAnswer {
    let facts = state.withLock { $0.facts }
    switch endpoint {
    case .health: return await isHealthy() ? .text("ok\n") : ServiceAnswer(.stuck)
    case .metrics:
      return .text(await metrics().text(facts), type: "text/plain; version=0.0.4; charset=utf-8")
    default:
      return .json(
        .fields(
          ("version", facts.release.version.map(JSON.int) ?? .null),
          ("channel", .optional(facts.release.channel)),
          ("digest", .optional(facts.release.digest)),
          ("generation", .int(facts.generation)),
          ("state", .text(facts.release.state)),
          ("prepared", facts.release.prepared.map(JSON.int) ?? .null),
          ("refused", .list(facts.refusedJSON)),
          ("stale", .optional(facts.release.staleReason))
        )
      )
    }
  }

  /// The sum of all event loops.
  func metrics() async -> ServiceMetrics {
    var metrics = ServiceMetrics()
    for worker in workers { metrics.add(await worker.metrics) }
    return metrics
  }

  /// Whether every event loop responds in time.
  private func isHealthy() async -> Bool {
    guard let loop = workers.first?.loop else { return false }
    let answers = workers.map { $0.loop.submit {} }
    let all = EventLoopFuture.andAllComplete(answers, on: loop).map { true }
    let late = loop.scheduleTask(in: TimeAmount(options.limits.healthTime)) { false }
    let first = loop.makePromise(of: Bool.self)
    all.whenSuccess { first.succeed($0) }
    late.futureResult.whenSuccess { first.succeed($0) }
    defer { late.cancel() }
    return (try? await first.futureResult.get()) ?? false
  }
}
#endif
