/// A place on the stage as it was saved.
struct SavedNode {
  /// The content of the place.
  indirect enum Kind {
    case screen(String)
    case stack([SavedNode])
    case tabs(name: String?, [(name: String?, children: [SavedNode])], selected: Int)
    case split(SavedNode, SavedNode?)
  }

  let kind: Kind
  var options = Table()
  var presented: Over?

  /// The place presented over it.
  final class Over {
    let node: SavedNode
    let style: PresentationStyle

    init(node: SavedNode, style: PresentationStyle) { (self.node, self.style) = (node, style) }
  }

  /// Whether less came of it than was saved, so that what was above it does not come.
  func wasCut(_ node: StageNode) -> Bool {
    switch (kind, node.content) {
    case (.stack(let saved), .stack(let nodes)): saved.count != nodes.count
    default: false
    }
  }

  /// Reads what fills the window; `nil` for an empty one.
  init?(window value: Value) throws(RouterError) {
    guard let table = value.table, table["kind"].text == "window" else {
      throw Self.damaged("it has no window")
    }
    let roots = try Self.items(of: table, "the window")
    guard roots.count <= 1 else { throw Self.damaged("the window holds \(roots.count) roots") }
    guard let root = roots.first else { return nil }
    try self.init(root, depth: 0)
  }

  private init(_ value: Value, depth: Int) throws(RouterError) {
    guard depth <= StageTree.depthLimit else { throw Self.damaged("it is nested too deep") }
    guard let table = value.table, let kind = table["kind"].text else {
      throw Self.damaged("a place has no kind")
    }
    switch kind {
    case "screen":
      guard let location = table["location"].text else {
        throw Self.damaged("a screen has no location")
      }
      self.kind = .screen(location)
    case "stack":
      self.kind = .stack(try Self.nodes(of: table, "a stack", depth))
    case "tabs":
      var branches: [(name: String?, children: [SavedNode])] = []
      for item in try Self.items(of: table, "tabs") {
        guard let branch = item.table else { throw Self.damaged("a branch of tabs is no place") }
        let inner = try Self.nodes(of: branch, "a branch of tabs", depth)
        branches.append((branch["name"].text, inner))
      }
      guard table["selected"].isNone || table["selected"].integer != nil else {
        throw Self.damaged("the selected tab has no number")
      }
      let selected = Int(clamping: max(table["selected"].integer ?? 1, 1) - 1)
      self.kind = .tabs(name: table["name"].text, branches, selected: selected)
    case "split":
      let nodes = try Self.nodes(of: table, "a split", depth)
      guard let primary = nodes.first else { throw Self.damaged("a split has no primary place") }
      self.kind = .split(primary, nodes.dropFirst().first)
    default: throw Self.damaged("'\(kind)' is no kind of place")
    }
    options = table["options"].table ?? Table()
    guard !table["presented"].isNone else { return }
    guard let over = table["presented"].table else {
      throw Self.damaged("what is presented is no place")
    }
    presented = Over(
      node: try SavedNode(over["node"], depth: depth + 1),
      style: PresentationStyle(
        over["animator"].text ?? "present",
        options: over["options"].table ?? Table()
      )
    )
  }

  /// The places directly inside a place; every place but a screen has a list, be it empty.
  private static func items(of table: Table, _ place: String) throws(RouterError) -> [Value] {
    guard let children = table["children"].table, children.fields.isEmpty else {
      throw damaged("\(place) has no list of children")
    }
    return children.items
  }

  private static func nodes(
    of table: Table,
    _ place: String,
    _ depth: Int
  ) throws(RouterError) -> [SavedNode] {
    var nodes: [SavedNode] = []
    for item in try items(of: table, place) { nodes.append(try SavedNode(item, depth: depth + 1)) }
    return nodes
  }

  private static func damaged(_ what: String) -> RouterError {
    RouterError(
      .wrongType,
      "This is no saved stage: \(what). Restore what stage.save() answered."
    )
  }
}
