import LuaSyntax
package import Moonroute
import ScriptAnalysis

package struct RuleChanges: Sendable {
  package let all: [RuleChange]

  package let equivalents: EquivalentLines

  /// The definitions in the text determine the rule functions; the loaded rules add the first lines
  /// of their functions.
  package init(of texts: [String: [UInt8]], _ decisions: LoadedRules) {
    var all: [RuleChange] = []
    var equivalents = EquivalentLines()
    let beginnings: Set = ["headless.lua", "personas.lua"]
    for (file, text) in texts.sorted(by: { $0.key < $1.key }) where !beginnings.contains(file) {
      let script = AnalysedScript(file: file, text: text, isSpec: false)
      guard script.tree.problems.isEmpty else { continue }
      all += Self.changes(of: script, decisions)
      equivalents.read(script)
    }
    self.all = all.sorted(by: RuleChange.precedes)
    self.equivalents = equivalents
  }

  private static func changes(of script: AnalysedScript, _ decisions: LoadedRules) -> [RuleChange] {
    var writer = ChangeWriter(script)
    let uses = Dictionary(script.roleUses.map { ($0.function, 1) }, uniquingKeysWith: +)
    let functions = functions(of: script, decisions)
    for (function, found) in functions.sorted(by: { $0.key.index < $1.key.index }) {
      FunctionChanges(rule: found.rule, answers: found.answers, function: function)
        .note(in: &writer)
    }
    FieldChanges(script: script, uses: uses).note(in: &writer)
    return writer.changes
  }

  private typealias Found = (rule: RuleChange.Rule, answers: FunctionChanges.Answers)

  /// A function that is both a guard and a redirect counts as a guard.
  private static func functions(
    of script: AnalysedScript,
    _ decisions: LoadedRules
  ) -> [LuaNode: Found] {
    var functions: [LuaNode: Found] = [:]
    func add(_ function: LuaNode, _ found: Found?) {
      guard let found, functions[function]?.rule != .guard else { return }
      functions[function] = found
    }
    for use in script.roleUses { add(use.function, found(use, in: script)) }
    for function in typeFunctions(of: script) { add(function, (.type, .ofValue)) }
    let known = Set(functions.keys.map { script.tree.token(of: $0).line })
    let sites = decisions.sites[script.file] ?? [:]
    for (line, rule) in sites.sorted(by: { $0.key < $1.key }) {
      let found: Found = (rule, answers(of: rule))
      if known.contains(line) {
        for function in functions.keys where script.tree.token(of: function).line == line {
          add(function, found)
        }
      } else if let function = function(beginningOn: line, in: script) {
        add(function, found)
      }
    }
    return functions
  }

  private static func found(_ use: AnalysedScript.RoleUse, in script: AnalysedScript) -> Found? {
    switch use.role {
    case .guard, .onExit: (.guard, .ofGuard)
    case .redirect: (FieldChanges.rule(ofRedirectIn: use.origin, of: script), .ofGuard)
    case .proxy: (.proxy, .ofProxy)
    case .unmatched, .onError: (.redirect, .ofFallback)
    case .animator: (.animator, .ofAnimator)
    case .view, .action: nil
    }
  }

  private static func answers(of rule: RuleChange.Rule) -> FunctionChanges.Answers {
    switch rule {
    case .guard, .redirect, .priority: .ofGuard
    case .proxy: .ofProxy
    case .animator: .ofAnimator
    case .type: .ofValue
    }
  }

  /// The functions that parse and format the values of types.
  private static func typeFunctions(of script: AnalysedScript) -> [LuaNode] {
    script.nodes(.call)
      .flatMap { call -> [LuaNode] in
        let arguments = script.arguments(of: call)
        guard script.callee(of: call) == "router.type", arguments.count > 1,
          script.tree.kind(of: arguments[1]) == .table
        else { return [] }
        return script.fields(of: arguments[1]).map { script.value(of: $0.value) }
          .filter { script.tree.kind(of: $0) == .function }
      }
  }

  /// The innermost function that begins on a line, which other functions created.
  private static func function(beginningOn line: Int, in script: AnalysedScript) -> LuaNode? {
    let beginning = script.nodes(.function).filter { script.tree.token(of: $0).line == line }
    return beginning.last
  }
}

/// The functions of an application's loaded rules, by first line.
package struct LoadedRules: Sendable {
  /// The kind of rule by first line of its function, for each script.
  private(set) var sites: [String: [Int: RuleChange.Rule]] = [:]

  package init() {}

  package init(of rules: RouterRules) {
    let decisions = RouteDecisions(of: rules)
    for decision in decisions.ofPatterns where decision.target == nil {
      add(decision.kind == .proxy ? .proxy : .guard, decision.site)
    }
    let routes = rules.directory.index.routes
    let parents = Set(routes.compactMap(\.parent?.id))
    for route in routes {
      let isEntered =
        route.parts.contains(.view) || route.parts.contains(.action) || parents.contains(route.id)
      for decision in decisions.attached(to: route) where decision.target == nil {
        add(decision.kind == .guard || isEntered ? .guard : .redirect, decision.site)
      }
      let handlers = route.name.map(rules.handlerSites(ofRouteNamed:)) ?? []
      for (role, site) in handlers {
        if role == "on_exit" { add(.guard, site) }
        if role == "animator" { add(.animator, site) }
      }
    }
  }

  private mutating func add(_ rule: RuleChange.Rule, _ site: SourceSite?) {
    guard let site, sites[site.file]?[site.line] != .guard else { return }
    sites[site.file, default: [:]][site.line] = rule
  }
}
