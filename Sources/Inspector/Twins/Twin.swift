#if Inspector
import Moonroute
import ScriptHost
import ScriptTesting
import Synchronization

/// A fresh world of the same scripts on a virtual clock, in which acts are tried: nothing of it is
/// seen outside, and nothing waits in real time.
package final class Twin: Sendable {
  /// How an act ended there.
  package enum Ending: Sendable {
    /// It was done.
    case ended(ActEnding)
    /// The application cannot do it.
    case refused(WireError)
    /// It waits for something that has not come, such as an answer of a person.
    case waiting

    /// The end in a few words, as the journal notes it; `nil` without one.
    package var words: String? {
      switch self {
      case .ended(let ending): ending.words
      case .refused(let error): error.code.rawValue
      case .waiting: nil
      }
    }
  }

  /// The longest that one act may wait, on the twin's clock.
  private static let waitLimit = Duration.seconds(3_600)

  /// The processor time that one act may take, with all that happens while it waits.
  private static let computingTime = Duration.seconds(2)

  /// The world: what is done there is recorded there.
  package let world: World

  private let time: SpecWorld

  private init(_ world: World, _ time: SpecWorld) {
    self.world = world
    self.time = time
  }

  /// Makes a twin of a world's scripts, as they are in force there; nothing has been done in it yet.
  ///
  /// - Throws: What keeps it from being made.
  package static func make(of original: World) async throws -> Twin {
    let time = SpecWorld()
    let application = try Application(on: SpecOwner(time.executor), clock: time.clock)
    let host = try await TwinScripts(of: original)
      .makeHost(in: application) { application in
        application.resources.storage = MemoryResources()
      }
    let world = World(
      host.application,
      host: host,
      timeline: Timeline(now: { time.clock.now.offset }),
      makeHost: original.makeHost
    )
    await world.begin()
    return Twin(world, time)
  }

  /// Ends the twin.
  package func end() async {
    time.stand()
    await world.end()
    await world.host?.close()
  }

  /// Does something, and lets the clock go on until it has ended, or until nothing more can happen.
  ///
  /// - Parameters:
  ///   - act: The act.
  ///   - waits: Whether the clock goes on meanwhile. Default: it does.
  /// - Returns: How it ended, now or later.
  package func perform(_ act: Act, waits: Bool = true) async -> TwinAct {
    let done = TwinAct()
    let limit: Duration? = act.isClock ? nil : waits ? Self.waitLimit : .zero
    let (world, clock) = (world, time.clock)
    await run(limit: limit) {
      let start = ContinuousClock.now
      let ending = await Self.ending(of: act, in: world, clock)
      done.end(ending, after: ContinuousClock.now - start)
    }
    return done
  }

  /// The time on its clock.
  var now: Duration { time.clock.now.offset }

  /// Moves the clock to a time, unless it is later there already; what is due happens.
  package func wait(until target: Duration) async {
    let clock = time.clock
    let rest = target - clock.now.offset
    await run(limit: nil) { await clock.advance(by: max(.zero, rest)) }
  }

  /// Lets work run on the twin's executor until it has ended, or until nothing more can happen.
  private func run(limit: Duration?, _ work: @escaping @Sendable () async -> Void) async {
    let time = time
    await withTaskExecutorPreference(time.executor) {
      time.executor.meter.begin(limit: Self.computingTime)
      time.limit(limit)
      let continuation = OneShotContinuation<Void>()
      try? await continuation.wait(isCancellable: false) {
        Task(executorPreference: time.executor) {
          await work()
          continuation.resume(returning: ())
        }
        time.run { _ in continuation.resume(returning: ()) }
      }
      time.stand()
    }
  }

  private static func ending(of act: Act, in world: World, _ clock: SpecClock) async -> Ending {
    if case .clock(_, let seconds) = act {
      await clock.advance(by: .seconds(seconds ?? 0))
      return .ended(.clock(.skip, now: clock.now.offset / .seconds(1)))
    }
    do {
      return .ended(try await world.perform(act))
    } catch {
      return .refused(InspectorService.refusal(error))
    }
  }
}

/// An act in a twin, under way or ended.
package final class TwinAct: Sendable {
  private struct State {
    var ending = Twin.Ending.waiting
    var duration: Duration?
  }

  private let state = Mutex(State())

  /// How it ended, as far as it has.
  package var ending: Twin.Ending { state.withLock { $0.ending } }

  /// The real time that it took, if it has ended.
  package var duration: Duration? { state.withLock { $0.duration } }

  fileprivate func end(_ ending: Twin.Ending, after duration: Duration) {
    state.withLock { $0 = State(ending: ending, duration: duration) }
  }
}

extension Act {
  fileprivate var isClock: Bool {
    if case .clock = self { true } else { false }
  }
}

/// The scripts of a world, for other hosts.
struct TwinScripts {
  private let make: World.MakeHost
  private let texts: [String: [UInt8]]

  /// Takes the scripts as they are in force.
  ///
  /// - Throws: When there are none, or no other host can be made.
  init(of world: World) async throws {
    guard let make = world.makeHost, let host = world.host else {
      throw WireError.noTwins
    }
    self.make = make
    texts = await world.application.perform { host.scriptFiles(in: $0) }
    guard !texts.isEmpty else {
      throw WireError(422, .scriptError, "No scripts are loaded yet. Load them first.")
    }
  }

  /// Makes a host, and loads the scripts.
  func makeHost(
    in application: Application,
    prepare: @escaping @Sendable (isolated Application) -> Void = { _ in }
  ) async throws -> ScriptHost {
    let (host, texts) = (try make(application), texts)
    _ = try await host.application.perform { application in
      prepare(application)
      return try host.load(over: texts, in: application)
    }
    return host
  }
}
#endif
