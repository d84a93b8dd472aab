package import MessageStream
import Moonroute
import ScriptHost
import ScriptReports

extension AccessTable {
  /// The table as `access --json` prints it: a value for each cell, then a value for each untried
  /// route.
  package var json: [JSON] {
    rows.flatMap { row in
      zip(people, row.cells).map { person, cell in json(row.place, person, cell) }
    } + untried.map { place in .object(Self.fields(of: place) + [JSON.Field("access", .null)]) }
  }

  package static func fields(of place: AccessPlace) -> [JSON.Field] {
    [
      JSON.Field("name", .optional(place.name)),
      JSON.Field("pattern", .text(place.pattern)),
      JSON.Field("file", .optional(place.site?.file)),
      JSON.Field("line", .optional(place.site?.line)),
      JSON.Field("location", .optional(place.location)),
    ]
  }

  private func json(_ place: AccessPlace, _ person: AccessPerson, _ cell: AccessCell) -> JSON {
    let flags = person.flags.map { JSON.Field($0.name, JSON($0.value)) }
    let who = [
      JSON.Field("persona", .optional(person.persona)), JSON.Field("flags", .object(flags)),
    ]
    return .object(Self.fields(of: place) + who + Self.fields(of: cell))
  }

  package static func fields(of cell: AccessCell) -> [JSON.Field] {
    [
      JSON.Field("access", .text(cell.word.rawValue)),
      JSON.Field("status", .optional(cell.ending.status.ofOutcome?.rawValue)),
      JSON.Field("route", .optional(cell.ending.reached)),
      JSON.Field("target", .optional(cell.ending.target)),
      JSON.Field("reason", .optional(cell.reason)),
      JSON.Field("code", .optional(cell.code?.rawValue)),
      JSON.Field("finding", .bool(cell.isFinding)),
      JSON.Field("decided_by", cell.decider.map(json) ?? .null),
    ]
  }

  package static func json(_ step: AccessStep) -> JSON {
    .fields(
      ("step", .text(step.kind.rawValue)),
      ("name", .optional(step.name)),
      ("file", .optional(step.site?.file)),
      ("line", .optional(step.site?.line))
    )
  }
}
