#if Releases
import Fleet
import Moonroute
import ScriptHost

/// A host with rules, as a member of a fleet.
struct FleetHost: Sendable {
  let name: String
  let host: ScriptHost
  /// The events of any host, except those of ``meet(_:)``.
  private let events: AsyncStream<LinkEvent>
  private let ready: AsyncStream<LinkEvent>
  private let problems: AsyncStream<FleetError?>
  private let task: Task<Void, Never>

  /// Runs hosts that have met each other.
  static func run(
    of app: String,
    _ links: [(name: String, link: any FleetLink)],
    _ rules: String,
    _ offers: @Sendable (inout HostOffers) -> Void = { _ in },
    _ body: ([FleetHost]) async throws -> Void
  ) async throws {
    var hosts: [FleetHost] = []
    for link in links { hosts.append(try await start(of: app, link, rules, offers)) }
    let result = await Result.catching {
      try await meet(hosts)
      try await body(hosts)
    }
    for host in hosts { await host.stop() }
    try result.get()
  }

  /// Starts a host, which may not receive events yet.
  static func start(
    of app: String,
    _ link: (name: String, link: any FleetLink),
    _ rules: String,
    _ offers: @Sendable (inout HostOffers) -> Void = { _ in },
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> FleetHost {
    let host = try ScriptHost(.texts(["main.lua": rules]), isolation: nil, offering: offers)
    try await host.load()
    let (problems, report) = AsyncStream.makeStream(of: FleetError?.self)
    let member = FleetMember(of: app, host: link.name, over: link.link)
    let started = FleetHost(
      name: link.name,
      host: host,
      events: try await host.router.values("/**", bufferingNewest: 10_000),
      ready: try await host.router.values("/ready/:host", bufferingNewest: 10_000),
      problems: problems,
      task: Task { await member.run(in: host.router, clock: clock) { report.yield($0) } }
    )
    while await host.router.perform({ $0.events.fleet == nil }) { await Task.yield() }
    return started
  }

  /// Ends the member and the scripts.
  func stop() async {
    task.cancel()
    await task.value
    await host.close()
  }

  /// Waits until each host receives the events of each other one.
  static func meet(_ hosts: [FleetHost]) async throws {
    for sender in hosts {
      for receiver in hosts where receiver.name != sender.name {
        let met = Task {
          for await event in receiver.ready where event.origin == sender.name { return }
        }
        let calling = Task {
          while !Task.isCancelled {
            try await sender.emit("events.emit('/ready/\(sender.name)')")
            for _ in 0..<100 { await Task.yield() }
          }
        }
        await met.value
        calling.cancel()
        // A call that waits ends with an error.
        _ = await calling.result
        // The last call has arrived as well, so no call waits before other events.
        try await sender.emit("events.emit('/ready/\(sender.name)', 'last')")
        for await event in receiver.ready where event.extra == "last" { break }
      }
    }
  }

  /// Runs a line of Lua.
  func emit(_ line: String) async throws { try await host.evaluate(line) }

  /// The next event, except those of ``meet(_:)``.
  func next() async -> LinkEvent? {
    for await event in events where !event.path.hasPrefix("/ready/") { return event }
    return nil
  }

  /// The next change of the member's problem.
  func nextProblem() async -> FleetError? {
    for await problem in problems { return problem }
    return nil
  }
}

extension Result where Failure == any Error {
  fileprivate static func catching(_ body: () async throws -> Success) async -> Result {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
#endif
