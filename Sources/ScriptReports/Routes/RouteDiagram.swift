import Moonroute
import RoutePatterns
import TextTools

/// The routes as a graph for drawing programs.
package struct RouteDiagram {
  private enum Shape {
    case page, work, group, decision, place
  }

  private struct Node {
    let id: String
    let label: [String]
    let shape: Shape
    /// The place of its district; `nil` outside the districts.
    var district: Int?
  }

  private struct Edge {
    let from: String
    let to: String
    /// The label of an edge that is not between a parent and a child.
    var label: String?
    var isSeen = false
  }

  private let map: RouteMap
  private var nodes: [Node] = []
  private var edges: [Edge] = []

  package init(_ map: RouteMap) {
    self.map = map
    let routes = map.districts.flatMap(\.routes).sorted { $0.id < $1.id }
    for route in routes {
      let pattern = route.parent == nil ? route.pattern.text : route.pattern.template
      let shape: Shape =
        route.parts.contains(.view) ? .page : route.parts.isEmpty ? .group : .work
      let label = [pattern] + [route.name].compactMap(\.self)
      let district = map.places[route.id]
      nodes.append(Node(id: "r\(route.id)", label: label, shape: shape, district: district))
    }
    for road in map.roads where road.way == .child {
      edges.append(Edge(from: "r\(road.from)", to: "r\(road.to)"))
    }
    guard let decisions = map.decisions else { return }
    for decision in decisions.ofPatterns { add(decision, at: nil) }
    for route in routes {
      for decision in decisions.attached(to: route) { add(decision, at: route) }
    }
    for road in map.roads where road.way == .seen {
      let label = "seen \(road.count)×"
      edges.append(Edge(from: "r\(road.from)", to: "r\(road.to)", label: label, isSeen: true))
    }
  }

  /// Draws a decision, before its route if it has one, with its fixed target.
  private mutating func add(_ decision: AskedDecision, at route: RouteInfo?) {
    var from = route.map { "r\($0.id)" }
    if decision.kind != .redirect || decision.target == nil {
      let id = "d\(nodes.count)"
      let text =
        [decision.kind.rawValue]
        + (route == nil ? [decision.key] : [decision.site?.description].compactMap(\.self))
      let district = route.flatMap { map.places[$0.id] }
      nodes.append(Node(id: id, label: text, shape: .decision, district: district))
      if let from { edges.append(Edge(from: id, to: from, label: decision.kind.rawValue)) }
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
}

// MARK: Graphviz

extension RouteDiagram {
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
}

// MARK: Mermaid

extension RouteDiagram {
  /// The most edges and characters; Mermaid draws at most 500 and 50,000 unless a page allows more.
  private static let limits = (edges: 400, characters: 40_000)

  /// The graph for Mermaid, as lines; only its districts if it is too large for Mermaid.
  ///
  /// - Parameter shut: The routes that are drawn as closed, by number.
  /// - Returns: The lines.
  package func mermaid(shut: Set<Int> = []) -> [String] {
    let lines = wholeMermaid(shut: shut)
    guard edges.count > Self.limits.edges || lines.characterCount > Self.limits.characters else {
      return lines
    }
    return districtMermaid
  }

  private func wholeMermaid(shut: Set<Int>) -> [String] {
    var lines = ["flowchart LR"]
    let isSplit = map.districts.count > 1
    let inside = Dictionary(grouping: nodes.filter { $0.district != nil }) { $0.district ?? 0 }
    for (place, district) in map.districts.enumerated() {
      let own = inside[place, default: []].map(Self.mermaid)
      guard isSplit else {
        lines += own.map { "  " + $0 }
        continue
      }
      lines.append("  subgraph s\(place)[\"\(district.name.printed(as: .mermaid))\"]")
      lines += own.map { "    " + $0 } + ["  end"]
    }
    lines += nodes.filter { $0.district == nil }.map { "  " + Self.mermaid($0) }
    lines += edges.map { edge in
      let label = edge.label.map { "|\"\($0.printed(as: .mermaid))\"|" } ?? ""
      return "  \(edge.from) \(edge.isSeen ? "-.->" : "-->")\(label) \(edge.to)"
    }
    guard !shut.isEmpty else { return lines }
    let names = shut.sorted().map { "r\($0)" }.joined(separator: ",")
    return lines + ["  classDef shut stroke-dasharray:4 3", "  class \(names) shut"]
  }

  private static func mermaid(_ node: Node) -> String {
    let text = "\"" + node.label.map { $0.printed(as: .mermaid) }.joined(separator: "<br/>") + "\""
    return switch node.shape {
    case .decision: "\(node.id){{\(text)}}"
    case .group: "\(node.id)([\(text)])"
    default: "\(node.id)[\(text)]"
    }
  }

  /// The districts with their numbers of routes, and the roads between them.
  private var districtMermaid: [String] {
    var lines = ["flowchart LR"]
    var size = 0
    var shown = 0
    for district in map.districts {
      let name = district.name.printed(as: .mermaid)
      let line = "  s\(shown)[\"\(name)<br/>\(counted(district.routes.count, "route"))\"]"
      size += line.utf8.count + 1
      guard size <= Self.limits.characters / 2 else { break }
      lines.append(line)
      shown += 1
    }
    let rest = map.districts.count - shown
    if rest > 0 { lines.append("  rest[\"and \(counted(rest, "more district"))\"]") }
    var counts: [[Int]: Int] = [:]
    for road in map.roads where road.way != .child {
      guard let from = map.places[road.from], let to = map.places[road.to], from != to,
        max(from, to) < shown
      else { continue }
      counts[[from, to, road.way == .seen ? 1 : 0], default: 0] += road.count
    }
    return lines
      + counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(Self.limits.edges)
      .map { key, count in
        let (arrow, label) =
          key[2] == 1 ? ("-.->", "seen \(count)×") : ("-->", counted(count, "redirect"))
        return "  s\(key[0]) \(arrow)|\"\(label)\"| s\(key[1])"
      }
  }
}

extension [String] {
  /// The number of bytes with a line break after each line.
  fileprivate var characterCount: Int { reduce(0) { $0 + $1.utf8.count + 1 } }
}
