#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptReports

extension InspectorService {
  static var graphHandlers: [WireHandler] {
    [
      WireHandler(.get, "graph", feature: "graph") { service, request in
        let grouping = try request.word("by", RouteMap.Grouping.self) ?? .folder
        let survey = await service.survey.survey(for: service.inspected)
        let map = service.map(of: survey, by: grouping)
        switch try request.word("format", GraphFormat.self) ?? .json {
        case .json: return .json(map.wireJSON(with: survey))
        case .mermaid:
          let shut = try await service.shutRoutes(for: request.server.query["persona"])
          let text = RouteDiagram(map).mermaid(shut: shut).map { $0 + "\n" }.joined()
          return .json(.fields(("text", .text(text))))
        }
      }
    ]
  }

  /// The map of the routes, with the redirects that occurred.
  private func map(of survey: RouteSurvey, by grouping: RouteMap.Grouping) -> RouteMap {
    RouteMap(
      survey.index,
      by: grouping,
      with: survey.decisions,
      seen: inspected.opens.visits.ways.map { ($0.key.from, $0.key.to, $0.value) }
    )
  }

  /// The routes without a location that opens for a persona, as `moonroute access` tries them.
  private func shutRoutes(for persona: String?) async throws -> Set<Int> {
    guard let persona else { return [] }
    guard inspected.makeHost != nil else { throw Refusal.noRehearsals }
    try await inspected.check(persona)
    let table = try await finishedMatrix().table.get()
    guard let column = table.people.firstIndex(where: { $0.persona == persona }) else { return [] }
    let open = table.rows.filter { $0.cells[column].word == .opens }.map(\.place.route)
    return Set(table.rows.map(\.place.route)).subtracting(open)
  }
}

private enum GraphFormat: String, CaseIterable {
  case json, mermaid
}

extension RouteMap {
  fileprivate func wireJSON(with survey: RouteSurvey) -> JSON {
    let routes = districts.flatMap(\.routes).sorted { $0.id < $1.id }
    var gates: [AskedDecision: Int] = [:]
    func numbers(_ decisions: [AskedDecision]) -> JSON {
      .list(
        decisions.map { decision in
          let number = gates[decision] ?? gates.count
          gates[decision] = number
          return .int(number)
        }
      )
    }
    let nodes = routes.map { route -> JSON in
      let asked = survey.decisions.asked(before: route)
      return .fields(
        ("id", .int(route.id)),
        ("label", .text(route.parent == nil ? route.pattern.text : route.pattern.template)),
        ("name", .optional(route.name)),
        ("file", .optional(route.site?.file)),
        ("line", .optional(route.site?.line)),
        ("parent", .optional(route.parent?.id)),
        ("district", .optional(places[route.id])),
        ("has_view", .bool(route.parts.contains(.view))),
        ("has_action", .bool(route.parts.contains(.action))),
        ("sample", .optional(survey.samples[route.id])),
        ("gates", numbers(survey.decisions.attached(to: route))),
        ("asked", numbers(asked))
      )
    }
    return .fields(
      ("districts", .texts(districts.map(\.name))),
      ("nodes", .list(nodes)),
      ("gates", .list(gates.sorted { $0.value < $1.value }.map(\.key.wireJSON))),
      (
        "edges",
        .list(
          roads.map { road in
            .fields(
              ("from", .int(road.from)),
              ("to", .int(road.to)),
              ("kind", .text(road.way.rawValue)),
              ("count", .int(road.count))
            )
          }
        )
      )
    )
  }
}
#endif
