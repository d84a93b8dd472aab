import LuaSyntax
package import Moonroute
import RoutePatterns

/// A named part of a script: a route with its children, or a group of specs.
package struct OutlineItem: Sendable {
  package enum Kind: String, Sendable {
    case route, group, event, resource, suite, spec
  }

  package let kind: Kind
  /// The name, or the path of a route without one.
  package let name: String
  /// More information: the pattern of a route.
  package let detail: String
  /// The bytes of the whole part.
  package let range: Range<Int>
  /// The bytes of its name.
  package let selection: Range<Int>
  package fileprivate(set) var children: [OutlineItem] = []
}

extension AnalysedScript {
  /// The parts of the script as a tree.
  package func outline(in model: ApplicationModel) -> [OutlineItem] {
    var items = definitionTables().map { item(of: $0, in: model) }
    for call in all(.call) {
      if let item = storeItem(call) ?? specItem(call) { items.append(item) }
    }
    items.sort {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    var rest = items[...]
    return Self.nested(&rest, within: 0..<Int.max)
  }

  /// Takes the items inside a range, each with its children.
  private static func nested(
    _ rest: inout ArraySlice<OutlineItem>,
    within range: Range<Int>,
    depth: Int = 0
  ) -> [OutlineItem] {
    var items: [OutlineItem] = []
    while let next = rest.first, range.contains(next.range.lowerBound),
      next.range.upperBound <= range.upperBound
    {
      var item = rest.removeFirst()
      if depth < 100 {
        item.children = nested(&rest, within: item.range, depth: depth + 1)
      }
      items.append(item)
    }
    return items
  }

  private func item(of table: LuaNode, in model: ApplicationModel) -> OutlineItem {
    let range = tree.range(of: table)
    let name = field("name", of: table)
    let path = field("path", of: table)
    let route = model.routes(of: table, in: self).first
    let label = string(of: name) ?? string(of: path) ?? route?.label ?? "route"
    let chosen = name ?? path
    let isGroup =
      field("view", of: table) == nil && field("action", of: table) == nil
      && field("redirect", of: table) == nil
    return OutlineItem(
      kind: isGroup ? .group : .route,
      name: label.isEmpty ? "route" : label,
      detail: route?.pattern.text ?? string(of: path) ?? "",
      range: range,
      selection: chosen.map { tree.range(of: $0) } ?? range.lowerBound..<range.lowerBound + 1
    )
  }

  /// The routes that tables of the script define, each with the bytes of its name.
  package func routeDefinitions(
    in model: ApplicationModel
  ) -> [(route: RouteInfo, range: Range<Int>)] {
    definitionTables()
      .flatMap { table in
        let place = field("name", of: table) ?? field("path", of: table) ?? table
        return model.routes(of: table, in: self).map { ($0, tree.range(of: place)) }
      }
  }

  private func storeItem(_ call: LuaNode) -> OutlineItem? {
    guard let function = callee(of: call), ["events.declare", "resources.put"].contains(function),
      let table = arguments(of: call).first, tree.kind(of: table) == .table,
      let name = field("name", of: table), let text = string(of: name), !text.isEmpty
    else { return nil }
    return OutlineItem(
      kind: function == "events.declare" ? .event : .resource,
      name: text,
      detail: string(of: field("path", of: table)) ?? "",
      range: tree.range(of: call),
      selection: tree.range(of: name)
    )
  }

  private func specItem(_ call: LuaNode) -> OutlineItem? {
    guard isSpec else { return nil }
    let group = words(ofSpec: call, isGroup: true)
    guard let words = group ?? words(ofSpec: call, isGroup: false), !words.isEmpty,
      let first = arguments(of: call).first
    else { return nil }
    return OutlineItem(
      kind: group == nil ? .spec : .suite,
      name: words,
      detail: "",
      range: tree.range(of: call),
      selection: tree.range(of: first)
    )
  }
}

extension ScriptSymbols {
  /// A result of a search for routes.
  package struct FoundRoute: Sendable {
    package let route: RouteInfo
    package let file: String
    /// The bytes of its name, or the start of its table's line.
    package let range: Range<Int>
  }

  /// Searches routes by name, by pattern or by a pasted link, the route of the link first; the
  /// letters of the query must occur in this order, with any text between them.
  package func routes(matching query: String) -> [FoundRoute] {
    let linked = model.route(at: query)
    var routes = model.index.routes.filter { route in
      route.label.hasLetters(of: query) || route.pattern.text.hasLetters(of: query)
    }
    if let linked { routes = [linked] + routes.filter { $0.id != linked.id } }
    return routes.compactMap { route in
      place(of: route).map { FoundRoute(route: route, file: $0.file, range: $0.range) }
    }
  }

  /// The place of a route's literal name, or otherwise the line of its table.
  package func place(of route: RouteInfo) -> (file: String, range: Range<Int>)? {
    if let name = route.name {
      let symbol = ScriptSymbol(kind: .route, name: name)
      if let use = definitions[symbol] { return (use.file, use.range) }
    }
    guard let site = route.site, let script = scripts[site.file] else { return nil }
    let start = script.lines.start(ofLine: model.line(of: site, in: script))
    return (site.file, start..<start)
  }
}

extension String {
  /// Whether the text contains the letters of another text in their order, ignoring case.
  fileprivate func hasLetters(of query: String) -> Bool {
    var wanted = query.lowercased()[...]
    for letter in lowercased() where letter == wanted.first { wanted.removeFirst() }
    return wanted.isEmpty
  }
}
