#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost
import ScriptReports

/// A snapshot of the stage in wire format.
///
/// It does not retain parts of the application.
package struct StageSnapshot: Sendable {
  /// The maximum number of places of a stage that is also drawn as text.
  fileprivate static let drawnCount = 200

  package static let empty = StageSnapshot(
    number: 0,
    placeCount: 0,
    byteCount: 0,
    transition: [
      JSON.Field("effect", .text("root")), JSON.Field("seconds", .int(0)),
      JSON.Field("animated", .bool(false)),
    ],
    root: nil,
    drawing: .text("window (empty)")
  )

  /// The number among all stages of a timeline; it increases with each change.
  package let number: Int

  package let placeCount: Int

  /// The approximate size in bytes, without the parts shared with the previous snapshot.
  let byteCount: Int

  fileprivate let transition: [JSON.Field]
  fileprivate let root: JSON?
  fileprivate let drawing: JSON

  /// The stage in full detail, as `run --json` prints it last.
  package var text: String { JSON.object(fields).line }

  /// The stream message: the stage and its transition.
  package var message: String { JSON.object(transition + fields).line }

  /// The stream message with the changes of another stage; `nil` if the stage itself is shorter.
  func changes(from before: StageSnapshot) -> String? {
    guard let changes = StageChanges(from: before.window, to: window) else { return nil }
    let numbers = [JSON.Field("from", .int(before.number)), JSON.Field("number", .int(number))]
    return JSON.object(numbers + transition + [JSON.Field("changes", .list(changes.list))]).line
  }

  private var fields: [JSON.Field] {
    [
      JSON.Field("number", .int(number)), JSON.Field("stage", window),
      JSON.Field("stage_text", drawing),
    ]
  }

  var window: JSON {
    .node(JSON.head(of: nil) + [JSON.selected(of: nil)], root.map { [$0] } ?? [])
  }
}

/// Builds successive snapshots, which share unchanged parts; use it only on the executor.
struct SnapshotBuilder {
  private struct Known {
    let screen: Screen
    let node: JSON
  }

  private var known: [Screen.ID: Known] = [:]
  private var fresh: [Screen.ID: Known] = [:]
  private var count = 0
  private var byteCount = 0

  mutating func picture(
    of tree: StageTree,
    number: Int,
    after transition: StageTransition?
  ) -> StageSnapshot {
    (count, byteCount) = (0, 0)
    fresh = Dictionary(minimumCapacity: known.count + 1)
    let root = tree.root.map { node($0) }
    (known, fresh) = (fresh, [:])
    let drawing = count <= StageSnapshot.drawnCount ? tree.description : nil
    return StageSnapshot(
      number: number,
      placeCount: count,
      byteCount: byteCount + (drawing?.utf8.count ?? 0),
      transition: [
        JSON.Field("effect", .text(transition?.effect ?? "update")),
        JSON.Field("seconds", .number((transition?.duration ?? .zero) / .seconds(1))),
        JSON.Field("animated", .bool(transition?.isAnimated ?? false)),
      ],
      root: root,
      drawing: .optional(drawing)
    )
  }

  private mutating func node(_ node: StageNode) -> JSON {
    count += 1
    guard let screen = node.screen, node.presented == nil else { return written(node) }
    let before = known[screen.id].flatMap { $0.screen.looks(like: screen) ? $0.node : nil }
    let json = before ?? written(node)
    fresh[screen.id] = Known(screen: screen, node: json)
    return json
  }

  private mutating func written(_ node: StageNode) -> JSON {
    var own = JSON.head(of: node) + [JSON.selected(of: node)]
    if !node.options.isEmpty { own.append(JSON.Field("options", .table(node.options))) }
    own += node.screen?.wireFields ?? []
    byteCount += JSON.object(own).line.utf8.count
    let over = node.presented.map { over in
      JSON.fields(
        ("animator", .text(over.style.name)),
        ("options", .table(over.style.options)),
        ("node", self.node(over.node))
      )
    }
    return .node(own, node.children.map { self.node($0) }, over: over ?? .null)
  }
}

extension Screen {
  fileprivate func looks(like other: Screen) -> Bool {
    isUnchangedCopy(of: other)
      || props == other.props && fields == other.fields && view == other.view
        && location == other.location && name == other.name
        && (staleness == nil) == (other.staleness == nil)
  }

  /// The fields that a device needs to draw the screen.
  fileprivate var wireFields: [JSON.Field] {
    var rest = props
    rest["title"] = .null
    rest["body"] = .null
    return [
      JSON.Field("title", .optional(props["title"].text)),
      JSON.Field("params", .table(ValueTable(fields: state?.params ?? [:]))),
      JSON.Field("props", .table(rest)),
      JSON.Field("body", .body(of: self)),
      JSON.Field("fields", .table(fields)),
      JSON.Field("state", .text(staleness == nil ? "ready" : "stale")),
    ]
  }
}

extension JSON {
  fileprivate static func node(_ own: [Field], _ children: [JSON], over: JSON = .null) -> JSON {
    .object(own + [Field("children", .list(children)), Field("presented", over)])
  }

  /// A table as an object, even if it is empty.
  static func table(_ table: ValueTable) -> JSON {
    guard case .list(let items) = JSON(Value.table(table)) else { return JSON(Value.table(table)) }
    return .object(items.enumerated().map { Field(String($0 + 1), $1) })
  }

  fileprivate static func body(of screen: Screen) -> JSON {
    let body = ScreenBody(screen)
    let covered = body.coveredPlaces
    return .list(body.roots.map { piece($0, of: screen, covered) })
  }

  /// One element: its kind, its text, the elements inside, and its other fields by name.
  private static func piece(
    _ element: ScreenBody.Element,
    of screen: Screen,
    _ covered: Set<[Int]>
  ) -> JSON {
    var fields = [Field("kind", .text(element.kind))]
    if !element.content.isNull { fields.append(Field("text", JSON(element.content))) }
    if let items = element.items {
      fields.append(Field("items", .list(items.map { piece($0, of: screen, covered) })))
    }
    for (name, value) in element.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(Field(name, JSON(value)))
    }
    if covered.contains(element.place) {
      fields.append(Field("place", .list(element.place.map(JSON.int))))
    }
    if element.kind == BodyKind.field.name, let name = element.text, !screen.fields[name].isNull {
      fields.removeAll { $0.name == "value" }
      fields.append(Field("value", JSON(screen.fields[name])))
    }
    return .object(fields)
  }
}
#endif
