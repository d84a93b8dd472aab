#if Inspector
package import MessageStream
import Moonroute
package import Rehearsal
import RuleProof
import ScriptTesting
import Synchronization

/// A fresh world of the same scripts on a virtual clock, in which acts are tried: nothing of it is
/// seen outside, and nothing waits in real time.
package final class Twin: Sendable {
  /// How an act ended there.
  package enum Ending: Sendable {
    /// It was done.
    case ended(ActReply)
    /// The application cannot do it.
    case refused(Refusal)
    /// It waits for something that has not come, such as an answer of a person.
    case waiting

    /// The end in a few words, as a recording notes it; `nil` without one.
    package var words: String? {
      switch self {
      case .ended(let reply): reply.words
      case .refused(let error): error.code
      case .waiting: nil
      }
    }
  }

  /// The world: what is done there is recorded there.
  package let world: World

  private let rehearsal: Rehearsal

  private init(_ world: World, _ rehearsal: Rehearsal) {
    (self.world, self.rehearsal) = (world, rehearsal)
  }

  /// Makes a twin of a world's scripts, as they are in force there; nothing has been done in it yet.
  ///
  /// - Throws: What keeps it from being made.
  package static func make(of original: World) async throws -> Twin {
    let rehearsal = try await original.scripts().rehearsal()
    let clock = rehearsal.time.clock
    let world = World(
      rehearsal.application,
      host: rehearsal.host,
      timeline: Timeline(now: { clock.now.offset }),
      makeHost: original.makeHost
    )
    await world.begin()
    return Twin(world, rehearsal)
  }

  package func end() async {
    rehearsal.time.stand()
    await world.end()
    await rehearsal.end()
  }

  /// Does something, and lets the clock go on until it has ended, or until nothing more can happen.
  ///
  /// - Parameters:
  ///   - act: The act.
  ///   - waits: Whether the clock goes on meanwhile. Default: it does.
  /// - Returns: How it ended, now or later.
  package func perform(_ act: Act, waits: Bool = true) async -> TwinAct {
    let done = TwinAct()
    let (world, clock) = (world, rehearsal.time.clock)
    await run(waiting: act.isAdvance ? nil : waits ? Rehearsal.Limits().waiting : .zero) {
      let start = ContinuousClock.now
      let ending: Ending
      do throws(Refusal) {
        ending = .ended(try await Self.reply(to: act, in: world, clock))
      } catch {
        ending = .refused(error)
      }
      done.end(ending, after: ContinuousClock.now - start)
    }
    return done
  }

  var now: Duration { rehearsal.time.clock.now.offset }

  /// Moves the clock to a time, unless it is later there already; what is due happens.
  package func wait(until target: Duration) async {
    let clock = rehearsal.time.clock
    let rest = target - clock.now.offset
    await run(waiting: nil) { await clock.advance(by: max(.zero, rest)) }
  }

  private func run(waiting: Duration?, _ work: @escaping @Sendable () async -> Void) async {
    var limits = Rehearsal.Limits()
    limits.waiting = waiting
    _ = await rehearsal.run(limits, work)
  }

  private static func reply(
    to act: Act,
    in world: World,
    _ clock: RehearsalClock
  ) async throws(Refusal) -> ActReply {
    if case .clock(_, let seconds) = act {
      await clock.advance(by: .seconds(seconds ?? 0))
      return ActReply(.done)
    }
    do {
      return try await world.perform(act)
    } catch {
      throw InspectorService.refusal(error)
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

  package var ending: Twin.Ending { state.withLock { $0.ending } }

  /// The real time that it took, if it has ended.
  package var duration: Duration? { state.withLock { $0.duration } }

  fileprivate func end(_ ending: Twin.Ending, after duration: Duration) {
    state.withLock { $0 = State(ending: ending, duration: duration) }
  }
}

extension Twin {
  /// Does acts again, and writes each with its ending as a spec.
  ///
  /// - Returns: The text of the spec; the same for the same acts and scripts.
  func spec(_ name: String, _ entries: [Recording.Entry]) async -> String {
    let (world, clock) = (world, rehearsal.time.clock)
    let writer = JourneyWriter(rehearsal, .inspector) { act in
      do throws(Refusal) {
        let reply = try await Self.reply(to: act, in: world, clock)
        return reply.evaluation?.problem == nil ? .ended(reply.ending) : .failed(reply.words)
      } catch {
        return .failed(error.message)
      }
    }
    return await writer.written(name, entries).text
  }
}

extension World {
  /// The scripts as they are in force, for rehearsals.
  ///
  /// - Throws: When there are none, or no other host can be made.
  func scripts() async throws -> RehearsalScripts {
    guard let makeHost, let host else { throw Refusal.noTwins }
    let scripts = await RehearsalScripts(of: host, makeHost: makeHost)
    guard !scripts.texts.isEmpty else {
      throw Refusal(422, .scriptError, "No scripts are loaded yet. Load them first.")
    }
    return scripts
  }
}
#endif
