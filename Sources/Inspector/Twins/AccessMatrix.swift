#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptReports

/// A route, and where each persona comes who opens it.
struct MatrixRow: Sendable {
  let route: Int
  let name: String?
  let pattern: String
  let location: String
  var cells: [String: LinkEnd] = [:]

  /// The row as the wire sends it.
  ///
  /// - Parameter before: The same row for the scripts before; `nil`: it was not there.
  /// - Returns: One object.
  func json(comparedWith before: MatrixRow?) -> JSON {
    let cells = cells.sorted { $0.key < $1.key }
    let changed = cells.filter { name, end in
      before?.cells[name].map { $0 != end } ?? false
    }
    return .fields(
      ("route", .int(route)),
      ("name", .optional(name)),
      ("pattern", .text(pattern)),
      ("location", .text(location)),
      (
        "cells",
        .object(
          cells.map { name, end in
            JSON.Field(name, .object(end.fields.map { JSON.Field($0.0, $0.1) }))
          }
        )
      ),
      ("changed", .texts(changed.map(\.key)))
    )
  }

  /// The row of the same route and location.
  func same(in matrix: TwinWork.Matrix?) -> MatrixRow? {
    matrix?.rows.first { $0.pattern == pattern && $0.location == location && $0.name == name }
  }
}

/// Opens a location of each route as each persona.
struct AccessMatrix: Sendable {
  /// The cells that have a twin each; of more, the personas have one.
  static let freshLimit = 3_000

  let world: World
  let personas: [String]
  let rows: [MatrixRow]

  /// Prepares the table of a world.
  ///
  /// - Parameters:
  ///   - world: The world.
  ///   - survey: What knows a location that each route wins.
  init(of world: World, _ survey: RouteSurvey) async {
    self.world = world
    personas = await world.personaNames
    rows = survey.index.routes.filter(\.isActive)
      .compactMap { route in
        guard let location = survey.samples[route.id] else { return nil }
        return MatrixRow(
          route: route.id,
          name: route.name,
          pattern: route.pattern.text,
          location: location
        )
      }
  }

  /// Fills the table.
  ///
  /// - Parameter report: Called with how many rows are done, and the newest.
  /// - Returns: The rows; `nil` when the task was cancelled.
  func run(report: @Sendable (Int, MatrixRow) -> Void) async -> [MatrixRow]? {
    let isFresh = rows.count * personas.count <= Self.freshLimit
    var shared: [String: Twin] = [:]
    var done: [MatrixRow] = []
    for var row in rows where !Task.isCancelled {
      for persona in personas {
        do {
          let known = shared[persona]
          await known?.clearStage()
          let twin = if let known { known } else { try await Twin.make(of: world) }
          if !isFresh { shared[persona] = twin }
          _ = await twin.perform(.persona(persona))
          let act = await twin.perform(.open(Act.Opening(row.location)))
          row.cells[persona] = LinkEnd(act.ending)
          if isFresh { await twin.end() }
        } catch {
          row.cells[persona] = LinkEnd(.refused(InspectorService.refusal(error)))
        }
      }
      done.append(row)
      report(done.count, row)
    }
    for twin in shared.values { await twin.end() }
    return done.count == rows.count ? done : nil
  }
}

extension Twin {
  /// Takes every screen off the stage.
  fileprivate func clearStage() async {
    await world.application.perform { $0.stage.clear() }
  }
}
#endif
