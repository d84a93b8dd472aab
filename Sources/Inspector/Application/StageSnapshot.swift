#if Inspector
import MessageStream
import Moonroute
import RoutePatterns
import ScriptHost

/// A snapshot of the stage in wire format; it does not retain parts of the application.
package final class StageSnapshot: Sendable {
  /// A node as text, with its children and the node presented over it.
  fileprivate final class Node: Sendable {
    /// The fields of the node itself, without braces.
    let own: String
    let children: [Node]
    let over: (style: String, node: Node)?

    init(own: String, children: [Node] = [], over: (style: String, node: Node)? = nil) {
      self.own = own
      self.children = children
      self.over = over
    }
  }

  /// The maximum number of places of a stage that is also drawn as text.
  fileprivate static let drawnCount = 200

  package static let empty = StageSnapshot(
    number: 0,
    placeCount: 0,
    byteCount: 0,
    transition: "\"effect\":\"root\",\"seconds\":0,\"animated\":false",
    root: nil,
    drawing: "\"window (empty)\""
  )

  /// The number among all stages of a timeline; it increases with each change.
  package let number: Int

  package let placeCount: Int

  /// The approximate size in bytes, without the parts shared with the previous snapshot.
  let byteCount: Int

  /// The transition to this stage, as fields without braces.
  private let transition: String

  private let root: Node?
  private let drawing: String?

  fileprivate init(
    number: Int,
    placeCount: Int,
    byteCount: Int,
    transition: String,
    root: Node?,
    drawing: String?
  ) {
    self.number = number
    self.placeCount = placeCount
    self.byteCount = byteCount
    self.transition = transition
    self.root = root
    self.drawing = drawing
  }

  /// The stage in full detail, as `run --json` prints it last.
  package var text: String { "{\(fields)}" }

  /// The stream message: the stage and its transition.
  package var message: String { "{\(transition),\(fields)}" }

  private var fields: String {
    var text = "\"number\":\(number),\"stage\":{\"kind\":\"window\",\"id\":null,\"name\":null"
    text += ",\"view\":null,\"location\":null,\"selected\":null,\"children\":["
    if let root { Self.write(root, to: &text) }
    text += "],\"presented\":null},\"stage_text\":"
    return text + (drawing ?? "null")
  }

  private static func write(_ node: Node, to text: inout String) {
    text += "{\(node.own),\"children\":["
    for (index, child) in node.children.enumerated() {
      if index > 0 { text += "," }
      write(child, to: &text)
    }
    text += "],\"presented\":"
    if let over = node.over {
      text += "{\(over.style),\"node\":"
      write(over.node, to: &text)
      text += "}}"
    } else {
      text += "null}"
    }
  }
}

/// Builds successive snapshots, which share unchanged parts; use it only on the executor.
struct SnapshotBuilder {
  private struct Known {
    let screen: Screen
    let node: StageSnapshot.Node
  }

  private var known: [Screen.ID: Known] = [:]
  private var fresh: [Screen.ID: Known] = [:]
  private var count = 0
  private var byteCount = 0

  mutating func picture(
    of tree: StageTree,
    number: Int,
    after transition: Transition?
  ) -> StageSnapshot {
    (fresh, count, byteCount) = ([:], 0, 0)
    let root = tree.root.map { node($0) }
    (known, fresh) = (fresh, [:])
    let drawing = count <= StageSnapshot.drawnCount ? JSON.text(tree.description).line : nil
    return StageSnapshot(
      number: number,
      placeCount: count,
      byteCount: byteCount + (drawing?.utf8.count ?? 0),
      transition: Self.fields(
        ("effect", .text(transition?.effect ?? "update")),
        ("seconds", .number((transition?.duration ?? .zero) / .seconds(1))),
        ("animated", .bool(transition?.isAnimated ?? false))
      ),
      root: root,
      drawing: drawing
    )
  }

  private static func fields(_ fields: (String, JSON)...) -> String {
    String(JSON.object(fields.map { JSON.Field($0.0, $0.1) }).line.dropFirst().dropLast())
  }

  private mutating func node(_ node: StageNode) -> StageSnapshot.Node {
    count += 1
    if let screen = node.screen, node.presented == nil {
      let picture = picture(of: screen, node)
      fresh[screen.id] = Known(screen: screen, node: picture)
      return picture
    }
    let over = node.presented.map { presented in
      let style = presented.style
      let words = Self.fields(
        ("animator", .text(style.name)),
        ("options", .table(style.options))
      )
      return (style: words, node: self.node(presented.node))
    }
    let own = node.screen.map { picture(of: $0, node).own } ?? own(node, screen: nil)
    return StageSnapshot.Node(own: own, children: node.children.map { self.node($0) }, over: over)
  }

  private mutating func picture(of screen: Screen, _ node: StageNode) -> StageSnapshot.Node {
    if let before = known[screen.id], before.screen.looks(like: screen) { return before.node }
    return StageSnapshot.Node(own: own(node, screen: screen))
  }

  private mutating func own(_ node: StageNode, screen: Screen?) -> String {
    var selected: Int?
    if case .tabs(_, let index) = node.content { selected = index }
    var fields: [(String, JSON)] = [
      ("kind", .text(node.kind)),
      ("id", .integer(Int64(clamping: node.id.rawValue))),
      ("name", .optional(node.name ?? screen?.name)),
      ("view", .optional(screen?.view)),
      ("location", .optional(screen?.location?.description)),
      ("selected", selected.map(JSON.int) ?? .null),
    ]
    if !node.options.isEmpty { fields.append(("options", .table(node.options))) }
    if let screen { fields += screen.wireFields }
    let text = JSON.object(fields.map { JSON.Field($0.0, $0.1) }).line.dropFirst().dropLast()
    byteCount += text.utf8.count
    return String(text)
  }
}

extension Screen {
  fileprivate func looks(like other: Screen) -> Bool {
    props == other.props && fields == other.fields && view == other.view
      && location == other.location && name == other.name
      && (staleness == nil) == (other.staleness == nil)
  }

  /// The fields that a device needs to draw the screen.
  fileprivate var wireFields: [(String, JSON)] {
    var rest = props
    rest["title"] = .none
    rest["body"] = .none
    return [
      ("title", .optional(props["title"].text)),
      ("props", .table(rest)),
      ("body", .body(props["body"], of: self)),
      ("fields", .table(fields)),
      ("state", .text(staleness == nil ? "ready" : "stale")),
    ]
  }
}

extension JSON {
  /// A table as an object, even if it is empty.
  fileprivate static func table(_ table: Table) -> JSON {
    guard case .list(let items) = JSON(Value.table(table)) else { return JSON(Value.table(table)) }
    return .object(items.enumerated().map { Field(String($0 + 1), $1) })
  }

  fileprivate static func body(_ value: Value, of screen: Screen) -> JSON {
    guard let table = value.table else { return .list([]) }
    return .list(table.items.map { piece($0, of: screen, depth: 0) })
  }

  /// One element: its kind, its text and its other fields by name.
  private static func piece(_ value: Value, of screen: Screen, depth: Int) -> JSON {
    guard depth < 16, let table = value.table else {
      return .fields(("kind", .text("text")), ("text", JSON(value)))
    }
    guard let kind = table.items.first?.text else {
      let items = table.items.map { piece($0, of: screen, depth: depth + 1) }
      return .fields(("kind", .text("list")), ("items", .list(items)))
    }
    var fields = [Field("kind", .text(kind))]
    let rest = table.items.dropFirst()
    if let text = rest.first, text.table == nil { fields.append(Field("text", JSON(text))) }
    let inner = rest.filter { $0.table != nil }
    if !inner.isEmpty {
      let items = inner.flatMap { value -> [JSON] in
        guard let list = value.table, list.items.first?.text == nil else {
          return [piece(value, of: screen, depth: depth + 1)]
        }
        return list.items.map { piece($0, of: screen, depth: depth + 1) }
      }
      fields.append(Field("items", .list(items)))
    }
    for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
      fields.append(Field(name, JSON(value)))
    }
    if kind == "field", let name = rest.first?.text, !screen.fields[name].isNone {
      fields.removeAll { $0.name == "value" }
      fields.append(Field("value", JSON(screen.fields[name])))
    }
    return .object(fields)
  }
}
#endif
