import LuaSyntax
import Moonroute
import RoutePatterns

/// A pattern that supplies the parameters of a function.
struct ServedPattern {
  let pattern: RoutePattern
  var query: [QueryParameter] = []
  /// The route, unless the pattern belongs to a guard, a proxy or an event.
  var route: RouteInfo?
}

extension ApplicationModel {
  /// The patterns that a function serves; empty if it serves none or they are unknown.
  func patterns(servedBy function: LuaNode, in script: AnalysedScript) -> [ServedPattern] {
    let uses = script.roleUses.filter { $0.function == function }
    var found = uses.flatMap { patterns(of: $0, in: script) }
    if let use = uses.first, use.isInline, !found.isEmpty { return found }
    found += routes(servedAtLine: script.line(of: function), of: script)
      .map { ServedPattern(pattern: $0.pattern, query: $0.query, route: $0) }
    if let event = eventPattern(heardBy: function, in: script) { found.append(event) }
    var seen: Set<RoutePattern> = []
    return found.filter { seen.insert($0.pattern).inserted }
  }

  private func patterns(
    of use: AnalysedScript.RoleUse,
    in script: AnalysedScript
  ) -> [ServedPattern] {
    if script.tree.kind(of: use.origin) == .table {
      let routes = routes(of: use.origin, in: script)
      guard routes.isEmpty else {
        return routes.map { ServedPattern(pattern: $0.pattern, query: $0.query, route: $0) }
      }
      // A route that has not been loaded yet: its literal path and those of the tables around it.
      return script.tables(around: use.origin)
        .compactMap { script.string(of: script.field("path", of: $0)).flatMap(pattern) }
        .map { ServedPattern(pattern: $0) }
    }
    guard let key = script.string(of: script.arguments(of: use.origin).first) else { return [] }
    if let route = index.route(named: key) {
      return [ServedPattern(pattern: route.pattern, query: route.query, route: route)]
    }
    return pattern(key).map { [ServedPattern(pattern: $0)] } ?? []
  }

  func pattern(_ text: String) -> RoutePattern? {
    try? RoutePattern(text, types: types, rules: locationRules)
  }

  /// The routes that a table defines; several if the code runs several times.
  func routes(of table: LuaNode, in script: AnalysedScript) -> [RouteInfo] {
    if let name = script.string(of: script.field("name", of: table)) {
      return index.route(named: name).map { [$0] } ?? []
    }
    let routes = routes(atLine: script.line(of: table), of: script)
    guard routes.count > 1, let path = script.string(of: script.field("path", of: table)) else {
      return routes
    }
    // One line can contain several tables.
    let fitting = routes.filter { $0.pattern.text.hasSuffix(path) }
    return fitting.isEmpty ? routes : fitting
  }

  private func eventPattern(
    heardBy function: LuaNode,
    in script: AnalysedScript
  ) -> ServedPattern? {
    guard let call = script.tree.parent(of: function), script.tree.kind(of: call) == .call,
      script.callee(of: call) == "events.on", let key = script.arguments(of: call).first
    else { return nil }
    let written = script.string(of: key) ?? script.string(of: script.field("path", of: key))
    return written.flatMap(pattern).map { ServedPattern(pattern: $0) }
  }
}

extension AnalysedScript {
  /// A table and the tables around it, up to the enclosing function.
  fileprivate func tables(around table: LuaNode) -> [LuaNode] {
    var tables: [LuaNode] = []
    var place: LuaNode? = table
    while let node = place, tree.kind(of: node) != .function {
      if tree.kind(of: node) == .table { tables.append(node) }
      place = tree.parent(of: node)
    }
    return tables
  }
}

extension ParameterType {
  /// The type as written after a parameter, or the Lua type of a plain one.
  package var words: String {
    switch self {
    case .text: "string"
    case .integer: "int"
    case .number: "number"
    case .bool: "bool"
    case .uuid: "uuid"
    case .date: "date"
    case .hex: "hex"
    case .slug: "slug"
    case .alpha: "alpha"
    case .choice(let choices): choices.joined(separator: "|")
    case .constraint(let constraint): "(\(constraint.expression))"
    case .custom(let type): type.name
    case .list: "list"
    }
  }

  var luaSample: String {
    switch sample() {
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .bool(let value): "\(value)"
    case .text(let text): "\"\(text)\""
    case .list(let texts): "{ \(texts.map { "\"\($0)\"" }.joined(separator: ", ")) }"
    }
  }
}
