package import MessageStream
package import Moonroute
import RoutePatterns
import ScriptHost

extension StageTree {
  /// The last line of `run --json`: the tree, and its drawing.
  package var json: JSON {
    .fields(("stage", tree), ("stage_text", .text(description)))
  }

  private var tree: JSON {
    .node(kind: "window", children: root.map { [$0.json] } ?? [])
  }
}

extension StageNode {
  /// The node with its children and presented nodes; the selected child is counted from 0.
  var json: JSON {
    var selected: Int?
    if case .tabs(_, let index) = content { selected = index }
    return .node(
      kind: kind,
      id: Int64(clamping: id.rawValue),
      name: name,
      screen: screen,
      children: children.map(\.json),
      selected: selected,
      presented: presented
    )
  }
}

extension JSON {
  /// One node of the stage; every node has every field.
  fileprivate static func node(
    kind: String,
    id: Int64? = nil,
    name: String? = nil,
    screen: Screen? = nil,
    children: [JSON],
    selected: Int? = nil,
    presented: Presentation? = nil
  ) -> JSON {
    .fields(
      ("kind", .text(kind)),
      ("id", id.map(JSON.integer) ?? .null),
      ("name", .optional(name ?? screen?.name)),
      ("view", .optional(screen?.view)),
      ("location", .optional(screen?.location?.description)),
      ("children", .list(children)),
      ("selected", .optional(selected)),
      (
        "presented",
        presented.map {
          .fields(("animator", .text($0.style.name)), ("node", $0.node.json))
        } ?? .null
      )
    )
  }
}

/// The stage as a text drawing.
package struct StageReport {
  private let tree: StageTree

  package init(_ tree: StageTree) { self.tree = tree }

  /// The drawing as lines, with the top emphasized.
  package func lines(_ style: ReportStyle) -> [String] {
    tree.description.split(whereSeparator: \.isNewline)
      .map { style.paint(String($0), $0.hasSuffix("◀ top") ? .strong : .plain) }
  }
}
