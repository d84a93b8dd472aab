import MessageStream
import Moonroute
import RoutePatterns
import ScriptAnalysis

extension EditorServer {
  // MARK: Definitions

  /// Returns the definition of the name at a position; for a location, its route.
  func define(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    let symbols = symbols(around: place.document)
    let uses = symbols.uses(at: place.offset, in: place.document.file)
    if uses.isEmpty { return defineVariable(place) }
    let locations = uses.flatMap { use -> [JSON] in
      if use.symbol.kind == .module { return module(use.symbol.name, beside: place.document) }
      let definitions = symbols.uses(of: use.symbol).filter(\.isDefinition)
      if definitions.isEmpty, use.symbol.kind == .route,
        let route = symbols.model.index.route(named: use.symbol.name),
        let found = symbols.place(of: route)
      {
        return [location(found.file, found.range, beside: place.document)]
      }
      return definitions.map { location($0.file, $0.range, beside: place.document) }
    }
    return .list(locations)
  }

  private func module(_ name: String, beside document: TextDocument) -> [JSON] {
    guard let folder = document.folder else { return [] }
    let files = ApplicationModel.files(ofModule: name)
    return files.filter { applications[folder]?.scripts[$0] != nil }.prefix(1)
      .map { location($0, 0..<0, in: folder) }
  }

  private func defineVariable(_ place: EditedPlace) -> JSON {
    guard client.scope == .full, let uses = place.script.variableUses(at: place.offset),
      let first = uses.first
    else { return .list([]) }
    return .list([location(place.document.file, first, beside: place.document)])
  }

  func refer(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    let symbols = symbols(around: place.document)
    let withDefinition = params["context"]["includeDeclaration"].bool ?? true
    let uses = symbols.uses(at: place.offset, in: place.document.file)
    if uses.isEmpty {
      guard client.scope == .full,
        let ranges = place.script.variableUses(at: place.offset)
      else { return .list([]) }
      return .list(
        ranges.dropFirst(withDefinition ? 0 : 1)
          .map { location(place.document.file, $0, beside: place.document) }
      )
    }
    var seen: Set<SymbolUse> = []
    return .list(
      uses.flatMap { symbols.uses(of: $0.symbol) }
        .filter { (withDefinition || !$0.isDefinition) && seen.insert($0).inserted }
        .map { location($0.file, $0.range, beside: place.document) }
    )
  }

  // MARK: Outlines

  private static func number(of kind: OutlineItem.Kind) -> Int {
    switch kind {
    case .route: 12
    case .group: 3
    case .event: 24
    case .resource: 13
    case .suite: 3
    case .spec: 6
    }
  }

  /// Returns the routes of a text as a tree, or its specs.
  func documentSymbols(_ params: JSON) throws(Refusal) -> JSON {
    let document = try document(params)
    let items = document.script.outline(in: model(of: document))
    return .list(items.map { Self.json($0, document.positions) })
  }

  private static func json(_ item: OutlineItem, _ positions: TextPositions) -> JSON {
    .present(
      ("name", .text(item.name)),
      ("detail", item.detail.isEmpty ? .null : .text(item.detail)),
      ("kind", .int(number(of: item.kind))),
      ("range", positions.range(of: item.range)),
      ("selectionRange", positions.range(of: item.selection)),
      ("children", item.children.isEmpty ? .null : .list(item.children.map { json($0, positions) }))
    )
  }

  /// Returns the routes of all applications that match a name, a pattern, or a pasted link.
  func workspaceSymbols(_ params: JSON) -> JSON {
    let query = params["query"].text ?? ""
    var list: [JSON] = []
    for folder in applications.keys.sorted() {
      guard let symbols = applications[folder]?.currentSymbols() else { continue }
      list += symbols.routes(matching: query)
        .map { found in
          .fields(
            ("name", .text(found.route.label)),
            ("kind", .int(12)),
            ("containerName", .text(found.route.pattern.text)),
            ("location", location(found.file, found.range, in: folder))
          )
        }
    }
    return .list(list)
  }

  // MARK: Redirects

  /// Returns the route at a position, as the root of a call hierarchy of redirects.
  func prepareCallHierarchy(_ params: JSON) throws(Refusal) -> JSON {
    let place = try place(params)
    guard let folder = place.document.folder else { return .null }
    let symbols = symbols(around: place.document)
    let route = symbols.uses(at: place.offset, in: place.document.file)
      .first { $0.symbol.kind == .route }
      .flatMap { symbols.model.index.route(named: $0.symbol.name) }
    return route.map { .list([item(of: $0, symbols, folder)]) } ?? .null
  }

  private func item(of route: RouteInfo, _ symbols: ScriptSymbols, _ folder: String) -> JSON {
    let place = symbols.place(of: route) ?? ("main.lua", 0..<0)
    let range = positions(of: place.file, in: folder).range(of: place.range)
    return .fields(
      ("name", .text(route.label)),
      ("kind", .int(12)),
      ("detail", .text(route.pattern.text)),
      ("uri", .text(uri(of: place.file, in: folder))),
      ("range", range),
      ("selectionRange", range),
      ("data", .fields(("folder", .text(folder)), ("route", .text(route.label))))
    )
  }

  /// Returns the routes that redirect to a route, or the targets of its redirects.
  func calls(_ params: JSON, isIncoming: Bool) throws(Refusal) -> JSON {
    let data = params["item"]["data"]
    guard let folder = data["folder"].text, let label = data["route"].text,
      let symbols = applications[folder]?.currentSymbols()
    else { throw .invalidParams("'item' must come from 'textDocument/prepareCallHierarchy'.") }
    var order: [Int] = []
    var edges: [Int: [RedirectEdge]] = [:]
    for edge in symbols.redirects() {
      let (own, other) = isIncoming ? (edge.target, edge.source) : (edge.source, edge.target)
      guard own.label == label else { continue }
      if edges[other.id] == nil { order.append(other.id) }
      edges[other.id, default: []].append(edge)
    }
    return .list(
      order.compactMap { id in
        guard let found = edges[id], let first = found.first else { return nil }
        let other = isIncoming ? first.source : first.target
        return .fields(
          (isIncoming ? "from" : "to", item(of: other, symbols, folder)),
          (
            "fromRanges",
            .list(found.map { positions(of: $0.file, in: folder).range(of: $0.range) })
          )
        )
      }
    )
  }
}
