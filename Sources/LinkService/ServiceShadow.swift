#if LinkService
import Moonroute
import ScriptHost

/// A second set of rules that resolves a share of the links, to compare the results.
struct ServiceShadow {
  let router: LinkRouter
  let host: ScriptHost
  /// The share of the links, from 0 to 1.
  let share: Double

  private var due = 0.0
  private(set) var waiting: [Link] = []

  /// A link, and its ending under the rules in use.
  struct Link {
    let call: ServiceCall
    let ending: Ending
  }

  /// The parts of an outcome that are compared.
  struct Ending: Equatable {
    let status: Outcome.Status
    let route: String?
    let location: String?

    init(_ outcome: Outcome) {
      (status, route) = (outcome.status, outcome.route?.label)
      location = outcome.location.map { "\($0)" }
    }
  }

  init(_ router: LinkRouter, _ host: ScriptHost, share: Double) {
    (self.router, self.host, self.share) = (router, host, share)
  }

  /// Keeps a link if its turn has come: with a share of 0.25, every fourth one.
  mutating func note(_ call: ServiceCall, _ outcome: Outcome) {
    due += share
    guard due >= 1 else { return }
    due -= 1
    waiting.append(Link(call: call, ending: Ending(outcome)))
  }

  func end() async {
    await host.close()
    await router.close()
  }

  /// Removes and returns the links to compare.
  mutating func take() -> [Link] {
    defer { waiting = [] }
    return waiting
  }
}
#endif
