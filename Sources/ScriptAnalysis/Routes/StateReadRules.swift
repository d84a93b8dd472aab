import LuaSyntax
import Moonroute
import TextTools

/// Rules about query items, `meta` fields and parameters that the functions of routes read but no
/// route has.
struct StateReadRules {
  let application: LoadedApplication
  private let noteNames: Set<String>

  init(application: LoadedApplication) {
    self.application = application
    noteNames = application.index.metaNames
  }

  /// A read from a table of a state, such as `state.query.page`.
  private struct Read {
    let table: String
    let name: String
    let node: LuaNode
  }

  /// The routes that a function serves.
  private struct Served {
    /// The routes that pass it their states.
    let routes: [RouteInfo]
    /// The routes at which opens of these can end.
    let leaves: [RouteInfo]
  }

  func run(_ script: AnalysedScript) {
    guard !script.isSpec, !application.late.hasOpenRoutes else { return }
    let reads = reads(in: script)
    guard !reads.isEmpty else { return }
    let uses = Dictionary(
      grouping: script.roleUses.filter { $0.role != .onExit && $0.role != .onError },
      by: \.function
    )
    for (function, uses) in uses {
      guard let state = script.parameter(0, of: function), let own = reads[state] else { continue }
      let served = served(by: function, uses, script)
      let isShared = uses.contains { !$0.isInline }
      for read in own {
        if read.table == "meta" { checkNote(read, script) }
        guard let served else { continue }
        if read.table == "query" { checkItem(read, served, script) }
        if read.table == "params", isShared { checkParameter(read, served, script) }
      }
    }
  }

  private func reads(in script: AnalysedScript) -> [Int: [Read]] {
    var reads: [Int: [Read]] = [:]
    for node in script.all(.field) + script.all(.indexed) {
      guard let (name, base) = script.read(node), let (table, root) = script.read(base),
        ["query", "meta", "params"].contains(table), script.tree.kind(of: root) == .name,
        let variable = script.tree.variable(of: root), !script.isTried(node),
        script.tree.parent(of: node).map({ script.tree.kind(of: $0) != .targets }) ?? true
      else { continue }
      reads[variable, default: []].append(Read(table: table, name: name, node: node))
    }
    return reads
  }

  /// The routes that a function serves, or `nil` if some of them are unknown.
  private func served(
    by function: LuaNode,
    _ uses: [AnalysedScript.RoleUse],
    _ script: AnalysedScript
  ) -> Served? {
    if uses.contains(where: { !$0.isInline }) {
      // No other code may call it with another state.
      guard let variable = script.variable(holding: function),
        script.references(to: variable).count == uses.count
      else { return nil }
    }
    var routes: [RouteInfo] = []
    for use in uses {
      let some = application.routes(servedBy: use, in: script)
      guard !some.isEmpty else { return nil }
      routes += some
    }
    return Served(routes: routes, leaves: routes.flatMap { application.routes(below: $0) })
  }

  private func checkItem(_ read: Read, _ served: Served, _ script: AnalysedScript) {
    guard served.routes.allSatisfy(\.declaresQuery) else { return }
    let problems = served.routes.map { $0.problem(readingQuery: read.name, in: served.leaves) }
    guard let problem = problems.first ?? nil, problems.allSatisfy({ $0 != nil }) else { return }
    let count = served.routes.count
    let message =
      count == 1
      ? problem.message
      : "None of the \(count) routes that this function serves has '\(read.name)' in its query."
        + NearestNames.hint(of: problem.nearest.first)
    report(.unknownParameter, message, problem, read, script)
  }

  /// Checks a parameter that a function of several routes reads; a function in place has its own
  /// rule.
  private func checkParameter(_ read: Read, _ served: Served, _ script: AnalysedScript) {
    let names = Set((served.routes + served.leaves).flatMap(\.pattern.parameterNames))
    guard !names.contains(read.name) else { return }
    let hint = NearestNames.hint(for: read.name, among: names.sorted())
    let message =
      served.routes.count == 1
      ? "'\(served.routes[0].pattern.text)' has no parameter '\(read.name)'.\(hint)"
      : "None of the \(served.routes.count) routes that this function serves has the parameter"
        + " '\(read.name)'.\(hint)"
    application.report(.unknownParameter, message, at: read.node, in: script)
  }

  private func checkNote(_ read: Read, _ script: AnalysedScript) {
    guard !noteNames.contains(read.name) else { return }
    let problem = RouterError.unknownNote(read.name, among: noteNames)
    report(.unknownField, problem.message, problem, read, script)
  }

  private func report(
    _ rule: CheckRule,
    _ message: String,
    _ problem: RouterError,
    _ read: Read,
    _ script: AnalysedScript
  ) {
    let end = script.tree.range(of: read.node).upperBound
    let start = end - read.name.utf8.count
    let isPlain = script.tree.kind(of: read.node) == .field
    application.report(
      rule,
      message,
      at: read.node,
      in: script,
      fix: problem.nearest.first.flatMap {
        isPlain ? ScriptFinding.Fix(title: "Write '\($0)'", range: start..<end, text: $0) : nil
      }
    )
  }
}

extension AnalysedScript {
  /// The name that a field or an index reads, and the expression that it reads from.
  fileprivate func read(_ node: LuaNode) -> (name: String, base: LuaNode)? {
    guard let base = tree.firstChild(of: node).map(value) else { return nil }
    switch tree.kind(of: node) {
    case .field: return (tree.name(of: node), base)
    case .indexed: return string(of: tree.child(1, of: node)).map { ($0, base) }
    default: return nil
    }
  }

  /// The variable that is set once, to this function.
  fileprivate func variable(holding function: LuaNode) -> Int? {
    tree.scopes.variables.indices.first { constant($0) == function }
  }
}
