package import MessageStream
package import Moonroute
import RoutePatterns
import ScriptHost

extension StageTree {
  /// The last line of `run --json`: the tree, and its drawing.
  package var json: JSON {
    .fields(("stage", .node(nil, root.map { [$0] } ?? [])), ("stage_text", .text(description)))
  }
}

extension JSON {
  /// The first fields of a node of the stage; `nil` is the window.
  package static func head(of node: StageNode?) -> [Field] {
    [
      Field("kind", .text(node?.kind.rawValue ?? "window")),
      Field("id", node.map { .integer(Int64(clamping: $0.id.rawValue)) } ?? .null),
      Field("name", .optional(node?.name ?? node?.screen?.name)),
      Field("view", .optional(node?.screen?.view)),
      Field("location", .optional(node?.screen?.location?.description)),
    ]
  }

  /// The index of the selected child, counted from 0.
  package static func selected(of node: StageNode?) -> Field {
    guard case .tabs(_, let index) = node?.content else { return Field("selected", .null) }
    return Field("selected", .int(index))
  }

  /// One node of the stage; every node has every field.
  fileprivate static func node(_ node: StageNode?, _ children: [StageNode]) -> JSON {
    let over = node?.presented
      .map { over in
        JSON.fields(
          ("animator", .text(over.style.name)),
          ("node", self.node(over.node, over.node.children))
        )
      }
    return .object(
      head(of: node) + [
        Field("children", .list(children.map { self.node($0, $0.children) })),
        selected(of: node), Field("presented", over ?? .null),
      ]
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
