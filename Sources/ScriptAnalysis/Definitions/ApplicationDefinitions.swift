/// Writes `app.lua`: the names of an application and the functions that accept them.
struct ApplicationDefinitions {
  private let names: NamedPatterns

  /// The product's definitions that this file replaces.
  private var fixed: [String: DefinitionText.Block] = [:]

  /// The functions and aliases that this file defines, by their original file.
  static let functions = [
    "router.lua": ["router.to"], "registration.lua": ["router.guard"], "events.lua": ["events.on"],
  ]
  static let aliases = [
    "router.lua": ["router.RouteName", "router.Tag"], "events.lua": ["events.Name"],
    "resources.lua": ["resources.Name"],
  ]

  /// Removes the definitions that this file replaces from the product's files.
  init(_ names: NamedPatterns, from files: inout [String: DefinitionText]) {
    self.names = names
    for (file, functions) in Self.functions {
      for name in functions { fixed[name] = files[file]?.take(function: name) }
    }
    for (file, aliases) in Self.aliases {
      for name in aliases { fixed[name] = files[file]?.take(alias: name) }
    }
  }

  private func words(_ name: String) -> [String] {
    DefinitionText.words(of: fixed[name] ?? [])
  }

  private func summary(_ name: String) -> [String] { Array(words(name).prefix(1)) }

  /// The text of the file after its head.
  var blocks: [[String]] {
    aliases + names.routes.flatMap(parameterClasses) + names.events.map(eventClass)
      + [to, attachGuard, listen]
  }

  // MARK: Names

  private var aliases: [[String]] {
    let late = names.lateRoutes.map { (text: $0, note: "registered later") }
    return [
      Annotation.alias(
        "router.RouteName",
        words: summary("router.RouteName"),
        rows: names.routes.map { ($0.name, $0.note) } + late,
        isOpen: names.hasOpenRoutes
      ),
      Annotation.alias(
        "router.Tag",
        words: summary("router.Tag"),
        rows: names.tags.map { ($0, "") },
        isOpen: names.hasOpenRoutes
      ),
      Annotation.alias(
        "events.Name",
        words: summary("events.Name"),
        rows: names.events.map { ($0.name, $0.note) },
        isOpen: false
      ),
      Annotation.alias(
        "resources.Name",
        words: summary("resources.Name"),
        rows: names.resources,
        isOpen: false
      ),
    ]
  }

  // MARK: Classes

  private func fields(_ item: NamedPatterns.Item) -> [String] {
    item.parameters.map { "---@field \($0.field)\($0.isOptional ? "?" : "") \($0.type)" }
  }

  private func parameterClasses(of route: NamedPatterns.Item) -> [[String]] {
    guard !route.parameters.isEmpty else { return [] }
    return [
      ["---@class (exact) route.params.\(route.className)"] + fields(route),
      [
        "---@class route.state.\(route.className): router.State",
        "---@field params route.params.\(route.className)",
      ],
    ]
  }

  private func eventClass(of event: NamedPatterns.Item) -> [String] {
    guard !event.parameters.isEmpty else {
      return ["---@class event.\(event.className): events.Event"]
    }
    return ["---@class (exact) event.params.\(event.className)"] + fields(event) + [
      "", "---@class event.\(event.className): events.Event",
      "---@field params event.params.\(event.className)",
    ]
  }

  // MARK: Functions

  private var to: [String] {
    let rest = "query?: router.Query, options?: router.ToOptions): router.Location"
    var lines = summary("router.to")
    for route in names.routes {
      let isOptional = route.parameters.allSatisfy(\.isOptional)
      let type =
        route.parameters.isEmpty ? "table<string, nil>" : "route.params.\(route.className)"
      lines.append(
        "---@overload fun(name: \(route.literal), params\(isOptional ? "?" : ""): \(type), \(rest)"
      )
    }
    for name in names.lateRoutes.compactMap(Annotation.literal) {
      lines.append("---@overload fun(name: \(name), params?: table<string, any>, \(rest)")
    }
    guard names.hasOpenRoutes else {
      return lines + [
        "---@param name router.RouteName", "---@return router.Location",
        "function router.to(name) end",
      ]
    }
    return lines + [
      "---@param name router.RouteName", "---@param params? table<string, any>",
      "---@param query? router.Query", "---@param options? router.ToOptions",
      "---@return router.Location", "function router.to(name, params, query, options) end",
    ]
  }

  private var attachGuard: [String] {
    var lines = summary("router.guard")
    for route in names.routes where !route.parameters.isEmpty {
      let decision =
        "decision: async fun(state: route.state.\(route.className), target: router.State): "
        + "(answer: router.Answer, reason: string?)"
      lines += Self.overloads("key: \(route.literal), \(decision)", "router.AttachOptions")
    }
    return lines + annotations("router.guard")
  }

  private var listen: [String] {
    var lines = summary("events.on")
    for event in names.events {
      let listener = "fn: async fun(event: event.\(event.className))"
      lines += Self.overloads("key: \(event.literal), \(listener)", "events.ListenOptions")
    }
    let plain = annotations("events.on")
    // In a union with another function type, overloads would lose the type of `event`.
    return lines
      + (names.events.isEmpty
        ? plain : plain.map { $0.hasPrefix("---@param fn ") ? "---@param fn function" : $0 })
  }

  /// Separate overloads, because EmmyLua uses the plain signature for a joint overload, which loses
  /// the type of the closure's argument.
  private static func overloads(_ arguments: String, _ options: String) -> [String] {
    ["", ", options: \(options)"]
      .map { "---@overload fun(\(arguments)\($0)): router.Registration" }
  }

  /// The product's annotations and statement of a function.
  private func annotations(_ name: String) -> [String] {
    (fixed[name] ?? []).filter { $0.hasPrefix("---@") || !$0.hasPrefix("---") }.map(String.init)
  }
}
