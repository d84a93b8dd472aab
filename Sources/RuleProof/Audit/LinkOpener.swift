import Moonroute
import ScriptHost
import Synchronization

/// Opens links one after the other in a trial, each as if it were the first: on an empty stage, with
/// the session as it was.
package struct LinkOpener: Sendable {
  private let trial: Trial
  private let persona: String?

  /// Prepares to open links.
  ///
  /// - Parameters:
  ///   - trial: The trial; nothing else is done in it.
  ///   - persona: The person who follows the links; `nil`: nobody that is known.
  package init(in trial: Trial, as persona: String?) { (self.trial, self.persona) = (trial, persona) }

  /// Opens links.
  ///
  /// - Parameter links: The links.
  /// - Returns: What became of each, in order.
  package func fates(of links: [String]) async -> [LinkFate] {
    var fates: [LinkFate] = []
    while fates.count < links.count {
      let turn = Turn(links[fates.count...])
      let (trial, persona) = (trial, persona)
      _ = await trial.perform { application in await turn.go(trial, persona, in: application) }
      fates += turn.end()
      guard fates.count < links.count else { break }
      // It waits for what does not come. What is on the stage goes, so that the wait ends, unseen.
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
    func go(_ trial: Trial, _ persona: String?, in application: isolated Application) async {
      for link in links {
        trial.begin(Trial.Limits())
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
