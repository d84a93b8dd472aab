import RoutePatterns

extension Stage {
  /// What is on the stage as plain data: its shape, and the locations of its screens.
  ///
  /// Screens that no route made are left out. ``Router/restore(_:)`` shows it again.
  public var saved: Value {
    let root = tree.root.flatMap(Self.saved)
    return ["kind": "window", "children": .table(Table(items: root.map { [$0] } ?? []))]
  }

  private static func saved(_ node: StageNode) -> Value? {
    var table = Table(fields: ["kind": .text(node.kind)])
    if let name = node.name { table["name"] = .text(name) }
    if !node.options.fields.isEmpty { table["options"] = .table(node.options) }
    switch node.content {
    case .screen(let screen):
      guard screen.state?.route.isPlaceable == true, let location = screen.location else {
        return nil
      }
      table["location"] = .text(location.description)
    case .tabs(_, let selected):
      table["selected"] = .integer(Int64(selected) + 1)
      table["children"] = .table(Table(items: node.children.compactMap(saved)))
    case .stack, .split:
      let children = node.children.compactMap(saved)
      guard !children.isEmpty || node.name != nil else { return nil }
      table["children"] = .table(Table(items: children))
    }
    if let presented = node.presented, let over = saved(presented.node) {
      var style = Table(fields: ["animator": .text(presented.style.name), "node": over])
      if !presented.style.options.fields.isEmpty {
        style["options"] = .table(presented.style.options)
      }
      table["presented"] = .table(style)
    }
    return .table(table)
  }
}

extension RouteInfo {
  /// Whether the route can be opened again: it is one of the table.
  fileprivate var isPlaceable: Bool { id >= 0 }
}
