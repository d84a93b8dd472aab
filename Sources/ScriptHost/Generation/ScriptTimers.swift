import LuaRuntime
import Moonroute

/// The scheduled functions of the scripts of one generation.
///
/// A timer is a task that sleeps on the router's clock and then returns to its executor by
/// number, so that after its generation was released it finds nothing to run.
final class ScriptTimers {
  private struct Timer {
    let function: LuaFunction
    /// The time between two runs, or `nil` for one run.
    let interval: Duration?
    let site: SourceSite?
    var due: Duration
    var task: Task<Void, Never>
    let isOwned: Bool
    weak var owner: AnyObject?
    let charge: MemoryCharge

    var isActive: Bool { !isOwned || owner != nil }
  }

  /// The number that represents the messages sent by scripts.
  static let pendingMessages: UInt64 = 0

  private static let fewestSwept = 16

  private let generation: Int
  private let engine: EngineReference
  private let clock: RouterClock
  private var timers: [UInt64: Timer] = [:]
  private var running: [UInt64: Task<Void, Never>] = [:]
  private var due: Set<UInt64> = []
  /// The number of timers at which the timers of former screens are removed.
  private var sweepCount = ScriptTimers.fewestSwept
  private var lastNumber: UInt64 = 0
  private var unfinished: [UInt64: () async throws -> Void] = [:]
  /// The number of background functions that wait for the executor.
  private var comingBackCount = 0

  init(generation: Int, engine: EngineReference, clock: RouterClock) {
    self.generation = generation
    self.engine = engine
    self.clock = clock
  }

  deinit { for task in timers.values.map(\.task) + running.values { task.cancel() } }

  /// Removes all timers, and cancels the functions that are waiting.
  func cancelAll() {
    for task in timers.values.map(\.task) + running.values { task.cancel() }
    (timers, unfinished) = ([:], [:])
  }

  /// Schedules a function; the timer holds its owner weakly, and ends with it.
  func start(
    _ function: LuaFunction,
    after delay: Duration,
    repeats: Bool,
    owner: AnyObject?,
    at site: SourceSite?,
    charge: MemoryCharge
  ) -> UInt64 {
    sweep()
    lastNumber += 1
    timers[lastNumber] = Timer(
      function: function,
      interval: repeats ? delay : nil,
      site: site,
      due: clock.elapsed() + delay,
      task: sleep(delay, number: lastNumber),
      isOwned: owner != nil,
      owner: owner,
      charge: charge
    )
    return lastNumber
  }

  /// Removes the timers whose owner is gone; they would otherwise stay until they are due.
  private func sweep() {
    guard timers.count >= sweepCount else { return }
    for (number, timer) in timers where !timer.isActive { cancel(number) }
    sweepCount = max(Self.fewestSwept, 2 * timers.count)
  }

  var isEmpty: Bool { timers.isEmpty }

  /// The timers that will run, the newest first.
  var pending: [PendingWork] {
    let now = clock.elapsed()
    return timers.filter(\.value.isActive).sorted { $0.key > $1.key }
      .map { _, timer in
        let kind: PendingWork.Kind = timer.interval == nil ? .after : .every
        return PendingWork(kind: kind, due: timer.due - now, site: timer.site)
      }
  }

  var isIdle: Bool { timers.isEmpty && comingBackCount == 0 }

  func cancel(_ number: UInt64) {
    timers.removeValue(forKey: number)?.task.cancel()
  }

  /// Runs the function of a timer; its error goes to the log.
  func fire(_ number: UInt64, in generation: Generation) async {
    guard let timer = timers[number] else { return }
    if let interval = timer.interval, timer.isActive {
      timers[number]?.task = sleep(interval, number: number)
      timers[number]?.due = clock.elapsed() + interval
    }
    // A repeating timer that is due again while it waits for its turn runs only once.
    guard due.insert(number).inserted else { return }
    await generation.calls.scheduler.acquireTurn()
    due.remove(number)
    guard let timer = takeDue(number), timer.isActive else { return }
    guard !generation.calls.breaker.isOpen(for: timer.function) else { return cancel(number) }
    running[number] = timer.task
    defer { running[number] = nil }
    do {
      let answer = try generation.calls.scheduler.releasingTurn {
        try generation.calls.beginInBackground(timer.function) { _ in }
      }
      if case .later(let rest) = answer { try await rest() }
    } catch is CancellationError {
      // The timer's generation has ended.
    } catch {
      generation.calls.log.write(error)
    }
  }

  /// Returns a due timer, and removes it unless it runs again.
  private func takeDue(_ number: UInt64) -> Timer? {
    guard let timer = timers[number] else { return nil }
    if timer.interval == nil || !timer.isActive { timers[number] = nil }
    return timer
  }

  /// Runs a background function to its end; its error goes to the log.
  func finish(_ rest: @escaping () async throws -> Void) {
    lastNumber += 1
    unfinished[lastNumber] = rest
    comeBack(for: lastNumber)
  }

  /// Schedules the delivery of messages that scripts have sent.
  func notifySoon() { comeBack(for: Self.pendingMessages) }

  private func comeBack(for number: UInt64) {
    let (engine, generation) = (engine, generation)
    comingBackCount += 1
    OpenContext.$current.withValue(nil) {
      let task = engine.start(by: clock) { engine, _ in
        await engine.finish(number, of: generation)
      }
      if number != Self.pendingMessages { running[number] = task }
    }
  }

  /// Records that a background function has the executor.
  func noteComeBack() { comingBackCount -= 1 }

  func takeUnfinished(_ number: UInt64) -> (() async throws -> Void)? {
    unfinished.removeValue(forKey: number)
  }

  func noteEnd(of number: UInt64) { running[number] = nil }

  private func sleep(_ delay: Duration, number: UInt64) -> Task<Void, Never> {
    let (engine, clock, generation) = (engine, clock, generation)
    // A timer is not a step of the open that started it.
    return OpenContext.$current.withValue(nil) {
      engine.start(by: clock, after: { await clock.hasSlept(delay, isolation: $0) }) { engine, _ in
        await engine.fire(timer: number, of: generation)
      }
    }
  }
}
