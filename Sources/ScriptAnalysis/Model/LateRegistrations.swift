import LuaSyntax
import Moonroute

/// The registrations that scripts make after loading, as far as their text shows: the literal
/// names, and whether there are computed names.
struct LateRegistrations {
  private(set) var routeNames: Set<String> = []
  private(set) var tags: Set<String> = []
  private(set) var eventNames: Set<String> = []
  private(set) var resourceNames: Set<String> = []
  /// Whether scripts register routes later with unknown names or locations.
  private(set) var hasOpenRoutes = false
  private(set) var hasOpenEvents = false
  private(set) var hasOpenResources = false

  private static let routeCalls: Set<String> = ["route", "group", "mount", "shell"]
  private static let storeCalls: Set<String> = ["on", "declare", "put"]

  init(_ application: LoadedApplication) {
    var loadedLines: [String: Set<Int>] = [:]
    for route in application.routes {
      if let site = route.site { loadedLines[site.file, default: []].insert(site.line) }
    }
    for script in application.scripts {
      for call in script.all(.call) {
        // A callee that is not a global may be a scope of the router: `scope.route`.
        let name = script.callee(of: call)
        guard let last = Self.lastName(of: call, name, script) else { continue }
        if let name, Self.storeCalls.contains(last) { readStores(name, call, script) }
        guard Self.routeCalls.contains(last), name?.hasPrefix("router.") ?? true else { continue }
        guard let function = script.function(around: call) else { continue }
        let range = script.tree.range(of: function)
        let lines =
          script.lines.line(of: range.lowerBound)...script.lines.line(of: range.upperBound)
        // Loading has already recorded the registrations of a function that ran while loading.
        if loadedLines[script.file]?.contains(where: lines.contains) == true { continue }
        readRoutes(last, call, script)
      }
    }
  }

  /// The last name in the path of the called function, also through a local variable.
  private static func lastName(
    of call: LuaNode,
    _ name: String?,
    _ script: AnalysedScript
  ) -> String? {
    guard let callee = script.tree.firstChild(of: call) else { return nil }
    if script.tree.kind(of: callee) == .field { return script.tree.name(of: callee) }
    guard let name, let dot = name.lastIndex(of: ".") else { return nil }
    return String(name[name.index(after: dot)...])
  }

  private mutating func readRoutes(_ kind: String, _ call: LuaNode, _ script: AnalysedScript) {
    guard kind != "mount" else { return hasOpenRoutes = true }
    let tables = script.tree.nodes(from: call).filter { script.tree.kind(of: $0) == .table }
    hasOpenRoutes = true
    for table in tables {
      if let name = script.string(of: script.field("name", of: table)) { routeNames.insert(name) }
      guard let list = script.field("tags", of: table) else { continue }
      if let tag = script.string(of: list) { tags.insert(tag) }
      for item in script.tree.children(of: list) {
        if let tag = script.string(of: script.tree.firstChild(of: item)) { tags.insert(tag) }
      }
    }
  }

  private mutating func readStores(_ name: String, _ call: LuaNode, _ script: AnalysedScript) {
    let first = script.arguments(of: call).first.map(script.value)
    switch name {
    case "events.on", "events.declare":
      guard let first, script.tree.kind(of: first) == .table else { return }
      if let name = script.string(of: script.field("name", of: first)) {
        eventNames.insert(name)
      } else if script.field("name", of: first) != nil || !script.hasWrittenKeysOnly(first) {
        hasOpenEvents = true
      }
    case "resources.put":
      guard let first, script.tree.kind(of: first) == .table else { return hasOpenResources = true }
      if let name = script.string(of: script.field("name", of: first)) {
        resourceNames.insert(name)
      } else if script.field("name", of: first) != nil || !script.hasWrittenKeysOnly(first) {
        hasOpenResources = true
      }
    default: break
    }
  }
}
