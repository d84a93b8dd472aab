import LuaSyntax
import Moonroute

/// A test that opens a route.
struct SpecOpening: Hashable, Sendable {
  let site: SourceSite
  /// The names of its blocks and its own name, joined.
  let name: String
}

/// The tests that open routes, read from their text without running them.
struct SpecOpenings {
  private static let naming: [String: Int] = [
    "assert.opened": 1, "assert.fell_back": 1, "assert.top": 0, "assert.is.top": 0,
  ]
  private static let blocks: Set<String> = [
    "it", "test", "spec", "describe", "context", "insulate", "expose",
  ]

  private var byRoute: [Int: [SpecOpening]] = [:]

  init(_ specs: [AnalysedScript], rules: RouterRules) {
    for script in specs.sorted(by: { $0.file < $1.file }) {
      for call in script.nodes(.call) {
        guard let route = Self.route(of: call, script, rules),
          let opening = Self.test(around: call, script),
          byRoute[route.id]?.contains(opening) != true
        else { continue }
        byRoute[route.id, default: []].append(opening)
      }
    }
  }

  /// The tests that open a route, sorted by file and line.
  subscript(route: RouteInfo) -> [SpecOpening] { byRoute[route.id] ?? [] }

  /// The route that a call opens or names as opened.
  private static func route(
    of call: LuaNode,
    _ script: AnalysedScript,
    _ rules: RouterRules
  ) -> RouteInfo? {
    guard let callee = script.callee(of: call) else { return nil }
    let arguments = script.arguments(of: call)
    if let place = naming[callee], place < arguments.count {
      return script.string(of: arguments[place]).flatMap(rules.directory.index.route(named:))
    }
    guard LinkRules.opening.contains(callee), let first = arguments.first else { return nil }
    let value = script.value(of: first)
    if script.tree.kind(of: value) == .call, script.callee(of: value) == "router.to" {
      return script.string(of: script.arguments(of: value).first)
        .flatMap(rules.directory.index.route(named:))
    }
    guard let text = script.string(of: value) else { return nil }
    return StoreKey.isLocation(text)
      ? rules.route(fitting: text) : rules.directory.index.route(named: text)
  }

  private static func test(around node: LuaNode, _ script: AnalysedScript) -> SpecOpening? {
    var names: [String] = []
    var line: Int?
    var function = script.function(around: node)
    while let inner = function {
      if let call = script.tree.parent(of: inner), script.tree.kind(of: call) == .call,
        let callee = script.callee(of: call), blocks.contains(String(callee.prefix { $0 != "." })),
        let name = script.string(of: script.arguments(of: call).first)
      {
        names.insert(name, at: 0)
        line = line ?? script.line(of: call)
      }
      function = script.function(around: inner)
    }
    return line.map {
      SpecOpening(
        site: SourceSite(file: script.file, line: $0),
        name: names.joined(separator: " ")
      )
    }
  }
}
