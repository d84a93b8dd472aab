#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptReports

extension AccessTable {
  func wireJSON(comparedWith before: AccessTable?) -> JSON {
    .fields(
      ("personas", .texts(people.compactMap(\.persona))),
      (
        "people",
        .list(
          people.map { person in
            .fields(("name", .text(person.name)), ("persona", .optional(person.persona)))
          }
        )
      ),
      ("rows", .list(wireRows(comparedWith: before))),
      (
        "untried",
        .list(
          untried.map { .object([JSON.Field("route", .int($0.route))] + Self.fields(of: $0)) }
        )
      )
    )
  }

  /// `changed` lists the people with a different result than before.
  func wireRows(comparedWith before: AccessTable?) -> [JSON] {
    let known = Dictionary(
      (before?.rows ?? []).map { ([$0.place.name, $0.place.pattern, $0.place.location], $0) }
    ) { first, _ in first }
    return rows.map { row in
      let place = row.place
      let old = known[[place.name, place.pattern, place.location]]
      let ends = Dictionary(
        zip(before?.people ?? [], old?.cells ?? []).map { ($0.name, $1) }
      ) { first, _ in first }
      let changed = zip(people, row.cells)
        .filter { person, cell in ends[person.name].map { !$0.isSame(as: cell) } ?? false }
      let cells = zip(people, row.cells).map { JSON.Field($0.name, $1.wireJSON) }
      return .object(
        [JSON.Field("route", .int(place.route))] + Self.fields(of: place) + [
          JSON.Field("reach", .text(row.reach.rawValue)),
          JSON.Field("cells", .object(cells)),
          JSON.Field("changed", .texts(changed.map(\.0.name))),
        ]
      )
    }
  }
}

extension AccessCell {
  /// Whether a person gets the same result; script lines may differ.
  func isSame(as other: AccessCell) -> Bool {
    (ending.status, ending.reached, words)
      == (other.ending.status, other.ending.reached, other.words)
  }

  /// The cell as `access --json` prints it; without an outcome, `status` is `waiting`.
  var wireJSON: JSON {
    let fields = AccessTable.fields(of: self)
      .map { field in
        field.name == "status" ? JSON.Field("status", .text(ending.status.ofWire)) : field
      }
    return .object(
      fields + [
        JSON.Field("name", .optional(ending.reached)), JSON.Field("words", .text(words)),
        JSON.Field("short", .text(shortWords)),
      ]
    )
  }
}
#endif
