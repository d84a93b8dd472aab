import LuaRuntime
import Moonroute

/// Reads the definition of a route, and of those below it, from a table.
struct RouteReader {
  /// The fields that a definition may have.
  static let fields = [
    "action", "animated", "animator", "case_sensitive", "host", "keep_query", "meta", "name",
    "on_exit", "owner", "path", "priority", "redirect", "routes", "scheme", "tags", "view",
  ]

  let generation: Generation

  /// The line of the registering call.
  let site: SourceSite?

  /// The mistakes found so far.
  private(set) var mistakes: [FieldReader.Mistake] = []

  /// Reads for a generation.
  init(generation: Generation, site: SourceSite?) {
    self.generation = generation
    self.site = site
  }

  /// Reads a definition; after a mistake goes on to find the others.
  mutating func route(_ table: LuaTable) -> Route {
    var reader = FieldReader(table, as: "a route", known: Self.fields)
    var route = Route(path: reader.text("path") ?? "", name: reader.text("name"))
    if reader["path"].isNil {
      reader.add(.badPattern, "A route needs a path, such as path = \"/cart\".")
    }
    route.site = place(of: table)
    route.view = view(&reader)
    route.action = reader.function("action").map(action)
    route.redirects = generation.redirects(&reader, "redirect")
    route.onExit = reader.function("on_exit").map(onExit)
    route.animator = AnimatorReader(generation: generation).choice(&reader, "animator")
    route.isAnimated = reader.bool("animated")
    route.tags = reader.texts("tags")
    route.priority = reader.integer("priority") ?? 0
    if let meta = reader.table("meta"), case .table(let meta) = generation.value(.table(meta)) {
      route.meta = meta
    }
    route.isCaseSensitive = reader.bool("case_sensitive") ?? true
    route.keepsQuery = reader.bool("keep_query") ?? false
    route.scheme = reader.text("scheme")
    route.host = reader.text("host")
    mistakes += reader.mistakes
    route.children = children(of: table)
    return route
  }

  /// Reads a list of definitions.
  mutating func routes(_ list: LuaTable, in what: String) -> [Route] {
    for field in list.fields {
      let name = field.key.string ?? field.key.value.display
      mistakes.append(
        FieldReader.Mistake(
          code: .wrongType,
          message: "'routes' of \(what) is a list of definitions; '\(name)' is not one.",
          field: name
        )
      )
    }
    return list.array.compactMap { item in
      if case .table(let definition) = item { return route(definition) }
      mistakes.append(
        FieldReader.Mistake(
          code: .wrongType,
          message: "'routes' of \(what) is a list of definitions, not of \(item.typeName)s.",
          field: "routes"
        )
      )
      return nil
    }
  }

  private mutating func children(of table: LuaTable) -> [Route] {
    switch table["routes"] {
    case .table(let list): return routes(list, in: "a route")
    default: return []
    }
  }

  /// The line of a definition: of its path if that can be found, else of the call.
  private func place(of table: LuaTable) -> SourceSite? {
    guard let site, let text = generation.sources[site.file] else { return site }
    let mark = CodeFrame.find(
      path: table["path"].string,
      name: table["name"].string,
      in: text,
      from: site.line
    )
    return mark.map { SourceSite(file: site.file, line: $0) } ?? site
  }

  private func view(_ reader: inout FieldReader) -> Route.View? {
    switch reader["view"] {
    case .nil: return nil
    case .string(let name):
      checkView(name, &reader)
      return .named(name)
    case .function(let function): return .made(screenMaker(function))
    case let other:
      reader.expect("the name of a view or a function", in: "view", got: other)
      return nil
    }
  }

  private func checkView(_ name: String, _ reader: inout FieldReader) {
    let offered = generation.setup.offers.views.keys.sorted() + generation.router.viewNames
    guard !offered.isEmpty, !offered.contains(name) else { return }
    let hint = NearestNames.hint(for: name, among: offered)
    reader.add(
      .unknownName,
      "The program offers no view '\(name)'.\(hint)",
      field: "view"
    )
  }

  private func screenMaker(_ function: LuaFunction) -> Handler<RouteState, Screen?> {
    let generation = generation
    let site = SourceSite(function.definedAt)
    return .eventual { state in
      try generation.begin(function, [try generation.lua(state)]) { values in
        switch values.first ?? .nil {
        case .nil: return nil
        case .object(let object):
          if let screen = object.payload as? ScriptScreen { return screen.description }
          throw RouterError.mistake(
            "The view answered \(object.type.name), not a screen.",
            at: site
          )
        case let other:
          throw RouterError.mistake(
            "The view answered a \(other.typeName), not a screen. Write return screen { … }.",
            at: site
          )
        }
      }
    }
  }

  private func action(_ function: LuaFunction) -> Handler<RouteState, ActionAnswer> {
    let generation = generation
    return .eventual { state in
      try generation.begin(function, [try generation.lua(state)]) { values in
        if case .object(let object)? = values.first, object.type === generation.classes.decline {
          return .declined
        }
        if case .boolean(false)? = values.first { return .refused }
        return .values(values.map { generation.value($0) })
      }
    }
  }

  private func onExit(_ function: LuaFunction) -> Handler<Leaving, Bool> {
    let generation = generation
    let site = SourceSite(function.definedAt)
    return .eventual { leaving in
      let screen = generation.lua(leaving.screen)
      let target = try leaving.target.map { try generation.lua($0) } ?? .nil
      return try generation.begin(function, [screen, target]) { values in
        switch values.first {
        case nil, .boolean(true): return true
        case .boolean(false): return false
        case .some(let other):
          throw RouterError.mistake(
            "on_exit answered \(other.typeName); return true or false",
            at: site
          )
        }
      }
    }
  }
}
