#if Releases
import Fleet
import Moonroute
import ScriptReleases
import Synchronization
import TestSupport
import Testing

/// The stages of a roll-out, and the reports that halt it.
@Suite(.timeLimit(.minutes(5))) struct RolloutTests {
  private static let plan = Rollout.Plan(
    stages: [1_000, 5_000, 10_000],
    every: .seconds(60),
    failedShare: 0.02
  )

  private static func rollout(at share: Int = 1_000) -> Rollout {
    Rollout(of: 42, at: share, plan, time: .zero)
  }

  /// The report of a host with opens of one route.
  private static func report(
    _ host: String,
    _ version: Int?,
    opens: Int = 0,
    failed: Int = 0,
    route: String = "checkout"
  ) -> CensusReport {
    var report = CensusReport(host: host, channel: "stable")
    (report.version, report.time) = (version, .seconds(10))
    report.opens.note(.opened, route: route, count: opens - failed)
    report.opens.note(.failed, route: route, count: failed)
    return report
  }

  // MARK: Stages

  @Test func `healthy stages follow each other after their time, and the last one is watched too`()
  {
    var rollout = Self.rollout(at: 100)
    var shares: [Int] = []
    for second in 0..<1_000 {
      let time = Duration.seconds(second)
      rollout.add(Self.report("new", 42, opens: 100, failed: 1))
      rollout.add(Self.report("old", 41, opens: 100, failed: 1))
      switch rollout.step(at: time) {
      case .wait, .ask: continue
      case .raise(let share):
        #expect(second == 60 * (shares.count + 1))
        shares.append(share)
        rollout.begin(share, at: time)
      case .halt(let problem):
        Issue.record("\(problem)")
        return
      case .done:
        #expect(second == 240)
        #expect(shares == [1_000, 5_000, 10_000])
        return
      }
    }
    Issue.record("The roll-out does not end.")
  }

  @Test func `hosts are asked once, a second before the end of a stage`() {
    var rollout = Self.rollout()
    rollout.add(Self.report("new", 42))
    let steps = (0...60).map { rollout.step(at: .seconds($0)) }
    #expect(steps.indices.filter { steps[$0] == .ask } == [59])
    #expect(steps.last == .raise(to: 5_000))
  }

  @Test func `a release without a share begins with the first stage at once`() {
    var rollout = Self.rollout(at: 0)
    #expect(rollout.step(at: .zero) == .raise(to: 1_000))
  }

  @Test func `stages up to the current share are over`() {
    for (share, next) in [(999, 1_000), (1_000, 5_000), (4_999, 5_000), (5_000, 10_000)] {
      var rollout = Self.rollout(at: share)
      rollout.add(Self.report("new", 42))
      _ = rollout.step(at: .seconds(60))
      #expect(rollout.step(at: .seconds(60)) == .raise(to: next))
    }
  }

  @Test func `a stage without any report never ends`() {
    var rollout = Self.rollout()
    for second in 0...10_000 {
      let step = rollout.step(at: .seconds(second))
      #expect(step == .wait || (step == .ask && second == 59))
      #expect(rollout.isSilent(at: .seconds(second)) == (second >= 60))
    }
    rollout.add(Self.report("new", 42))
    #expect(rollout.step(at: .seconds(10_001)) == .raise(to: 5_000))
  }

  // MARK: Halts

  private struct Case: Sendable {
    let name: String
    /// Opens and failures of each host with the release, and those of one host with another one.
    let new: [(opens: Int, failed: Int)]
    let old: (opens: Int, failed: Int)
    let isHalted: Bool
  }

  private static let cases = [
    Case(name: "too few opens", new: [(19, 19)], old: (100, 0), isHalted: false),
    Case(name: "enough opens", new: [(20, 1)], old: (100, 0), isHalted: true),
    Case(name: "at the limit", new: [(50, 1)], old: (100, 0), isHalted: false),
    Case(name: "equal to before", new: [(100, 30)], old: (100, 30), isHalted: false),
    Case(name: "less than three times", new: [(100, 29)], old: (100, 10), isHalted: false),
    Case(name: "three times", new: [(100, 30)], old: (100, 10), isHalted: true),
    Case(name: "the sum of hosts", new: [(7, 1), (7, 0), (6, 0)], old: (9, 0), isHalted: true),
  ]

  @Test func `a route halts with enough opens, too many failures, and three times those of others`()
  {
    for row in Self.cases {
      var rollout = Self.rollout()
      for (number, count) in row.new.enumerated() {
        rollout.add(Self.report("new-\(number)", 42, opens: count.opens, failed: count.failed))
      }
      rollout.add(Self.report("old", 41, opens: row.old.opens, failed: row.old.failed))
      let step = rollout.step(at: .seconds(1))
      if case .halt = step {
        #expect(row.isHalted, "\(row.name): \(step)")
      } else {
        #expect(!row.isHalted, "\(row.name)")
      }
    }
  }

  @Test func `a halt names the worst route, its hosts and its numbers`() {
    var rollout = Self.rollout()
    rollout.add(Self.report("old", 41, opens: 300, failed: 1))
    for host in ["a", "b"] {
      rollout.add(Self.report(host, 42, opens: 1_000, route: "home"))
      rollout.add(Self.report(host, 42, opens: 10, failed: 4))
    }
    rollout.add(Self.report("c", 42, opens: 30, failed: 3, route: "cart"))
    guard case .halt(.opens(let problem, hosts: 2)) = rollout.step(at: .zero) else {
      Issue.record("not halted")
      return
    }
    #expect(
      problem.description == "the route 'checkout': 8 of 20 opens failed, and 1 of 300 before"
    )
  }

  @Test func `opens of an earlier stage and of hosts that left the release count where they were`()
  {
    var rollout = Self.rollout()
    rollout.add(Self.report("a", 42, opens: 1_000))
    rollout.begin(5_000, at: .seconds(60))
    // 20 opens of this stage alone, by a host that has returned to 41 since then.
    rollout.add(Self.report("a", 42, opens: 20, failed: 3))
    rollout.add(Self.report("a", 41, opens: 50))
    guard case .halt(.opens(let problem, hosts: 1)) = rollout.step(at: .seconds(61)) else {
      Issue.record("not halted")
      return
    }
    #expect(problem.now == .init(opens: 20, failed: 3))
    #expect(problem.before == .init(opens: 50, failed: 0))
  }

  @Test func `refusals halt if too many hosts refuse, but not if their program lacks something`() {
    for (refusing, isOfProgram, isHalted) in [
      (1, false, false), (3, false, true), (3, true, false), (97, true, false),
    ] {
      var rollout = Self.rollout()
      for number in 0..<100 {
        var report = Self.report("web-\(number)", 41)
        if number < refusing {
          report.refused = [.init(version: 42, reason: "a spec failed", isOfProgram: isOfProgram)]
        } else {
          report.prepared = 42
        }
        rollout.add(report)
      }
      guard case .halt(.refusals(let refusal, let hosts, let all)) = rollout.step(at: .zero) else {
        #expect(!isHalted)
        continue
      }
      #expect(isHalted && hosts == refusing && all == 100)
      #expect(refusal.hosts == ["web-0", "web-1", "web-2"])
    }
  }

  // MARK: Runs

  /// Hosts that answer each question, with these failures for each 20 opens of release 42.
  private final class AnsweringHosts: Sendable {
    let share = Mutex(1_000)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ server: MemoryLink, failed: Int) {
      let link = server.another()
      let questions = link.deliveries(of: [.ask("shop")], limit: 64)
      task.withLock { task in
        task = Task { [weak self] in
          for await _ in questions {
            let share = self?.share.withLock { $0 } ?? 0
            for number in 0..<10 {
              let isNew = number < share / 1_000
              let report = RolloutTests.report(
                "web-\(number)",
                isNew ? 42 : 41,
                opens: 20,
                failed: isNew ? failed : 0
              )
              try? link.publish(report.bytes, to: .census("shop", host: report.host))
            }
            // Another channel and garbage do not count.
            var other = RolloutTests.report("x", 42, opens: 100, failed: 100)
            other.channel = "beta"
            try? link.publish(other.bytes, to: .census("shop", host: "x"))
            try? link.publish([0xFF], to: .census("shop", host: "y"))
          }
        }
      }
    }

    deinit { task.withLock { $0?.cancel() } }
  }

  /// The published shares and the end of a roll-out, in virtual time.
  private static func run(
    _ server: MemoryLink,
    _ clock: SteppedClock,
    _ hosts: AnsweringHosts,
    at share: Int = 1_000,
    isTaken: @escaping ([Int]) -> Bool = { _ in true }
  ) async throws -> ([Int], RolloutRun<SteppedClock>.Result) {
    let shares = Mutex<[Int]>([])
    let isOver = Mutex(false)
    async let moving: Void = {
      while !isOver.withLock({ $0 }) {
        clock.advance(by: .seconds(1))
        await Task.yield()
      }
    }()
    let run = RolloutRun(of: "shop", channel: "stable", over: server.another(), clock: clock)
    let result = try await run.run(42, at: share, plan) { event in
      guard case .raise(let share, _) = event else { return true }
      let all = shares.withLock { shares in
        shares.append(share)
        return shares
      }
      guard isTaken(all) else { return false }
      hosts.share.withLock { $0 = share }
      return true
    }
    isOver.withLock { $0 = true }
    await moving
    return (shares.withLock { $0 }, result)
  }

  @Test func `a run completes if all is well`() async throws {
    let server = MemoryLink()
    let hosts = AnsweringHosts(server, failed: 0)
    let (shares, result) = try await Self.run(server, SteppedClock(), hosts)
    #expect(shares == [5_000, 10_000])
    guard case .done(let rollout) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(rollout.share == 10_000)
    #expect(rollout.view.row(of: 42).hosts > 0)
  }

  @Test func `a share that cannot be published is tried again, and its stage begins then`()
    async throws
  {
    let server = MemoryLink()
    let hosts = AnsweringHosts(server, failed: 0)
    let (shares, result) = try await Self.run(server, SteppedClock(), hosts) { $0.count % 3 == 0 }
    #expect(shares == [5_000, 5_000, 5_000, 10_000, 10_000, 10_000])
    guard case .done = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `a run halts in its first stage if a route fails`() async throws {
    let server = MemoryLink()
    let hosts = AnsweringHosts(server, failed: 5)
    let (shares, result) = try await Self.run(server, SteppedClock(), hosts)
    #expect(shares == [])
    guard case .halted(.opens(let problem, hosts: 1), _) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(problem.route == "checkout")
    #expect(problem.before.failed == 0)
  }

  @Test func `a run that starts again goes on from the share of the channel`() async throws {
    let server = MemoryLink()
    let hosts = AnsweringHosts(server, failed: 0)
    hosts.share.withLock { $0 = 5_000 }
    let (shares, _) = try await Self.run(server, SteppedClock(), hosts, at: 5_000)
    #expect(shares == [10_000])
  }
}
#endif
