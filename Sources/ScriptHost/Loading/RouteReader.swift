import LuaRuntime
import Moonroute

/// Reads the definition of a route, and of those below it, from a table.
struct RouteReader {
  /// The fields that a definition may have.
  static let fields =
    sharedFields + [
      "action", "animated", "animator", "case_sensitive", "keep_query", "name", "on_exit", "owner",
      "priority", "routes", "view",
    ]

  /// The fields that a group gives to its routes.
  static let sharedFields = ["host", "meta", "path", "redirect", "scheme", "tags"]

  let generation: Generation

  /// The line of the registering call.
  let site: SourceSite?

  /// The mistakes found so far.
  private(set) var mistakes: [FieldReader.Mistake] = []

  /// The line at which the next definition is looked for.
  private var searchLine: Int

  /// Reads for a generation.
  init(generation: Generation, site: SourceSite?) {
    self.generation = generation
    self.site = site
    searchLine = site?.line ?? 1
  }

  /// Reads a definition; after a mistake goes on to find the others.
  mutating func route(_ table: LuaTable) -> Route {
    var reader = reader(of: table, as: "a route", known: Self.fields)
    if reader["path"].isNil {
      reader.add(.badPattern, "A route needs a path, such as path = \"/cart\".")
    }
    var route = sharedRoute(&reader, path: "")
    route.name = reader.text("name")
    route.view = view(&reader)
    route.action = reader.function("action").map(action)
    route.onExit = reader.function("on_exit").map(onExit)
    route.animator = AnimatorReader(generation: generation).choice(&reader, "animator")
    route.isAnimated = reader.bool("animated")
    route.priority = reader.integer("priority") ?? 0
    route.isCaseSensitive = reader.bool("case_sensitive") ?? true
    route.keepsQuery = reader.bool("keep_query") ?? false
    let children = reader.table("routes")
    mistakes += reader.mistakes
    route.children = children.map { routes($0, in: "a route") } ?? []
    return route
  }

  /// Reads a group as a route that has nothing but what its routes share.
  mutating func group(_ table: LuaTable) -> Route {
    var reader = reader(of: table, as: "a group", known: Self.sharedFields + ["routes"])
    var group = sharedRoute(&reader, path: "/")
    group.isGroup = true
    let children = reader.table("routes")
    if reader["routes"].isNil {
      reader.add(.badPattern, "A group needs routes = { … }.")
    }
    mistakes += reader.mistakes
    group.children = children.map { routes($0, in: "a group") } ?? []
    return group
  }

  /// Reads a list of definitions.
  mutating func routes(_ list: LuaTable, in what: String) -> [Route] {
    for field in list.fields {
      let name = field.key.string ?? field.key.value.display
      add("'routes' of \(what) is a list of definitions; '\(name)' is not one.", field: name)
    }
    return list.array.compactMap { item in
      if case .table(let definition) = item { return route(definition) }
      add(
        "'routes' of \(what) is a list of definitions, not of \(item.typeName)s.",
        field: "routes"
      )
      return nil
    }
  }

  private mutating func add(_ message: String, field: String) {
    mistakes.append(FieldReader.Mistake(code: .wrongType, message: message, field: field))
  }

  /// Begins to read a table, once it is found in the script.
  private mutating func reader(
    of table: LuaTable,
    as what: String,
    known: [String]
  ) -> FieldReader {
    var lines: ClosedRange<Int>?
    if let site, let text = generation.sources.lines(of: site.file),
      let mark = text.find(
        path: table["path"].string,
        name: table["name"].string,
        from: searchLine
      )
    {
      lines = text.braces(around: mark)
      searchLine = mark.line
    }
    return FieldReader(table, as: what, known: known, lines: lines)
  }

  /// A route with the fields that routes and groups have in common.
  ///
  /// - Parameters:
  ///   - reader: Reads the definition.
  ///   - path: The path of a definition without one.
  /// - Returns: The route.
  private func sharedRoute(_ reader: inout FieldReader, path: String) -> Route {
    var route = Route(path: reader["path"].isNil ? path : reader.text("path") ?? "")
    route.site = site.map { SourceSite(file: $0.file, line: reader.lines?.lowerBound ?? $0.line) }
    route.redirects = generation.redirects(&reader, "redirect")
    route.tags = reader.texts("tags")
    if let meta = reader.table("meta"), case .table(let meta) = generation.value(.table(meta)) {
      route.meta = meta
    }
    route.scheme = reader.text("scheme")
    route.host = reader.text("host")
    return route
  }
}
