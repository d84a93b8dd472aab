package import Moonroute
import RoutePatterns
package import ScriptHost

/// A document about the routes of an application, for readers who do not read its scripts.
///
/// For each link, it gives the target, the decisions that guard it and the specs that open it. The
/// same application always produces the same document.
package struct RouteDocument: Sendable {
  struct Parameter: Sendable {
    let name: String
    /// The type as written in a pattern, such as `int`; empty for any text.
    let type: String
    let isOptional: Bool
  }

  struct Step: Sendable {
    let decision: AskedDecision
    let function: String?
    let words: String
    /// The possible targets that its text contains as literals.
    let targets: [Target]
  }

  struct Target: Hashable, Sendable {
    /// The route, or `nil` if none matches.
    let route: Int?
    let text: String
  }

  struct Entry: Sendable {
    let route: RouteInfo
    let title: String
    /// A location of the route, if one can be built.
    let link: String?
    let parameters: [Parameter]
    let steps: [Step]
    let specs: [SpecOpening]
  }

  struct Area: Sendable {
    let name: String
    let entries: [Entry]
  }

  let name: String
  let areas: [Area]
  /// The proxies and the guards of patterns.
  let patterns: [Step]

  package init(
    of host: ScriptHost,
    named name: String,
    specs: [String: [UInt8]],
    in application: isolated LinkRouter
  ) {
    self.name = name
    let rules = application.router.rules
    let index = rules.directory.index
    let decisions = RouteDecisions(of: rules)
    let scripts = host.scriptFiles(in: application)
      .map { AnalysedScript(file: $0.key, text: $0.value, isSpec: false) }
    let notes = DecisionNotes(scripts, rules: rules)
    let openings = SpecOpenings(
      specs.map { AnalysedScript(file: $0.key, text: $0.value, isSpec: true) },
      rules: rules
    )
    patterns = decisions.ofPatterns.map(notes.step)
    let entries = index.routes.filter { !$0.parts.isEmpty }
      .map { route in
        Entry(
          route: route,
          title: Self.title(of: route),
          link: rules.sample(of: route)?.description,
          parameters: Self.parameters(of: route),
          steps: decisions.asked(before: route).map(notes.step),
          specs: openings[route]
        )
      }
    areas = Self.areas(of: entries)
  }

  /// The title of the route itself, because children inherit the `meta` of their parents.
  private static func title(of route: RouteInfo) -> String {
    let title = route.meta["title"].text
    return title == route.parent?.meta["title"].text ? route.label : title ?? route.label
  }

  private static func parameters(of route: RouteInfo) -> [Parameter] {
    let needed = route.pattern.neededParameters
    return route.pattern.parameters.map {
      Parameter(name: $0.name, type: $0.type.written, isOptional: !needed.contains($0.name))
    }
  }

  /// The entries by area, in the order of each area's first route; entries without an area are
  /// last.
  private static func areas(of entries: [Entry]) -> [Area] {
    var names: [String] = []
    var byName: [String: [Entry]] = [:]
    for entry in entries {
      let name = entry.route.meta["area"].text ?? ""
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(entry)
    }
    let named = names.filter { !$0.isEmpty }
    return (named + names.filter(\.isEmpty))
      .map { name in
        let title = name.isEmpty ? (named.isEmpty ? "Routes" : "Other routes") : name
        return Area(name: title, entries: byName[name] ?? [])
      }
  }

  /// The redirects between routes, without duplicates.
  var redirects: [(from: Entry, to: Target)] {
    var seen: Set<[String]> = []
    return areas.flatMap(\.entries)
      .flatMap { entry in
        entry.steps.filter { $0.decision.kind != .proxy }.flatMap(\.targets)
          .filter {
            $0.route != entry.route.id && seen.insert(["\(entry.route.id)", $0.text]).inserted
          }
          .map { (entry, $0) }
      }
  }

  var titles: [Int: String] {
    Dictionary(areas.flatMap(\.entries).map { ($0.route.id, $0.title) }) { first, _ in first }
  }
}
