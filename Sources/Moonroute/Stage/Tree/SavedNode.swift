struct SavedNode {
  indirect enum Kind {
    case screen(String, extra: Value)
    case stack([SavedNode])
    case tabs(name: String?, [Branch], selected: Int)
    case split(SavedNode, SavedNode?)
  }

  struct Branch {
    let name: String?
    let children: [SavedNode]
  }

  let kind: Kind
  var options = ValueTable()
  var presented: Over?

  final class Over {
    let node: SavedNode
    let style: PresentationStyle

    init(node: SavedNode, style: PresentationStyle) { (self.node, self.style) = (node, style) }
  }

  /// Whether nodes of the saved stack are missing, so that the content above it must not be
  /// restored.
  func wasCut(_ node: StageNode) -> Bool {
    switch (kind, node.content) {
    case (.stack(let saved), .stack(let nodes)): saved.count != nodes.count
    default: false
    }
  }

  /// The locations of all screens, in drawing order.
  var locations: [String] {
    let inside: [String] =
      switch kind {
      case .screen(let location, _): [location]
      case .stack(let children): children.flatMap(\.locations)
      case .tabs(_, let branches, _): branches.flatMap { $0.children.flatMap(\.locations) }
      case .split(let primary, let detail): primary.locations + (detail?.locations ?? [])
      }
    return inside + (presented?.node.locations ?? [])
  }

  /// Reads a saved window; `nil` for an empty one.
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
    self.kind = try Self.kind(named: kind, of: table, depth)
    options = table["options"].table ?? ValueTable()
    if !table["presented"].isNull { presented = try Self.presented(of: table, depth) }
  }

  // One function for each kind, so that one level of recursion uses little stack.
  private static func kind(
    named name: String,
    of table: ValueTable,
    _ depth: Int
  ) throws(RouterError) -> Kind {
    switch name {
    case "screen": try screen(of: table)
    case "stack": .stack(try stacked(of: table, "a stack", depth))
    case "tabs": try tabs(of: table, depth)
    case "split": try split(of: table, depth)
    default: throw damaged("'\(name)' is not a kind of place")
    }
  }

  private static func screen(of table: ValueTable) throws(RouterError) -> Kind {
    guard let location = table["location"].text else { throw damaged("a screen has no location") }
    return .screen(location, extra: table["extra"])
  }

  private static func tabs(of table: ValueTable, _ depth: Int) throws(RouterError) -> Kind {
    var branches: [Branch] = []
    for item in try items(of: table, "tabs") {
      guard let branch = item.table else { throw damaged("a branch of tabs is not a place") }
      let children = try stacked(of: branch, "a branch of tabs", depth)
      branches.append(Branch(name: branch["name"].text, children: children))
    }
    guard table["selected"].isNull || table["selected"].int != nil else {
      throw damaged("the selected tab has no number")
    }
    let selected = Int(clamping: max(table["selected"].int ?? 1, 1) - 1)
    return .tabs(name: table["name"].text, branches, selected: selected)
  }

  private static func split(of table: ValueTable, _ depth: Int) throws(RouterError) -> Kind {
    let nodes = try nodes(of: table, "a split", depth)
    guard let primary = nodes.first else { throw damaged("a split has no primary place") }
    return .split(primary, nodes.dropFirst().first)
  }

  private static func presented(of table: ValueTable, _ depth: Int) throws(RouterError) -> Over {
    guard let over = table["presented"].table else {
      throw damaged("the presented value is not a place")
    }
    return Over(
      node: try SavedNode(over["node"], depth: depth + 1),
      style: PresentationStyle(
        over["animator"].text ?? "present",
        options: over["options"].table ?? ValueTable()
      )
    )
  }

  /// Every place except a screen has a list, even if it is empty.
  private static func items(of table: ValueTable, _ place: String) throws(RouterError) -> [Value] {
    guard let children = table["children"].table, children.fields.isEmpty else {
      throw damaged("\(place) has no list of children")
    }
    return children.items
  }

  private static func nodes(
    of table: ValueTable,
    _ place: String,
    _ depth: Int
  ) throws(RouterError) -> [SavedNode] {
    var nodes: [SavedNode] = []
    for item in try items(of: table, place) { nodes.append(try SavedNode(item, depth: depth + 1)) }
    return nodes
  }

  /// Stacks and splits are invalid, because no user interface can push them.
  private static func stacked(
    of table: ValueTable,
    _ place: String,
    _ depth: Int
  ) throws(RouterError) -> [SavedNode] {
    let nodes = try nodes(of: table, place, depth)
    for node in nodes {
      switch node.kind {
      case .stack: throw damaged("\(place) holds a stack")
      case .split: throw damaged("\(place) holds a split")
      case .screen, .tabs: continue
      }
    }
    return nodes
  }

  private static func damaged(_ what: String) -> RouterError {
    RouterError(
      .wrongType,
      "This is not a saved stage: \(what). Pass the value of a saved stage."
    )
  }
}
