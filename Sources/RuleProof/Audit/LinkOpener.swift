import Moonroute
package import Rehearsal
import ScriptHost
import Synchronization

/// Opens links in trials, each on an empty stage, with the session put back; what else scripts keep
/// goes on.
///
/// The trials work side by side. Which link is opened in which one is a matter of its number alone, so
/// that what scripts keep elsewhere than in the session makes no difference between machines.
package final class LinkOpener: Sendable {
  /// The number of trials.
  private static let trialCount = 4

  /// The links in a row that one trial opens.
  private static let rowLength = 64

  private let trials: [Rehearsal]
  private let persona: String?
  private let count = Atomic(0)

  /// Prepares to open links.
  ///
  /// - Parameters:
  ///   - scripts: The scripts.
  ///   - persona: The person who follows the links; `nil`: no persona.
  /// - Throws: What keeps the scripts from loading.
  package init(_ scripts: RehearsalScripts, as persona: String?) async throws {
    var trials: [Rehearsal] = []
    for _ in 0..<Self.trialCount { trials.append(try await scripts.rehearsal()) }
    (self.trials, self.persona) = (trials, persona)
  }

  /// Ends the trials.
  package func end() async {
    for trial in trials { await trial.end() }
  }

  /// Opens links; one call after the other.
  ///
  /// - Parameter links: The links.
  /// - Returns: What became of each, in order.
  package func fates(of links: [String]) async -> [LinkFate] {
    let first = count.wrappingAdd(links.count, ordering: .relaxed).oldValue
    let places = Dictionary(grouping: links.indices) { index in
      (first + index) / Self.rowLength % Self.trialCount
    }
    return await withTaskGroup { group in
      for (trial, places) in places {
        group.addTask { [trial = trials[trial], persona] in
          (places, await Self.fates(of: places.map { links[$0] }, in: trial, as: persona))
        }
      }
      var fates = [LinkFate](repeating: LinkFate(.waiting), count: links.count)
      for await (places, found) in group {
        for (place, fate) in zip(places, found) { fates[place] = fate }
      }
      return fates
    }
  }

  private static func fates(
    of links: [String],
    in trial: Rehearsal,
    as persona: String?
  ) async -> [LinkFate] {
    var fates: [LinkFate] = []
    while fates.count < links.count {
      let turn = Turn(links[fates.count...])
      _ = await trial.perform { application in await turn.go(trial, persona, in: application) }
      fates += turn.end()
      guard fates.count < links.count else { break }
      // It waits, or takes longer than it may. What is on the stage goes, so that the wait ends, unseen.
      fates.append(LinkFate(.waiting))
      _ = await trial.perform { $0.stage.clear() }
    }
    return fates
  }

  /// Links that are opened until one of them does not end.
  private final class Turn: Sendable {
    private struct State {
      var fates: [LinkFate] = []
      var isOver = false
    }

    private let links: ArraySlice<String>
    private let state = Mutex(State())

    init(_ links: ArraySlice<String>) { self.links = links }

    /// Opens the links in order.
    func go(_ trial: Rehearsal, _ persona: String?, in application: isolated Application) async {
      for link in links {
        trial.begin(Rehearsal.Limits())
        application.stage.clear()
        try? trial.host.take(persona, in: application)
        let fate = LinkFate(await application.router.open(link))
        let isOver = state.withLock { state in
          if !state.isOver { state.fates.append(fate) }
          return state.isOver
        }
        if isOver { return }
      }
    }

    /// Ends the turn.
    ///
    /// - Returns: What became of the links that have ended.
    func end() -> [LinkFate] {
      state.withLock { state in
        state.isOver = true
        return state.fates
      }
    }
  }
}
