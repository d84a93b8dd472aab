import Moonroute
import TestSupport
import Testing

@testable import ScriptHost

/// Turns that each use the maximum computing time of the scheduler.
@MainActor private final class Turns {
  private let router = Router()
  private let scheduler: FairScheduler
  private var time: UInt64 = 0
  private(set) var count = 0

  init() {
    scheduler = FairScheduler(router)
    router.events.computing = ComputingClock(callLimit: 1) { [unowned self] in time }
  }

  func take() async {
    await scheduler.acquireTurn()
    count += 1
    time += 1
    scheduler.releaseTurn()
  }
}

/// The turns of background functions.
@MainActor @Suite struct FairSchedulerTests {
  @Test func `a task that becomes due after long computations lets the others go first`()
    async throws
  {
    var time: UInt64 = 0
    var lines: [String] = []
    let router = Router()
    router.events.computing = ComputingClock(callLimit: 250_000_000) { time }
    let scheduler = FairScheduler(router)
    func run(_ name: String) -> Task<Void, Never> {
      Task {
        await scheduler.acquireTurn()
        lines.append(name)
        time += 100_000_000
        scheduler.releaseTurn()
      }
    }
    func other(_ name: String) -> Task<Void, Never> { Task { lines.append(name) } }
    let tasks = [
      run("1"), run("2"), run("3"), other("a"), run("4"), other("b"), run("5"),
    ]
    for task in tasks { await task.value }
    #expect(lines == ["1", "2", "a", "b", "3", "4", "5"])
  }

  @Test func `everyone gets a turn if others go first before each wait`() async throws {
    let turns = Turns()
    let executor = MainTasks()
    for number in 1...3 {
      Task(executorPreference: executor) { await turns.take() }
      // It needs a few steps. A forgotten turn would never come.
      for _ in 0..<1_000 where turns.count < number { await Task.yield() }
      #expect(turns.count == number)
    }
  }

  @Test func `without limits, no one waits`() async throws {
    let router = Router()
    let scheduler = FairScheduler(router)
    for _ in 0..<10 {
      await scheduler.acquireTurn()
      scheduler.releaseTurn()
    }
  }
}
