package import Moonroute
import RoutePatterns
import TextTools

/// The routes as a graph for drawing programs, with edges from parents to children.
package struct RouteDiagram {
  private enum Shape {
    case page, work, group, decision, place
  }

  private struct Node {
    let id: String
    let label: [String]
    let shape: Shape
  }

  private struct Edge {
    let from: String
    let to: String
    /// The label of an edge that is not between a parent and a child.
    var label: String?
  }

  private var nodes: [Node] = []
  private var edges: [Edge] = []

  package init(_ index: RouteIndex, with decisions: RouteDecisions? = nil) {
    for route in index.routes {
      let pattern = route.parent == nil ? route.pattern.text : route.pattern.template
      let shape: Shape =
        route.parts.contains(.view) ? .page : route.parts.isEmpty ? .group : .work
      let label = [pattern] + [route.name].compactMap(\.self)
      nodes.append(Node(id: "r\(route.id)", label: label, shape: shape))
    }
    for route in index.routes {
      if let parent = route.parent {
        edges.append(Edge(from: "r\(parent.id)", to: "r\(route.id)"))
      }
    }
    guard let decisions else { return }
    for decision in decisions.ofPatterns { add(decision, at: nil) }
    for route in index.routes {
      for decision in decisions.attached(to: route) { add(decision, at: "r\(route.id)") }
    }
  }

  /// Draws a decision, before its route if it has one, with its fixed target.
  private mutating func add(_ decision: AskedDecision, at route: String?) {
    var from = route
    if decision.kind != .redirect || decision.target == nil {
      let id = "d\(nodes.count)"
      let text =
        [decision.kind.rawValue]
        + (route == nil ? [decision.key] : [decision.site?.description].compactMap(\.self))
      nodes.append(Node(id: id, label: text, shape: .decision))
      if let route { edges.append(Edge(from: id, to: route, label: decision.kind.rawValue)) }
      from = id
    }
    guard let from, let target = decision.target else { return }
    if let route = decision.targetRoute {
      edges.append(Edge(from: from, to: "r\(route)", label: "leads to"))
    } else {
      let id = "t\(nodes.count)"
      nodes.append(Node(id: id, label: [target], shape: .place))
      edges.append(Edge(from: from, to: id, label: "leads to"))
    }
  }

  /// The graph for Graphviz, as lines.
  package var dot: [String] {
    var lines = ["digraph routes {", "  rankdir=LR;", "  node [shape=box];"]
    lines += nodes.map { node in
      let label = node.label.map { $0.printed(as: .dot) }.joined(separator: "\\n")
      return "  \(node.id) [label=\"\(label)\"\(Self.dotShape(of: node.shape))];"
    }
    lines += edges.map { edge in
      let style = edge.label.map { " [style=dashed, label=\"\($0.printed(as: .dot))\"]" } ?? ""
      return "  \(edge.from) -> \(edge.to)\(style);"
    }
    return lines + ["}"]
  }

  private static func dotShape(of shape: Shape) -> String {
    switch shape {
    case .page: ""
    case .work: ", style=rounded"
    case .group: ", style=dashed"
    case .decision: ", shape=diamond"
    case .place: ", shape=plaintext"
    }
  }

  /// The graph for Mermaid, as lines.
  package var mermaid: [String] {
    var lines = ["flowchart LR"]
    lines += nodes.map { node in
      let label = node.label.map { $0.printed(as: .mermaid) }.joined(separator: "<br/>")
      let text = "\"\(label)\""
      return "  \(node.id)" + (node.shape == .decision ? "{\(text)}" : "[\(text)]")
    }
    lines += edges.map { edge in
      let arrow = edge.label.map { " -. \"\($0.printed(as: .mermaid))\" .-> " } ?? " --> "
      return "  \(edge.from)\(arrow)\(edge.to)"
    }
    return lines
  }
}
