/// What was saved of a place on the stage.
struct SavedNode {
  /// What was there.
  indirect enum Kind {
    case screen(String)
    case stack([SavedNode])
    case tabs(name: String?, [(name: String?, children: [SavedNode])], selected: Int)
    case split(SavedNode, SavedNode?)
  }

  let kind: Kind
  var options = Table()
  var presented: Over?

  /// What was presented over it.
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
    guard let root = table["children"].table?.items.first else { return nil }
    try self.init(root, depth: 0)
  }

  private init(_ value: Value, depth: Int) throws(RouterError) {
    guard depth < 64 else { throw Self.damaged("it is nested too deep") }
    guard let table = value.table, let kind = table["kind"].text else {
      throw Self.damaged("a place has no kind")
    }
    let items = table["children"].table?.items ?? []
    switch kind {
    case "screen":
      guard let location = table["location"].text else {
        throw Self.damaged("a screen has no location")
      }
      self.kind = .screen(location)
    case "stack":
      self.kind = .stack(try Self.nodes(items, depth))
    case "tabs":
      var branches: [(name: String?, children: [SavedNode])] = []
      for item in items {
        let inner = item.table?["children"].table?.items ?? []
        branches.append((item.table?["name"].text, try Self.nodes(inner, depth)))
      }
      let selected = Int(clamping: max(table["selected"].integer ?? 1, 1) - 1)
      self.kind = .tabs(name: table["name"].text, branches, selected: selected)
    case "split":
      let nodes = try Self.nodes(items, depth)
      guard let primary = nodes.first else { throw Self.damaged("a split has no primary place") }
      self.kind = .split(primary, nodes.dropFirst().first)
    default: throw Self.damaged("'\(kind)' is no kind of place")
    }
    options = table["options"].table ?? Table()
    guard let over = table["presented"].table else { return }
    presented = Over(
      node: try SavedNode(over["node"], depth: depth + 1),
      style: PresentationStyle(
        over["animator"].text ?? "present",
        options: over["options"].table ?? Table()
      )
    )
  }

  private static func nodes(_ items: [Value], _ depth: Int) throws(RouterError) -> [SavedNode] {
    var nodes: [SavedNode] = []
    for item in items { nodes.append(try SavedNode(item, depth: depth + 1)) }
    return nodes
  }

  private static func damaged(_ what: String) -> RouterError {
    RouterError(
      .wrongType,
      "This is no saved stage: \(what). Restore what stage.save() answered."
    )
  }
}
