import LuaSyntax
import Moonroute

/// The registrations of scripts after they were loaded, as far as their text tells: names that are written,
/// and whether some are not.
struct LateRegistrations {
  private(set) var routeNames: Set<String> = []
  private(set) var tags: Set<String> = []
  private(set) var eventNames: Set<String> = []
  private(set) var resourceNames: Set<String> = []
  /// Whether routes come later whose names or places nothing tells.
  private(set) var hasOpenRoutes = false
  private(set) var hasOpenEvents = false
  private(set) var hasOpenResources = false

  private static let routeCalls: Set<String> = ["route", "group", "mount", "shell"]

  init(_ application: LoadedApplication) {
    var loadedLines: [String: Set<Int>] = [:]
    for route in application.routes {
      if let site = route.site { loadedLines[site.file, default: []].insert(site.line) }
    }
    for script in application.scripts {
      for call in script.all(.call) {
        let name = script.callee(of: call) ?? Self.method(of: call, in: script)
        readStores(name, call, script)
        guard let last = name.split(separator: ".").last.map(String.init),
          Self.routeCalls.contains(last), name.contains("."),
          name.hasPrefix("router.") || name.hasPrefix(".")
        else { continue }
        guard let function = script.function(around: call) else { continue }
        let range = script.tree.range(of: function)
        let lines =
          script.lines.line(of: range.lowerBound)...script.lines.line(of: range.upperBound)
        // A function that registered something while loading has been asked already.
        if loadedLines[script.file]?.contains(where: lines.contains) == true { continue }
        readRoutes(last, call, script)
      }
    }
  }

  /// The last name of a call of something that is no global: `.route` of `scope.route`.
  private static func method(of call: LuaNode, in script: AnalysedScript) -> String {
    guard let callee = script.tree.firstChild(of: call), script.tree.kind(of: callee) == .field
    else { return "" }
    return "." + script.tree.name(of: callee)
  }

  private mutating func readRoutes(_ kind: String, _ call: LuaNode, _ script: AnalysedScript) {
    guard kind != "mount" else { return hasOpenRoutes = true }
    let tables = script.tree.nodes(from: call).filter { script.tree.kind(of: $0) == .table }
    hasOpenRoutes = true
    for table in tables {
      if let name = script.string(of: script.field("name", of: table)) { routeNames.insert(name) }
      guard let list = script.field("tags", of: table) else { continue }
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
