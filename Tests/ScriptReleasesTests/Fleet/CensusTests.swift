#if Releases
import Fleet
import MessageStream
import Moonroute
import ScriptReleases
import Synchronization
import TestSupport
import Testing

/// The reports of hosts, and the view of an operator.
@Suite(.timeLimit(.minutes(5))) struct CensusTests {
  /// Reads the reports of a fleet.
  private struct Reports {
    private let deliveries: AsyncStream<FleetDelivery>

    init(_ link: MemoryLink) { deliveries = link.deliveries(of: [.census("shop")], limit: 64) }

    func next() async -> CensusReport? {
      for await case .message(let message) in deliveries { return CensusReport(message.bytes) }
      return nil
    }
  }

  private static func report(
    _ host: String,
    release version: Int?,
    _ opens: [(route: String, opens: Int, failed: Int)] = []
  ) -> CensusReport {
    var report = CensusReport(host: host, channel: "stable")
    report.version = version
    for open in opens {
      report.opens.note(.opened, route: open.route, count: open.opens - open.failed)
      report.opens.note(.failed, route: open.route, count: open.failed)
    }
    report.time = .seconds(10)
    return report
  }

  @Test func `a host reports every 10 seconds, with the opens since its last report`()
    async throws
  {
    let (link, clock) = (MemoryLink(), SteppedClock())
    let opens = Mutex(OpenCounts())
    let reports = Reports(link)
    let census = FleetCensus(of: "shop", host: "web-1", channel: "stable", over: link.another())
    opens.withLock { $0.note(.opened, route: "cart", count: 5) }
    let task = Task {
      await census.run(clock: clock) {
        var report = CensusReport(host: "web-1", channel: "stable")
        report.opens = opens.withLock { $0 }
        return report
      }
    }
    defer { task.cancel() }
    #expect(await reports.next()?.opens.all.opens == 5)
    opens.withLock { $0.note(.failed, route: "cart", count: 2) }
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(10))
    let second = await reports.next()
    #expect(second?.opens.routes == ["cart": .init(opens: 2, failed: 2)])
    #expect(second?.time == .seconds(10))
  }

  @Test func `a host answers a question within 300 ms`() async throws {
    let (link, clock) = (MemoryLink(), SteppedClock())
    let reports = Reports(link)
    let host = link.another()
    let census = FleetCensus(of: "shop", host: "web-1", channel: "stable", over: host)
    let task = Task {
      await census.run(clock: clock) { CensusReport(host: "web-1", channel: "stable") }
    }
    defer { task.cancel() }
    #expect(await reports.next()?.time == .zero)
    // The first sleeper waits for the next regular report, the second one answers.
    while clock.sleeperCount < 2 {
      try link.publish([], to: .ask("shop"))
      await Task.yield()
    }
    clock.advance(by: .milliseconds(300))
    #expect(await reports.next()?.time == .milliseconds(300))
  }

  @Test func `a report that cannot be sent is part of the next one`() async throws {
    let (link, clock) = (MemoryLink(), SteppedClock())
    let turns = Mutex(0)
    let reports = Reports(link)
    let host = link.another()
    host.isConnected = false
    let census = FleetCensus(of: "shop", host: "web-1", channel: "stable", over: host)
    let (facts, fact) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      await census.run(clock: clock) {
        var report = CensusReport(host: "web-1", channel: "stable")
        let turn = turns.withLock { turns in
          turns += 1
          return turns
        }
        report.opens.note(.opened, route: nil, count: 10 * turn)
        // The first report could not be sent.
        if turn == 2 { host.isConnected = true }
        fact.yield(turn)
        return report
      }
    }
    defer { task.cancel() }
    var turn = facts.makeAsyncIterator()
    #expect(await turn.next() == 1)
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(10))
    #expect(await turn.next() == 2)
    #expect(await reports.next()?.opens.all.opens == 20)
  }

  @Test func `the opens under a release that a host has left are reported with it, at once`()
    async throws
  {
    let (depot, program, link) = (try MemoryDepot.with(1, 2), TestProgram(), MemoryLink())
    try depot.publish(1)
    let follower = try program.follower(of: depot)
    let census = FleetCensus(of: "shop", host: "web-1", channel: "stable", over: link.another())
    let reports = Reports(link)
    await follower.look(now: MemoryDepot.start)
    program.wait()
    await follower.check()
    program.note(100)
    let task = Task {
      await census.run(clock: SteppedClock()) {
        let status = await follower.status
        var report = CensusReport(host: "web-1", channel: "stable", status, isOnTrial: true)
        report.opens = program.opens()
        return report
      }
    }
    defer { task.cancel() }
    #expect(await reports.next()?.opens.all == .init(opens: 100))
    // Release 2 fails on trial, so the host returns to 1.
    try depot.publish(2, 1)
    census.note(await follower.look(now: MemoryDepot.start))
    let second = await reports.next()
    #expect(second?.version == 2)
    #expect(second?.opens.all == .init())
    program.note(20, failed: 10)
    census.note(await follower.check())
    let third = await reports.next()
    #expect(third?.version == 2)
    #expect(third?.opens.routes == ["cart": .init(opens: 20, failed: 10)])
    let fourth = await reports.next()
    #expect(fourth?.version == 1)
    #expect(fourth?.opens.all == .init())
    #expect(fourth?.refused.map(\.version) == [2])
  }

  @Test func `opens are shown with the release under which they happened`() {
    var view = FleetView()
    view.add(Self.report("a", release: 42, [("cart", 20, 20)]))
    view.add(Self.report("a", release: 41, [("cart", 30, 0)]))
    view.add(Self.report("b", release: 41))
    #expect(view.rows.map(\.version) == [42, 41])
    #expect(view.rows.map(\.hosts) == [0, 2])
    #expect(view.rows.map(\.opens.all) == [.init(opens: 20, failed: 20), .init(opens: 30)])
    #expect(view.rows[0].hosts(failing: "cart") == 1)
    #expect(view.rows[1].hosts(failing: nil) == 0)
  }

  @Test func `a view counts the opens of at most 100 releases`() {
    var view = FleetView()
    for version in 1...101 { view.add(Self.report("a", release: version, [("cart", 20, 0)])) }
    view.add(Self.report("a", release: 100, [("cart", 1, 0)]))
    #expect(view.opens(of: 100).all.opens == 21)
    #expect(view.opens(of: 101) == OpenCounts())
    #expect(view.rows.count == 100)
  }

  @Test func `sums of the largest numbers stay numbers`() {
    var counts = OpenCounts()
    for _ in 0..<2 { counts.note(.failed, route: "cart", count: .max) }
    #expect(counts.all == .init(opens: .max, failed: .max))
  }

  @Test func `a report survives its message`() throws {
    var report = Self.report("web-1", release: 42, [("cart", 40, 3), ("/p/:id", 2, 0)])
    (report.digest, report.state, report.isOnTrial) = ("ab12", "paused", true)
    (report.prepared, report.generation, report.problem) = (43, 7, "expired")
    report.refused = [.init(version: 41, reason: "no view", isOfProgram: true)]
    report.different.note(.opened, route: "cart", count: 4)
    #expect(CensusReport(report.bytes) == report)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"host":1,"channel":"stable"}"#, #"{"host":"a"}"#, "{\"host\":\"\u{1}",
    #"{"host":"a","channel":"b","x":"# + String(repeating: "1", count: CensusReport.byteLimit)
      + "}",
  ])
  func `garbage is not a report`(text: String) {
    #expect(CensusReport(Array(text.utf8)) == nil)
  }

  @Test func `false numbers in a report are cut to what can be added`() throws {
    let text = """
      {"host":"a","channel":"b","release":-5,"ms":-1,"generation":9223372036854775807,"counts":
      {"opens":9223372036854775807,"failed":-3,"routes":{"x":{"opens":1e300,"failed":"y"}}}}
      """
    let report = try #require(CensusReport(Array(text.utf8)))
    var view = FleetView()
    for _ in 0..<3 { view.add(report) }
    #expect(view.rows.map(\.opens.all) == [.init(opens: 3 << 40, failed: 0)])
    #expect(view.rows.map(\.opensPerSecond) == [0])
  }

  @Test func `hosts are shown by release, with the worst route`() {
    var view = FleetView()
    view.add(Self.report("b", release: 42, [("cart", 100, 0), ("pay", 30, 6)]))
    view.add(Self.report("a", release: 42, [("cart", 100, 10), ("rare", 19, 19)]))
    view.add(Self.report("c", release: 41))
    view.add(Self.report("d", release: nil))
    // A second report of a host adds to its first one.
    view.add(Self.report("c", release: 41, [("cart", 20, 0)]))
    let rows = view.rows
    #expect(rows.map(\.version) == [42, 41, nil])
    #expect(rows.map(\.hosts) == [2, 1, 1])
    #expect(rows.map(\.opens.all.opens) == [249, 20, 0])
    #expect(rows.map(\.opensPerSecond) == [24.9, 1, 0])
    #expect(rows.map { $0.worstRoute?.name } == ["pay", nil, nil])
    #expect(rows[0].worstRoute?.failedShare == 0.2)
  }

  @Test func `the operator sees prepared and refused releases, and silent hosts`() async throws {
    let (link, clock) = (MemoryLink(), SteppedClock())
    var hosts: [Task<Void, Never>] = []
    defer { for host in hosts { host.cancel() } }
    for (name, prepared, isRefusing) in [("a", 43, false), ("b", 43, true), ("c", nil, true)] {
      let census = FleetCensus(of: "shop", host: name, channel: "stable", over: link.another())
      hosts.append(
        Task {
          await census.run(clock: clock) {
            var report = Self.report(name, release: 42)
            report.prepared = prepared
            if isRefusing { report.refused = [.init(version: 44, reason: "no view 'Cart'")] }
            return report
          }
        }
      )
    }
    // One host joined and crashed, another one left, a third one follows another channel.
    for (channel, name) in [("stable", "lost"), ("stable", "gone"), ("beta", "x")] {
      let key = FleetKey.host("shop", channel: channel, name)
      try link.put(Array("joined".utf8), at: key, after: 0)
    }
    await FleetCensus(of: "shop", host: "gone", channel: "stable", over: link).leave()
    while try link.hosts(of: "shop", channel: "stable").count < 5 { await Task.yield() }
    let asking = Task {
      try await FleetView.ask("shop", channel: "stable", over: link.another(), clock: clock)
    }
    // Three hosts and the operator wait, or the hosts answer.
    while clock.sleeperCount < 7 { await Task.yield() }
    clock.advance(by: .milliseconds(300))
    while clock.sleeperCount > 4 { await Task.yield() }
    for _ in 0..<1_000 { await Task.yield() }
    clock.advance(by: .seconds(1))
    let view = try await asking.value
    #expect(view.reports.map(\.host) == ["a", "b", "c"])
    #expect(view.silent == ["lost"])
    #expect(view.prepared.map(\.version) == [43])
    #expect(view.prepared.map(\.hosts) == [2])
    #expect(view.refusals.map(\.hosts) == [["b", "c"]])
    #expect(view.refusals.map(\.refusal.reason) == ["no view 'Cart'"])
  }
}
#endif
