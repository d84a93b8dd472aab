#if Releases
import Synchronization

/// A fleet in memory with faults, in virtual time, for the tests of a program.
///
/// Its tasks run one step after the other in an order that the seed decides, and time passes only
/// while all of them wait. So equal seeds give equal runs, and an hour takes no time.
///
/// ```swift
/// let fleet = FleetSimulator(seed: 7)
/// try await fleet.run {
///   let options = RouterOptions(clock: fleet.clock)
///   let router = try LinkRouter(isolation: fleet.actor, options: options)
///   let member = FleetMember(of: "shop", host: "web-1", over: fleet.link())
///   let life = Task(executorPreference: fleet.executor) {
///     await member.run(in: router, clock: fleet.clock)
///   }
///   fleet.faults = .init(lost: 0.1)
///   try await fleet.clock.sleep(for: .seconds(60))
///   life.cancel()
/// }
/// ```
public final class FleetSimulator: Sendable {
  /// The share of messages with each fault, from 0 to 1.
  public struct Faults: Sendable, Equatable {
    /// Messages that do not arrive, and calls whose answer does not.
    public var lost: Double

    /// Messages that arrive twice.
    public var doubled: Double

    /// Messages that arrive up to five seconds later, after others.
    public var delayed: Double

    /// Creates shares.
    ///
    /// - Parameters:
    ///   - lost: Messages that do not arrive, and calls whose answer does not.
    ///   - doubled: Messages that arrive twice.
    ///   - delayed: Messages that arrive up to five seconds later, after others.
    public init(lost: Double = 0, doubled: Double = 0, delayed: Double = 0) {
      (self.lost, self.doubled, self.delayed) = (lost, doubled, delayed)
    }
  }

  /// All tasks of a simulation wait for something outside of it.
  public struct DeadlockError: Error, CustomStringConvertible {
    /// The problem and advice.
    public var description: String {
      "All tasks of the simulated fleet wait, and no clock will wake them. Start each task with"
        + " Task(executorPreference: fleet.executor), and make routers with"
        + " LinkRouter(isolation: fleet.actor, options: RouterOptions(clock: fleet.clock))."
    }
  }

  /// The fleet without faults.
  public let server = MemoryLink()

  /// The clock, which begins at zero.
  public let clock: SimulatedClock

  /// The actor for the routers of the simulation.
  public let actor: any Actor

  private let jobs: SimulatedExecutor
  private let state = Mutex((faults: Faults(), isOver: false))

  /// Makes a fleet.
  ///
  /// - Parameter seed: Decides about everything that happens by chance.
  public init(seed: UInt64) {
    jobs = SimulatedExecutor(seed: seed)
    clock = SimulatedClock(jobs)
    actor = SimulatedActor(jobs)
  }

  /// The executor for the tasks of the simulation.
  public var executor: any TaskExecutor { jobs }

  /// The faults of all links from now on.
  public var faults: Faults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// Makes a link of the fleet, with its faults.
  ///
  /// - Returns: A link that is connected.
  public func link() -> SimulatedLink { SimulatedLink(server.another(), in: self) }

  /// Returns a random number from 0 up to, but not including, a positive bound.
  ///
  /// - Parameter bound: The bound.
  /// - Returns: The number.
  public func random(below bound: Int) -> Int { jobs.random(below: bound) }

  /// Whether something happens that has a probability from 0 to 1.
  func happens(_ probability: Double) -> Bool { chance() < probability }

  /// A random number from 0 to 1.
  package func chance() -> Double { Double(random(below: 1 << 30)) / Double(1 << 30) }

  /// Runs a function, and all tasks of the simulation, until the function returns.
  ///
  /// - Parameter body: The function; a simulation has one.
  /// - Returns: Its result.
  /// - Throws: Its error, or ``DeadlockError``.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task(executorPreference: jobs) {
      defer { self.state.withLock { $0.isOver = true } }
      return try await FleetSurroundings.$executor.withValue(self.jobs) {
        try await FleetSurroundings.$chance.withValue({ self.chance() }) { try await body() }
      }
    }
    // The jobs occupy a thread until the end.
    await Task.detached {
      repeat { self.jobs.runAll() } while !self.state.withLock { $0.isOver } && self.clock.move()
    }
    .value
    guard state.withLock({ $0.isOver }) else { throw DeadlockError() }
    return try await task.value
  }
}
#else
/// Unavailable without the trait `Releases`.
@available(
  *,
  unavailable,
  message: "Add the trait to the dependency on moonroute: traits: [\"Releases\"]."
)
public struct FleetSimulator {
  /// Unavailable without the trait.
  public init() {}
}
#endif
