import Moonroute
import TextTools

struct RedirectGraph {
  private(set) var nodes: [String] = []
  /// The edges, by the indices of their nodes.
  private(set) var edges: [(from: Int, to: Int)] = []

  init(_ document: RouteDocument) {
    let titles = document.titles
    var numbers: [String: Int] = [:]
    func node(_ key: String, _ label: String) -> Int {
      if let known = numbers[key] { return known }
      numbers[key] = nodes.count
      nodes.append(label)
      return nodes.count - 1
    }
    var seen: Set<[Int]> = []
    for (entry, target) in document.redirects {
      let from = node("\(entry.route.id)", entry.title)
      let to =
        target.route
        .map { node("\($0)", titles[$0] ?? target.text) } ?? node("t" + target.text, target.text)
      if seen.insert([from, to]).inserted { edges.append((from, to)) }
    }
  }

  var mermaid: [String] {
    ["flowchart LR"]
      + nodes.enumerated().map { "  n\($0)[\"\($1.printed(as: .mermaid))\"]" }
      + edges.map { "  n\($0.from) --> n\($0.to)" }
  }

  /// The column of each node: one more than the largest column of its sources, ignoring edges that
  /// close a cycle.
  private var columns: [Int] {
    let targets = Dictionary(grouping: edges, by: \.from).mapValues { $0.map(\.to) }
    var isOpen = Array(repeating: false, count: nodes.count)
    var columns = Array(repeating: 0, count: nodes.count)
    var order: [Int] = []
    var isDone = isOpen
    var forward: [Int: [Int]] = [:]
    for root in nodes.indices {
      var stack = [(node: root, next: 0)]
      while let (node, next) = stack.popLast() {
        if next == 0, isDone[node] || isOpen[node] { continue }
        isOpen[node] = true
        let all = targets[node] ?? []
        guard next < all.count else {
          (isOpen[node], isDone[node]) = (false, true)
          order.append(node)
          continue
        }
        stack.append((node, next + 1))
        guard !isOpen[all[next]] else { continue }
        forward[node, default: []].append(all[next])
        stack.append((all[next], 0))
      }
    }
    for node in order.reversed() {
      for target in forward[node] ?? [] {
        columns[target] = max(columns[target], columns[node] + 1)
      }
    }
    return columns
  }

  var svg: [String] {
    let columns = columns
    let width = 220, height = 44
    var rows: [Int: Int] = [:]
    let places = columns.map { column in
      defer { rows[column, default: 0] += 1 }
      return (x: 10 + column * (width + 60), y: 10 + (rows[column] ?? 0) * (height + 16))
    }
    let fullWidth = ((columns.max() ?? 0) + 1) * (width + 60)
    let fullHeight = (rows.values.max() ?? 0) * (height + 16) + 10
    var lines = [
      "<svg viewBox=\"0 0 \(fullWidth) \(fullHeight)\" width=\"\(fullWidth)\" role=\"img\">",
      "<title>Redirects</title>",
      "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\""
        + " markerHeight=\"8\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\"/></marker></defs>",
    ]
    for edge in edges {
      let (from, to) = (places[edge.from], places[edge.to])
      let isForward = to.x > from.x
      let start = (from.x + width, from.y + height / 2)
      let end = (isForward ? to.x : to.x + width, to.y + height / 2)
      let bend = isForward ? (start.0 + 30, end.0 - 30) : (start.0 + 40, end.0 + 40)
      lines.append(
        "<path class=\"way\" d=\"M\(start.0) \(start.1)C\(bend.0) \(start.1) \(bend.1) \(end.1) "
          + "\(end.0) \(end.1)\" marker-end=\"url(#head)\"/>"
      )
    }
    for (label, place) in zip(nodes, places) {
      lines.append(
        "<rect x=\"\(place.x)\" y=\"\(place.y)\" width=\"\(width)\" height=\"\(height)\" rx=\"6\"/>"
      )
      let short = label.count > 28 ? label.prefix(27) + "…" : label[...]
      lines.append(
        "<text x=\"\(place.x + 10)\" y=\"\(place.y + height / 2 + 5)\">"
          + String(short).printable.printed(as: .xml) + "</text>"
      )
    }
    return lines + ["</svg>"]
  }
}
