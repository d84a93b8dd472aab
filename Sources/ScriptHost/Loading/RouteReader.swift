import LuaRuntime
import Moonroute

struct RouteReader {
  /// The fields that a definition may have, the common ones first.
  static let fields = [
    "path", "name", "view", "meta", "redirect", "routes", "action", "animated", "animator",
    "case_sensitive", "host", "keep_query", "on_exit", "owner", "priority", "query", "samples",
    "scheme", "tags",
  ]

  static let groupFields = sharedFields + ["owner", "routes"]

  static let shellFields = sharedFields + ["animator", "initial", "name", "owner", "tabs"]

  static let mountFields = sharedFields.filter { $0 != "path" } + ["names", "owner"]

  static let sharedFields = ["host", "meta", "path", "redirect", "scheme", "tags"]

  let handlers: ScriptHandlers
  let registrar: Registrar
  let bridge: LuaBridge

  let views: [String]

  /// The line of the registering call.
  private(set) var site: SourceSite?

  /// The scheme of the definitions, in a scope of `router.scheme`.
  let scheme: String?

  private(set) var owner: AnyObject?

  private(set) var mistakes: [FieldReader.Mistake] = []

  /// The line at which the search for the next definition begins.
  private var searchLine: Int

  init(
    handlers: ScriptHandlers,
    registrar: Registrar,
    bridge: LuaBridge,
    views: [String],
    site: SourceSite?,
    scheme: String? = nil
  ) {
    self.handlers = handlers
    self.registrar = registrar
    self.bridge = bridge
    self.views = views
    self.site = site
    self.scheme = scheme
    searchLine = site?.line ?? 1
  }

  /// Reads a definition; after a mistake it continues, to find the others.
  ///
  /// Filling the caller's route is much faster than returning a new one.
  mutating func read(_ table: LuaTable, into route: inout LinkRoute, isOutermost: Bool = true) {
    var reader = reader(of: table, as: "a route", known: Self.fields)
    if reader["path"].isNil {
      reader.add(.badPattern, "A route needs a path, such as path = \"/cart\".")
    }
    readShared(&reader, path: "", into: &route)
    route.name = reader.text("name")
    route.view = view(&reader)
    route.action = reader.function("action").map(action)
    route.onExit = reader.function("on_exit").map(onExit)
    route.animator = AnimatorReader(handlers: handlers).choice(&reader, "animator")
    route.sites = sites(reader)
    route.animated = reader.bool("animated")
    route.priority = reader.integer("priority") ?? 0
    route.isCaseSensitive = reader.bool("case_sensitive") ?? true
    route.keepsQuery = reader.bool("keep_query") ?? false
    if let query = query(&reader) { route.declareQuery(query) }
    route.samples = SamplesReader.samples(&reader)
    if isOutermost {
      owner = registrar.owner(&reader, "owner")
    } else if !reader["owner"].isNil {
      reader.add(.unknownField, "'owner' belongs on the outermost definition.", field: "owner")
    }
    let children = reader.table("routes")
    if !reader.mistakes.isEmpty { mistakes += reader.mistakes }
    route.children = children.map { routes($0, in: "a route") } ?? []
    if isOutermost { bind(&route) }
  }

  private func query(_ reader: inout FieldReader) -> [String: String]? {
    guard let table = reader.table("query") else { return nil }
    var types: [String: String] = [:]
    for field in table.fields {
      guard let name = field.key.string, let type = field.value.string else { continue }
      types[name] = type
    }
    if types.count != table.fields.count || !table.array.isEmpty {
      let example = "{ page = \"int\", q = \"string?\" }"
      reader.add(.wrongType, "'query' names types, such as \(example).", field: "query")
    }
    return types
  }

  /// Reads a group as a route that has only the fields that it passes on.
  mutating func group(_ table: LuaTable) -> LinkRoute {
    var reader = reader(of: table, as: "a group", known: Self.groupFields)
    var group = LinkRoute(path: "/")
    readShared(&reader, path: "/", into: &group)
    group.isGroup = true
    owner = registrar.owner(&reader, "owner")
    let children = reader.table("routes")
    if reader["routes"].isNil {
      reader.add(.badPattern, "A group needs routes = { … }.")
    }
    mistakes += reader.mistakes
    group.children = children.map { routes($0, in: "a group") } ?? []
    bind(&group)
    return group
  }

  /// Reads tabs as a group with its routes as branches.
  mutating func shell(_ table: LuaTable) -> LinkRoute {
    var reader = reader(of: table, as: "a shell", known: Self.shellFields)
    var shell = LinkRoute(path: "/")
    readShared(&reader, path: "/", into: &shell)
    (shell.isGroup, shell.isShell) = (true, true)
    shell.name = reader.text("name")
    shell.initialTab = reader.text("initial")
    let animator = AnimatorReader(handlers: handlers).animator(&reader, "animator")
    shell.animator = .fixed(animator ?? .root)
    owner = registrar.owner(&reader, "owner")
    let tabs = reader.table("tabs")
    if reader["tabs"].isNil { reader.add(.badPattern, "A shell needs tabs = { … }.") }
    mistakes += reader.mistakes
    shell.children = tabs.map { routes($0, in: "a shell") } ?? []
    bind(&shell)
    return shell
  }

  /// Reads a module's definitions as a group; `options` are a prefix for names, and its fields.
  mutating func mount(
    _ list: LuaTable,
    at path: String,
    _ options: LuaTable,
    from module: SourceSite?
  ) -> LinkRoute {
    var reader = FieldReader(options, as: "these options", known: Self.mountFields)
    var shared = LinkRoute(path: path)
    readShared(&reader, path: path, into: &shared)
    owner = registrar.owner(&reader, "owner")
    let names = reader.text("names") ?? ""
    mistakes += reader.mistakes
    if let module { (site, searchLine) = (module, module.line) }
    var group = LinkRoute.mount(
      ScriptModule(path: path, names: names, routes: routes(list, in: "a module"))
    )
    group.site = shared.site
    group.redirects = shared.redirects
    group.tags = shared.tags
    group.meta = shared.meta
    group.scheme = shared.scheme
    group.host = shared.host
    bind(&group)
    return group
  }

  private mutating func bind(_ route: inout LinkRoute) {
    guard let scheme else { return }
    if let own = route.scheme, own.lowercased() != scheme.lowercased() {
      add("'scheme' is '\(own)' inside the scope of '\(scheme)'. Leave it out.", field: "scheme")
    }
    route.scheme = scheme
  }

  mutating func routes(_ list: LuaTable, in what: String) -> [LinkRoute] {
    for field in list.fields {
      let name = field.key.string ?? field.key.value.display
      add("'routes' of \(what) is a list of definitions; '\(name)' is not one.", field: name)
    }
    return list.array.compactMap { item in
      if case .table(let table) = item {
        var route = LinkRoute(path: "")
        read(table, into: &route, isOutermost: false)
        return route
      }
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

  /// Begins to read a table, after finding its place in the script.
  private mutating func reader(
    of table: LuaTable,
    as what: String,
    known: [String]
  ) -> FieldReader {
    var reader = FieldReader(table, as: what, known: known)
    reader.found(at: place(ofPath: reader["path"].string, name: reader["name"].string))
    return reader
  }

  /// The place of a table: around its name or its path, otherwise the line of the call.
  private mutating func place(ofPath path: String?, name: String?) -> ScriptPlace? {
    guard let site, let text = registrar.sources.lines(of: site.file) else { return nil }
    guard let found = text.find(path: path, name: name, from: searchLine) else {
      return ScriptPlace(site)
    }
    searchLine = found.line
    return ScriptPlace(around: found, in: site.file, text)
  }

  /// Reads the common fields of routes and groups.
  private func readShared(_ reader: inout FieldReader, path: String, into route: inout LinkRoute) {
    let written = reader["path"]
    route.path = written.string ?? (written.isNil ? path : reader.text("path") ?? "")
    route.site = reader.place?.site ?? site
    route.redirects = handlers.redirects(&reader, "redirect")
    route.tags = reader.texts("tags")
    if let meta = reader.table("meta"), case .table(let meta) = bridge.value(.table(meta)) {
      route.meta = meta
    }
    route.scheme = reader.text("scheme")
    route.host = reader.text("host")
  }
}
