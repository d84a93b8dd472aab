package import MessageStream
package import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

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

  /// Lists some routes in their order.
  package init(_ routes: [RouteInfo]) {
    rows = routes.map { Row($0, pattern: $0.label(withOrigin: true)) }
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

  private typealias Column = (text: (Row) -> String, tone: ReportStyle.Tone)

  /// The table as lines.
  ///
  /// Without enough space, it drops the work of the routes, then their names, and then cuts their
  /// patterns; it always keeps their places.
  package func lines(_ style: ReportStyle) -> [String] {
    let (pattern, place): (Column, Column) = (({ $0.pattern }, .strong), ({ $0.place }, .soft))
    let (name, work): (Column, Column) = (({ $0.name }, .target), ({ $0.work }, .plain))
    let choices = [[pattern, name, work, place], [pattern, name, place], [pattern, place]]
    for columns in choices {
      let table = table(of: columns, style)
      guard table.width(ofFirst: columns.count) > style.width else {
        return lines(of: columns, in: table)
      }
    }
    let places = table(of: [place], style).widths.first ?? 0
    let width = max(style.width / 2, style.width - places - TerminalTable.gap)
    let short: Column = ({ $0.pattern.printable.cut(to: width) }, .strong)
    return lines(of: [short, place], in: table(of: [short, place], style))
  }

  private func table(of columns: [Column], _ style: ReportStyle) -> TerminalTable {
    TerminalTable(fitting: rows.map { row in columns.map { $0.text(row) } }, style)
  }

  private func lines(of columns: [Column], in table: TerminalTable) -> [String] {
    rows.map { row in table.line(columns.map { [($0.text(row), $0.tone)] }) }
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
