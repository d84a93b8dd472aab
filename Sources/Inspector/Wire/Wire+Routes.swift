#if Inspector
import LoopbackServer
import MessageStream
import Moonroute
import Rehearsal
import RoutePatterns
import ScriptAnalysis
import ScriptHost
import ScriptReports

extension InspectorService {
  static var routeHandlers: [WireHandler] {
    [
      WireHandler(.get, "routes", feature: "routes") { service, _ in .text(service.routes) },
      WireHandler(.get, "review", feature: "review") { service, _ in
        .json(await service.review)
      },
      WireHandler(.get, "counts", feature: "counts") { service, _ in .json(service.counts) },
      WireHandler(.get, "routes/") { service, request in
        .json(try await service.route(request.restNumber()))
      },
      WireHandler(.get, "match", feature: "match") { service, request in
        let location = try request.text("location")
        let match = await service.match(location, near: request.server.query["near"] != "false")
        guard request.server.query["ends"] == "true", service.inspected.makeHost != nil,
          case .object(let fields) = match
        else { return .json(match) }
        return .json(.object(fields + [JSON.Field("ends", try await service.ends(of: location))]))
      },
      WireHandler(.post, "match") { service, request in
        let (location, near) = try request.reading { fields throws(Refusal) in
          (try fields.text("location"), try fields.optionalBool("near") ?? true)
        }
        return .json(await service.match(location, near: near))
      },
      WireHandler(.get, "check", feature: "check", need: .scripts) { service, request in
        let inspected = service.inspected
        guard let host = inspected.host else {
          throw Refusal.lacks("check", "It requires scripts.")
        }
        let check = await service.checks.check(of: inspected, host, service.survey)
        return .json(check.json(showingFrames: request.server.query["frames"] == "true"))
      },
      WireHandler(.get, "source", feature: "source", need: .scripts) { service, request in
        .json(try await service.source(request.text("file")))
      },
    ]
  }

  // MARK: Routes

  private var routes: String {
    let inspected = inspected
    let index = inspected.application.directory.index
    let survey = survey.known(for: inspected)
    let heat = heat
    let rows = index.winningRoutes.map { row(of: $0, inspected, survey, heat).line }
    let generation = JSON.optional(inspected.status.generation).line
    return "{\"generation\":\(generation),\"reviewed\":\(survey != nil)"
      + ",\"routes\":[\(rows.joined(separator: ","))]}"
  }

  /// The fields of rows that are known only after the review, by route.
  private var review: JSON {
    get async {
      let inspected = inspected
      let survey = await survey.survey(for: inspected)
      let routes = survey.index.winningRoutes
      func fields(_ value: (RouteInfo) -> JSON?) -> JSON {
        .object(routes.compactMap { route in value(route).map { JSON.Field("\(route.id)", $0) } })
      }
      return .fields(
        ("generation", .optional(inspected.status.generation)),
        (
          "guards",
          fields { route in
            let count = survey.decisions.guardCount(before: route)
            return count == 0 ? nil : .int(count)
          }
        ),
        ("conflicts", .list(survey.conflicts.keys.sorted().map(JSON.int))),
        ("samples", fields { survey.samples[$0.id].map(JSON.text) })
      )
    }
  }

  /// The counts of the routes that were opened: now, in journeys, in the other specs.
  private var counts: JSON {
    let inspected = inspected
    let (heat, visits) = (heat, inspected.opens.visits)
    let rows = inspected.application.directory.index.winningRoutes.compactMap {
      route -> JSON.Field? in
      let (now, journeys, specs) = (
        visits.hits(of: route), heat.journeys[route], heat.specs?[route]
      )
      guard now + journeys + (specs ?? 0) > 0 else { return nil }
      return JSON.Field("\(route.id)", .list([.int(now), .int(journeys), .optional(specs)]))
    }
    return .fields(("specs", .bool(heat.specs != nil)), ("hits", .object(rows)))
  }

  /// The row of a route: the fields of `routes --json` and the results of the survey.
  private func row(
    of route: RouteInfo,
    _ inspected: InspectedApplication,
    _ survey: RouteSurvey?,
    _ heat: RouteHeat
  ) -> JSON {
    guard case .object(let fields) = route.json else { return .null }
    let own: [(String, JSON)] = [
      ("id", .int(route.id)),
      ("parent", .optional(route.parent?.id)),
      ("owner", .optional(route.meta["owner"].text)),
      ("guards", .int(survey?.decisions.guardCount(before: route) ?? 0)),
      ("hits", .int(inspected.opens.visits.hits(of: route))),
      ("journey_hits", .int(heat.journeys[route])),
      ("spec_hits", .optional(heat.specs?[route])),
      ("conflict", .bool(survey?.conflicts[route.id] != nil)),
      ("sample", .optional(survey?.samples[route.id])),
    ]
    let rest = fields.filter { $0.name != "parent" && $0.name != "query" }
    return .object([JSON.Field("id", own[0].1)] + rest + own.dropFirst().map(JSON.Field.init))
  }

  private func route(_ id: Int) async throws(Refusal) -> JSON {
    let inspected = inspected
    let survey = await survey.survey(for: inspected)
    guard let route = survey.index.routes.first(where: { $0.id == id && $0.isActive }),
      case .object(let fields) = row(of: route, inspected, survey, heat)
    else { throw .notFound("There is no route \(id).") }
    let asked = survey.decisions.asked(before: route)
    let proxies = asked.filter { $0.kind == .proxy }
    let sample = survey.samples[id].flatMap { Location($0) }
    let own: [(String, JSON)] = [
      ("query", .object(route.query.map { JSON.Field($0.name, .text($0.text)) })),
      ("proxies", .list(proxies.map(\.wireJSON))),
      ("guards", .list(asked.filter { $0.kind != .proxy }.map(\.wireJSON))),
      ("conflicts", .texts(survey.conflicts[id] ?? [])),
      ("parameters", .list(route.parameters(in: sample))),
      ("source", await source(of: route, in: inspected)),
    ]
    return .object(fields.filter { $0.name != "guards" } + own.map(JSON.Field.init))
  }

  private func source(of route: RouteInfo, in inspected: InspectedApplication) async -> JSON {
    guard let site = route.site, let text = await Self.text(of: site.file, in: inspected) else {
      return .null
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard site.line >= 1, site.line <= lines.count else { return .null }
    let script = AnalysedScript(file: site.file, text: Array(text.utf8), isSpec: false)
    let range = script.lines(beginningOn: site.line)
    let last = min(lines.count, range?.upperBound ?? site.line)
    return .fields(
      ("file", .text(site.file)),
      ("first", .int(site.line)),
      ("last", .int(last)),
      ("lines", .texts(lines[(site.line - 1)..<last].map(String.init)))
    )
  }

  private func match(_ location: String, near: Bool) async -> JSON {
    let inspected = inspected
    let index = inspected.application.directory.index
    let (rules, proxies) = await inspected.application.perform { application in
      let rules = application.router.rules
      return (rules.configuration.locationRules, rules.proxies(fitting: location))
    }
    let explanation = MatchExplanation(location, in: index, rules: rules, showsMisses: near)
    let report = MatchReport(
      location,
      in: index,
      rules: rules,
      proxies: proxies,
      showsNearest: near
    )
    return report.json(explainedBy: explanation)
  }

  /// The ending of a location for each persona; personas with the same ending share an entry.
  private func ends(of location: String) async throws -> JSON {
    let ends = try await AccessRun(try await inspected.scripts()).ends(of: location)
    var groups: [(cell: AccessCell, names: [String])] = []
    for (person, cell) in ends {
      if let place = groups.firstIndex(where: {
        $0.cell.words == cell.words && $0.cell.decider == cell.decider
      }) {
        groups[place].names.append(person.name)
      } else {
        groups.append((cell, [person.name]))
      }
    }
    return .list(
      groups.map { cell, names in
        let fields = AccessTable.fields(of: cell)
        let own = [JSON.Field("personas", .texts(names)), JSON.Field("words", .text(cell.words))]
        return .object(own + fields)
      }
    )
  }

  // MARK: Scripts

  private func source(_ file: String) async throws(Refusal) -> JSON {
    guard let text = await Self.text(of: file, in: inspected) else {
      throw .notFound("'\(file.prefix(200))' is not a script of the application.")
    }
    return .fields(
      ("file", .text(file)),
      ("text", .text(text)),
      ("digest", .text(text.digest))
    )
  }

  /// The text of a current or pending script of the application.
  private static func text(of file: String, in inspected: InspectedApplication) async -> String? {
    guard let host = inspected.host else { return nil }
    let loaded = await inspected.application.perform { host.scriptFiles(in: $0)[file] }
    if let loaded { return String(decoding: loaded, as: UTF8.self) }
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard file.hasSuffix(".lua"), !file.utf8.contains(0), !file.contains("\\"),
      parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." })
    else { return nil }
    return host.scriptText(of: file).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension RouteDecisions {
  /// The number of guards and redirects that run before a route.
  fileprivate func guardCount(before route: RouteInfo) -> Int {
    asked(before: route).count { $0.kind != .proxy }
  }
}

extension AskedDecision {
  var wireJSON: JSON {
    .fields(
      ("kind", .text(kind.rawValue)),
      ("label", .text(key)),
      ("to", .optional(target)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line))
    )
  }
}

extension RouteInfo {
  /// The parameters of the pattern, each with its value in a sample location.
  fileprivate func parameters(in sample: Location?) -> [JSON] {
    let values = sample.flatMap { pattern.match($0)?.params }
    let needed = pattern.neededParameters
    return pattern.parameters.map { parameter in
      .fields(
        ("name", .text(parameter.name)),
        ("type", .text(parameter.type.words)),
        ("optional", .bool(!needed.contains(parameter.name))),
        ("sample", values?[parameter.name].map { JSON($0) } ?? .null)
      )
    }
  }
}

extension String {
  /// A digest of 16 hexadecimal digits (FNV-1a).
  fileprivate var digest: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
#endif
