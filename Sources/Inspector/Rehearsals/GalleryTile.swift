#if Inspector
import MessageStream
import Moonroute
import Rehearsal
import ScriptReports

/// A place as one person sees it: the ending of the open, and the stage after it.
struct GalleryTile: Sendable {
  /// The place and the person, which are the same after a reload.
  struct Key: Hashable, Sendable {
    let person: String
    let name: String?
    let pattern: String
    let location: String?

    init(_ place: AccessPlace, _ person: AccessPerson) {
      self.person = person.name
      (name, pattern, location) = (place.name, place.pattern, place.location)
    }
  }

  let cell: AccessCell

  /// The window; `null` without any screen.
  let stage: JSON

  /// The style of a screen that another one below would present, and that is alone here.
  let style: PresentationStyle?

  func wireJSON(
    of place: AccessPlace,
    _ key: Key,
    comparedWith before: GalleryTile?
  ) -> JSON {
    let isSame = before.map { $0.cell.isSame(as: cell) } ?? true
    let fields = [
      JSON.Field("persona", .text(key.person)),
      JSON.Field("cell", cell.wireJSON),
      JSON.Field("stage", stage),
      JSON.Field("style", style?.wireJSON ?? .null),
      JSON.Field("changed", .texts(before.map(changes) ?? [])),
      JSON.Field("was", isSame ? .null : .optional(before?.cell.words)),
    ]
    return .object(
      [JSON.Field("route", .int(place.route))] + AccessTable.fields(of: place) + fields
    )
  }

  /// The parts of the visible screen that differ from an earlier tile, or `stage` if another part
  /// differs.
  private func changes(since before: GalleryTile) -> [String] {
    guard stage.withoutNumbers != before.stage.withoutNumbers else { return [] }
    let (new, old) = (stage.visibleScreen, before.stage.visibleScreen)
    var changed = ["view", "title", "body"].filter { new[$0] != old[$0] }
    let (now, then) = (new["props"], old["props"])
    let names = (now.names + then.names)
      .reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
    changed += names.filter { now[$0] != then[$0] }
    return changed.isEmpty ? ["stage"] : changed
  }
}

extension PresentationStyle {
  fileprivate var wireJSON: JSON {
    .fields(("animator", .text(name)), ("options", .table(options)))
  }
}

extension JSON {
  /// The names of an object's fields.
  fileprivate var names: [String] {
    guard case .object(let fields) = self else { return [] }
    return fields.map(\.name)
  }

  /// A node of the stage without the numbers of its screens, which differ from open to open.
  fileprivate var withoutNumbers: JSON {
    guard case .object(let fields) = self else { return self }
    return .object(
      fields.compactMap { field in
        switch field.name {
        case "id": nil
        case "children": Field("children", .list(field.value.items.map(\.withoutNumbers)))
        case "presented" where field.value != .null:
          Field(
            "presented",
            .fields(
              ("animator", field.value["animator"]),
              ("options", field.value["options"]),
              ("node", field.value["node"].withoutNumbers)
            )
          )
        default: field
        }
      }
    )
  }

  /// The screen on top of a node.
  fileprivate var visibleScreen: JSON {
    let over = self["presented"]["node"]
    if over != .null { return over.visibleScreen }
    let children = self["children"].items
    guard let last = children.last else { return self }
    guard let selected = self["selected"].int, children.indices.contains(selected) else {
      return last.visibleScreen
    }
    return children[selected].visibleScreen
  }
}
#endif
