import Moonroute
package import Rehearsal
import ScriptHost
import Synchronization

/// Opens each link on an empty stage, with a fresh session.
///
/// Other values of the scripts stay. Several rehearsals open links concurrently. The number of a
/// link decides its rehearsal, so that the results are the same on every machine, even if scripts
/// keep values outside the session.
package final class LinkOpener: Sendable {
  package struct Opened: Sendable {
    package let ending: Ending

    /// The real time of the open; `nil` if it has not ended.
    package let duration: Duration?

    package init(ending: Ending, duration: Duration? = nil) {
      (self.ending, self.duration) = (ending, duration)
    }
  }

  /// The maximum number of rehearsals.
  private static let trialLimit = 4

  /// The number of consecutive links per rehearsal.
  private static let rowLength = 64

  private let trials: [Rehearsal]
  private let persona: String?
  private let count = Atomic(0)

  /// Prepares to open links; a low `linkLimit` needs fewer rehearsals.
  package init(
    _ scripts: RehearsalScripts,
    as persona: String?,
    linkLimit: Int = .max
  ) async throws {
    let rows = (linkLimit - 1) / Self.rowLength + 1
    var trials: [Rehearsal] = []
    for _ in 0..<max(1, min(rows, Self.trialLimit)) { trials.append(try await scripts.rehearsal()) }
    (self.trials, self.persona) = (trials, persona)
  }

  package func end() async {
    for trial in trials { await trial.end() }
  }

  /// Opens links; calls must not overlap, and cancellation leaves the remaining links waiting.
  package func open(_ links: [String]) async -> [Opened] {
    let first = count.wrappingAdd(links.count, ordering: .relaxed).oldValue
    let places = Dictionary(grouping: links.indices) { index in
      (first + index) / Self.rowLength % trials.count
    }
    return await withTaskGroup { group in
      for (trial, places) in places {
        group.addTask { [trial = trials[trial], persona] in
          (places, await Self.open(places.map { links[$0] }, in: trial, as: persona))
        }
      }
      var all = [Opened](repeating: .waiting, count: links.count)
      for await (places, opened) in group {
        for (place, one) in zip(places, opened) { all[place] = one }
      }
      return all
    }
  }

  private static func open(
    _ links: [String],
    in trial: Rehearsal,
    as persona: String?
  ) async -> [Opened] {
    var opened: [Opened] = []
    while opened.count < links.count, !Task.isCancelled {
      let turn = Turn(links[opened.count...])
      await withTaskCancellationHandler {
        _ = await trial.perform { application in await turn.go(trial, persona, in: application) }
      } onCancel: {
        _ = turn.end()
      }
      opened += turn.end()
      guard opened.count < links.count else { break }
      // The link waits, or takes too long. An empty stage ends the wait.
      opened.append(.waiting)
      _ = await trial.perform { $0.stage.clear() }
    }
    return opened
  }

  /// Opens links until one does not end.
  private final class Turn: Sendable {
    private struct State {
      var opened: [Opened] = []
      var isOver = false
    }

    private let links: ArraySlice<String>
    private let state = Mutex(State())

    init(_ links: ArraySlice<String>) { self.links = links }

    func go(_ trial: Rehearsal, _ persona: String?, in application: isolated LinkRouter) async {
      for link in links {
        trial.begin(Rehearsal.Limits())
        application.stage.clear()
        try? trial.host.take(persona, in: application)
        let start = ContinuousClock.now
        let ending = Ending(await application.router.open(link))
        let opened = Opened(ending: ending, duration: ContinuousClock.now - start)
        let isOver = state.withLock { state in
          if !state.isOver { state.opened.append(opened) }
          return state.isOver
        }
        if isOver { return }
      }
    }

    /// Returns the links that have ended, in order.
    func end() -> [Opened] {
      state.withLock { state in
        state.isOver = true
        return state.opened
      }
    }
  }
}

extension LinkOpener.Opened {
  fileprivate static let waiting = Self(ending: Ending(.waiting))
}
