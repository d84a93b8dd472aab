package import MessageStream
package import Moonroute
import RoutePatterns
import ScriptHost

package struct RouteTableReport {
  private struct Row {
    let pattern: String
    let name: String
    let work: String
    let place: String

    init(_ route: RouteInfo, pattern: String) {
      self.pattern = pattern
      name = route.name ?? ""
      work = route.work
      place = route.site?.description ?? ""
    }

    init(_ decision: AskedDecision, lead: String) {
      pattern = lead + decision.words
      (name, work) = ("", "")
      place = decision.site?.description ?? ""
    }
  }

  private var rows: [Row] = []

  /// Lists the routes that can be opened, in order of precedence.
  package init(winning index: RouteIndex) {
    rows = index.winningRoutes.map { Row($0, pattern: $0.label(withOrigin: true)) }
  }

  /// Lists all routes below their parents, in registration order.
  package init(tree index: RouteIndex, with decisions: RouteDecisions? = nil) {
    let forest = RouteForest(index)
    rows = decisions?.ofPatterns.map { Row($0, lead: "") } ?? []
    for route in forest.roots { add(route, forest, decisions, lead: "", childLead: "") }
  }

  private mutating func add(
    _ route: RouteInfo,
    _ forest: RouteForest,
    _ decisions: RouteDecisions?,
    lead: String,
    childLead: String
  ) {
    rows.append(Row(route, pattern: lead + route.label(withOrigin: route.parent == nil)))
    let children = forest.children(of: route)
    let asked = decisions?.attached(to: route) ?? []
    rows += asked.map { Row($0, lead: childLead + (children.isEmpty ? "   " : "│  ")) }
    for (index, child) in children.enumerated() {
      let isLast = index == children.count - 1
      add(
        child,
        forest,
        decisions,
        lead: childLead + (isLast ? "└─ " : "├─ "),
        childLead: childLead + (isLast ? "   " : "│  ")
      )
    }
  }

  /// The table as lines; columns without enough space are dropped from the right.
  package func lines(_ style: ReportStyle) -> [String] {
    let table = TerminalTable(
      fitting: rows.map { [$0.pattern, $0.name, $0.work, $0.place] },
      style
    )
    let count = [4, 3].first { table.width(ofFirst: $0) <= style.width } ?? 2
    return rows.map { row in
      let cells: [TerminalTable.Cell] = [
        [(row.pattern, .strong)], [(row.name, .target)], [(row.work, .plain)],
        [(row.place, .soft)],
      ]
      return table.line(Array(cells.prefix(count)))
    }
  }
}

extension RouteInfo {
  fileprivate var work: String {
    var words: [String] = []
    if parts.contains(.redirect) { words.append("redirect") }
    if parts.contains(.action) { words.append("action") }
    if parts.contains(.view) { words.append("view") }
    let work = words.joined(separator: "+")
    return animatorName.map { work.isEmpty ? $0 : "\(work), \($0)" } ?? work
  }

  /// The complete pattern, or the author's part below the parent, and the priority if any.
  fileprivate func label(withOrigin isComplete: Bool) -> String {
    var text = isComplete ? pattern.text : pattern.template
    if isComplete, pattern.scheme == nil, let scheme { text = "\(scheme): \(text)" }
    let items = query.map { "\($0.name)=\($0.text)" }
    if !items.isEmpty { text += "?" + items.joined(separator: "&") }
    return priority == 0 ? text : "\(text)  priority \(priority)"
  }
}

/// All routes below their parents, in registration order.
package struct RouteForest {
  package let roots: [RouteInfo]

  private let childrenByParent: [Int: [RouteInfo]]

  package init(_ index: RouteIndex) {
    roots = index.routes.filter { $0.parent == nil }
    childrenByParent = Dictionary(
      grouping: index.routes.filter { $0.parent != nil },
      by: { $0.parent?.id ?? -1 }
    )
  }

  package func children(of route: RouteInfo) -> [RouteInfo] { childrenByParent[route.id] ?? [] }
}

extension AskedDecision {
  /// The kind, its pattern if it has one, and its fixed target.
  fileprivate var words: String {
    let isOfPattern = kind == .proxy || (kind == .guard && StoreKey.isLocation(key))
    return kind.rawValue + (isOfPattern ? " \(key)" : "") + (target.map { " → \($0)" } ?? "")
  }

  /// The decision for `routes --guards --json`.
  fileprivate var json: JSON {
    .fields(
      ("key", .text(key)),
      ("to", .optional(target)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line))
    )
  }
}

extension RouteInfo {
  /// The route for `routes --guards --json`, with all decisions before it.
  package func json(with decisions: RouteDecisions) -> JSON {
    guard case .object(let fields) = json else { return json }
    let asked = decisions.asked(before: self)
    let kinds: [(String, AskedDecision.Kind)] = [
      ("proxies", .proxy), ("guards", .guard), ("redirects", .redirect),
    ]
    return .object(
      fields
        + kinds.map { name, kind in
          JSON.Field(name, .list(asked.filter { $0.kind == kind }.map(\.json)))
        }
    )
  }

  /// The route for `routes --json`; a parent without a name is identified by its pattern.
  package var json: JSON {
    .fields(
      ("name", .optional(name)),
      ("pattern", .text(pattern.text)),
      ("scheme", .optional(scheme)),
      ("host", .optional(host?.description)),
      ("priority", .optional(priority)),
      ("tags", .texts(tags)),
      ("has_view", .bool(parts.contains(.view))),
      ("has_action", .bool(parts.contains(.action))),
      ("has_redirect", .bool(parts.contains(.redirect))),
      ("animator", .optional(animatorName)),
      ("file", .optional(site?.file)),
      ("line", .optional(site?.line)),
      ("parent", .optional(parent?.label)),
      ("query", .object(query.map { JSON.Field($0.name, .text($0.text)) }))
    )
  }
}
