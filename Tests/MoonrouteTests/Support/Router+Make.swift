import Moonroute
import RoutePatterns
import TestSupport

extension Router {
  /// Creates a router with routes, and everything else that a test needs.
  static func make(
    clock: any Clock<Duration> = SteppedClock(),
    _ setUp: (RouterRules) throws -> Void = { _ in },
    @RouteBuilder routes: () -> [LinkRoute]
  ) throws -> Router {
    let rules = RouterRules()
    try setUp(rules)
    try rules.add(contentsOf: routes())
    return Router(rules: rules, clock: clock)
  }
}

extension RouterRules {
  /// Attaches a guard that answers immediately.
  func `guard`(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws {
    try addGuard(
      for: key,
      tags: tags,
      priority: priority,
      decision: .decided(Handler(.immediate(decide)))
    )
  }

  /// Attaches a proxy that answers immediately.
  func proxy(
    _ pattern: String,
    tags: [String] = [],
    priority: Int = 0,
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws {
    try addRewriter(
      pattern,
      tags: tags,
      priority: priority,
      decision: .decided(Handler(.immediate(decide)))
    )
  }
}

extension LinkRoute {
  /// A route with some of its fields changed.
  func with(_ change: (inout LinkRoute) -> Void) -> LinkRoute {
    var route = self
    change(&route)
    return route
  }

  /// A route that shows a screen with the route's name.
  static func page(
    _ path: String,
    name: String? = nil,
    animator: Animator? = .root(wrap: .stack),
    @RouteBuilder children: () -> [LinkRoute] = { [] }
  ) -> LinkRoute {
    LinkRoute(path, name: name).view { Screen($0.route.label) }
      .animator(animator)
      .children(children)
  }
}

extension Outcome {
  /// The outcome on one line: its status, then the details.
  var summary: String {
    var words = [status.rawValue]
    if status != .intercepted, let location { words.append(location.description) }
    if let reason { words.append("'\(reason)'") }
    if let error { words.append(error.code.rawValue) }
    return words.joined(separator: " ")
  }

  /// The redirects on one line.
  var way: String { redirects.map(\.description).joined(separator: " ") }

  /// The steps, one per line: kind, name, answer.
  var story: [String] {
    steps.map { step in
      [step.kind.rawValue, step.name, step.answer].compactMap { $0 }.joined(separator: " | ")
    }
  }
}
