import Moonroute
import RoutePatterns

struct ApplicationCoverage: Sendable {
  struct Route: Sendable {
    var label: String
    var pattern: String
    var file: String?
    var line: Int
    var hasRedirect: Bool
    var hits = 0
    /// The number of answers of each kind from its decision or guards.
    var answers: [String: Int] = [:]

    /// The place as `file:line`, or an empty string.
    var place: String { file.map { "\($0):\(line)" } ?? "" }

    var isComplete: Bool { isReached && (!hasRedirect || !answers.isEmpty) }

    /// Whether an open reached the route, even if a decision then sent it elsewhere.
    var isReached: Bool { hits > 0 || !answers.isEmpty }
  }

  private(set) var routes: [String: Route] = [:]
  /// The number of screens that each animator placed.
  private(set) var animators: [String: Int] = [:]
  /// The number of runs of each line of each script.
  private(set) var lines: [String: [Int: Int]] = [:]
  private var hits: [String: Int] = [:]
  private var answers: [String: [String: Int]] = [:]

  mutating func add(_ outcome: Outcome) {
    if let route = outcome.route { hits[Self.key(route), default: 0] += 1 }
    if let animator = outcome.animator { animators[animator, default: 0] += 1 }
    for step in outcome.steps where step.kind == .guard || step.kind == .redirect {
      guard let name = step.name else { continue }
      answers[name, default: [:]][Self.kind(of: step.answer), default: 0] += 1
    }
  }

  mutating func note(_ route: RouteInfo) {
    let key = Self.key(route)
    var entry =
      routes[key]
      ?? Route(
        label: route.label,
        pattern: route.pattern.text,
        file: route.site?.file,
        line: route.site?.line ?? 0,
        hasRedirect: route.parts.contains(.redirect)
      )
    entry.hits += hits.removeValue(forKey: key) ?? 0
    entry.answers.merge(answers.removeValue(forKey: route.label) ?? [:], uniquingKeysWith: +)
    routes[key] = entry
  }

  mutating func note(_ counts: [String: [Int: Int]]) {
    for (file, counts) in counts {
      lines[file, default: [:]].merge(counts, uniquingKeysWith: +)
    }
  }

  mutating func merge(_ other: ApplicationCoverage) {
    for (key, route) in other.routes {
      guard var known = routes[key] else {
        routes[key] = route
        continue
      }
      known.hits += route.hits
      known.answers.merge(route.answers, uniquingKeysWith: +)
      routes[key] = known
    }
    note(other.lines)
    animators.merge(other.animators, uniquingKeysWith: +)
  }

  var sortedRoutes: [Route] {
    routes.values.sorted { ($0.file ?? "", $0.line, $0.label) < ($1.file ?? "", $1.line, $1.label) }
  }

  private static func key(_ route: RouteInfo) -> String { "\(route.label) \(route.pattern.text)" }

  private static func kind(of answer: String) -> String {
    if answer.hasPrefix("go on") { return "go on" }
    if answer.hasPrefix("go to") { return "go elsewhere" }
    return answer.hasPrefix("stop") ? "stop" : "other"
  }
}
