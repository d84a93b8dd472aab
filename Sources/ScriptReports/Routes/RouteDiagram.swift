package import Moonroute
import RoutePatterns
import TextTools

/// The routes as a graph for drawing programs: parents lead to their children.
package struct RouteDiagram {
  private let routes: [RouteInfo]

  /// Takes all routes of an index.
  package init(_ index: RouteIndex) { routes = index.routes }

  /// The graph in the language of Graphviz, line by line.
  package var dot: [String] {
    var lines = ["digraph routes {", "  rankdir=LR;", "  node [shape=box];"]
    for route in routes {
      let label = ([text(of: route)] + [route.name].compactMap { $0 })
        .map { $0.printed(as: .dot) }
        .joined(separator: "\\n")
      lines.append("  r\(route.id) [label=\"\(label)\"\(Self.dotShape(of: route))];")
    }
    for route in routes {
      if let parent = route.parent { lines.append("  r\(parent.id) -> r\(route.id);") }
    }
    return lines + ["}"]
  }

  /// The graph in the language of Mermaid, line by line.
  package var mermaid: [String] {
    var lines = ["flowchart LR"]
    for route in routes {
      let label = ([text(of: route)] + [route.name].compactMap { $0 })
        .map { $0.printed(as: .mermaid) }
        .joined(separator: "<br/>")
      lines.append("  r\(route.id)[\"\(label)\"]")
    }
    for route in routes {
      if let parent = route.parent { lines.append("  r\(parent.id) --> r\(route.id)") }
    }
    return lines
  }

  /// The pattern as written below its parent.
  private func text(of route: RouteInfo) -> String {
    route.parent == nil ? route.pattern.text : route.pattern.template
  }

  private static func dotShape(of route: RouteInfo) -> String {
    if route.parts.contains(.view) { return "" }
    return route.parts.isEmpty ? ", style=dashed" : ", style=rounded"
  }
}
