import RoutePatterns
import TextTools

extension StageTree: CustomStringConvertible {
  /// A drawing of the stage as text with one line per node, identical for identical trees.
  ///
  /// Characters that would break a line or move a terminal's cursor are written as `\u{1B}`.
  ///
  /// ```
  /// window
  /// └─ tabs
  ///    ├─ ● home: stack
  ///    │  ├─ Home  /
  ///    │  └─ Product 7  /product/7  ◀ top
  ///    └─ ○ orders: stack (empty)
  /// ```
  public var description: String {
    guard let root else { return "window (empty)" }
    var lines = ["window"]
    let drawing = StageDrawing(top: top?.id)
    drawing.draw(root, label: nil, indent: "", isLast: true, into: &lines)
    return lines.joined(separator: "\n")
  }
}

private struct StageDrawing {
  let top: Screen.ID?

  /// Adds the lines of a node: the node, its children, and its presentation.
  func draw(
    _ node: StageNode,
    label: String?,
    indent: String,
    isLast: Bool,
    into lines: inout [String]
  ) {
    let prefix = label.map { "\($0.printable): " } ?? ""
    lines.append(indent + (isLast ? "└─ " : "├─ ") + prefix + caption(of: node))
    let inner = indent + (isLast ? "   " : "│  ")
    let children = node.children
    for (index, child) in children.enumerated() {
      let last = index == children.count - 1 && node.presented == nil
      let label = mark(of: index, in: node)
      draw(child, label: label, indent: inner, isLast: last, into: &lines)
    }
    guard let presented = node.presented else { return }
    draw(presented.node, label: presented.style.name, indent: inner, isLast: true, into: &lines)
  }

  /// The prefix of a child: the tab's name and whether it is selected.
  private func mark(of index: Int, in node: StageNode) -> String? {
    switch node.content {
    case .tabs(let branches, let selected):
      "\(index == selected ? "●" : "○") \(branches[index].name ?? "tab \(index + 1)")"
    case .split(let primary, _): index == 0 && primary != nil ? "primary" : "detail"
    default: nil
    }
  }

  private func caption(of node: StageNode) -> String {
    guard let screen = node.screen else {
      return node.children.isEmpty ? "\(node.kind) (empty)" : node.kind.rawValue
    }
    var text = screen.caption.printable
    if let location = screen.location { text += "  " + "\(location)".printable }
    if screen.staleness != nil { text += "  (stale)" }
    return screen.id == top ? text + "  ◀ top" : text
  }
}
