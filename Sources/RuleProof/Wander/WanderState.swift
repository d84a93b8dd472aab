import Moonroute
import Rehearsal
import RoutePatterns
import ScriptHost

/// The state that a decision may depend on: the stage, the session, the resources and the time.
struct WanderState: Sendable, Equatable {
  private struct Shown: Sendable, Equatable {
    let id: Screen.ID
    let props: ValueTable
  }

  private let screens: [Shown]
  private let session: Value
  private let resources: [String: Value]
  private let time: RehearsalClock.Instant

  /// The top screen in drawing order.
  var top: Screen.ID? { screens.last?.id }

  func contains(_ screen: Screen.ID) -> Bool { screens.contains { $0.id == screen } }

  init(of rehearsal: Rehearsal, in application: isolated LinkRouter) {
    screens = application.stage.screens.map { Shown(id: $0.id, props: $0.props) }
    session = rehearsal.host.session(in: application).value
    let constants = application.router.resources.list.compactMap { resource -> (String, Value)? in
      guard case .constant(let value) = resource.content else { return nil }
      return (resource.pattern.text, value)
    }
    resources = Dictionary(constants) { $1 }
    time = rehearsal.time.clock.now
  }
}
