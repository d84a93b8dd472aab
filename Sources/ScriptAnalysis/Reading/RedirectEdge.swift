import LuaSyntax
package import Moonroute
import RoutePatterns

/// A redirect from one route to another.
package struct RedirectEdge: Sendable {
  package let source: RouteInfo
  /// The route that opens instead.
  package let target: RouteInfo
  package let file: String
  /// The bytes of the target.
  package let range: Range<Int>
}

extension ScriptSymbols {
  /// The literal redirects: fixed ones, and targets that deciding functions return.
  package func redirects() -> [RedirectEdge] {
    scripts.values.sorted { $0.file < $1.file }
      .flatMap { fixedRedirects(in: $0) + answeredRedirects(in: $0) }
  }

  private func fixedRedirects(in script: AnalysedScript) -> [RedirectEdge] {
    script.definitionTables()
      .flatMap { table -> [RedirectEdge] in
        guard let value = script.field("redirect", of: table) else { return [] }
        let items =
          script.tree.kind(of: value) == .table
          ? script.tree.children(of: value).compactMap { script.tree.firstChild(of: $0) } : [value]
        return items.flatMap { item -> [RedirectEdge] in
          guard let text = script.tree.string(of: item) else { return [] }
          return model.routes(of: table, in: script)
            .compactMap { route in
              target(text, of: route)
                .map {
                  RedirectEdge(
                    source: route,
                    target: $0,
                    file: script.file,
                    range: script.tree.range(of: item)
                  )
                }
            }
        }
      }
  }

  /// The route of a fixed target, after replacing its `:names` with samples.
  func target(_ text: String, of route: RouteInfo) -> RouteInfo? {
    var text = text
    for parameter in route.pattern.parameters.sorted(by: { $0.name.count > $1.name.count }) {
      text = text.replacing(":\(parameter.name)", with: parameter.type.sample().text ?? "x")
    }
    return model.route(at: text)
  }

  private func answeredRedirects(in script: AnalysedScript) -> [RedirectEdge] {
    script.all(.returnStatement)
      .flatMap { answer -> [RedirectEdge] in
        guard let value = script.tree.firstChild(of: answer),
          let function = script.function(around: answer)
        else { return [] }
        let targets = targets(in: value, script)
        guard !targets.isEmpty else { return [] }
        let sources = sources(decidedBy: function, script)
        return targets.flatMap { node, route in
          sources.filter { $0.id != route.id }
            .map {
              RedirectEdge(
                source: $0,
                target: route,
                file: script.file,
                range: script.tree.range(of: node)
              )
            }
        }
      }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func sources(decidedBy function: LuaNode, _ script: AnalysedScript) -> [RouteInfo] {
    let written = script.roleUses
      .filter { $0.function == function && $0.role.decides }
      .flatMap { use -> [RouteInfo] in
        if script.tree.kind(of: use.origin) == .table {
          return model.routes(of: use.origin, in: script)
        }
        let key = script.string(of: script.arguments(of: use.origin).first)
        return key.flatMap { model.index.route(named: $0) }.map { [$0] } ?? []
      }
    var seen: Set<Int> = []
    return (written + model.routes(decidedAtLine: script.line(of: function), of: script))
      .filter { seen.insert($0.id).inserted }
  }

  /// The routes in a returned value: `router.to("…")`, or a literal location.
  private func targets(in value: LuaNode, _ script: AnalysedScript) -> [(LuaNode, RouteInfo)] {
    var found: [(LuaNode, RouteInfo)] = []
    var nodes = script.tree.nodes(from: value)
    var place = nodes.next()
    while let node = place {
      let kind = script.tree.kind(of: node)
      if kind == .string, let route = script.tree.string(of: node).flatMap(model.route(at:)) {
        found.append((node, route))
      }
      if kind == .call, script.callee(of: node) == "router.to",
        let name = script.string(of: script.arguments(of: node).first),
        let route = model.index.route(named: name)
      {
        found.append((node, route))
      }
      // Links on a screen are not redirects.
      place =
        kind == .table || kind == .function || kind == .call
        ? nodes.skipChildren() : nodes.next()
    }
    return found
  }
}
