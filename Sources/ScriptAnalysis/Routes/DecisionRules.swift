import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

/// Rules about the results and calls of the functions of routes.
struct DecisionRules {
  let application: LoadedApplication

  private static let answers: Set<String> = [
    "router.to", "router.location", "router.rewrite", "router.own",
  ]

  func run(_ script: AnalysedScript) {
    findLostAnswers(script)
    for use in script.roleUses {
      if use.role.decides { checkAnswers(use, script) }
      if use.role == .view { checkView(use, script) }
      if use.role == .animator { checkAnimator(use, script) }
      if use.role == .guard || use.role == .redirect { checkStops(use, script) }
      if use.role == .guard { GuardTargets(application: application).check(use, script) }
      if use.role != .onExit, use.role != .onError { checkState(use, script) }
    }
    findDuplicateGuards(script)
    findInheritedGuards(script)
  }

  private func findLostAnswers(_ script: AnalysedScript) {
    for statement in script.all(.callStatement) {
      guard let call = script.tree.firstChild(of: statement), let name = script.callee(of: call),
        Self.answers.contains(name), !script.isTried(call)
      else { continue }
      let start = script.tree.range(of: statement).lowerBound
      application.report(
        .lostAnswer,
        "This location is not used. Write 'return \(name)…'.",
        at: call,
        in: script,
        fix: ScriptFinding.Fix(title: "Write 'return'", range: start..<start, text: "return ")
      )
    }
  }

  private func checkAnswers(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    let tree = script.tree
    for answer in script.returns(of: use.function) {
      guard let value = tree.firstChild(of: answer) else { continue }
      if ![.unmatched, .onError].contains(use.role), let text = tree.string(of: value),
        application.index.route(named: text) != nil,
        !text.hasPrefix("/"), !text.hasPrefix("."), !text.contains(":")
      {
        application.report(
          .bareName,
          "'\(text)' is the name of a route, not a location. Write router.to(\"\(text)\").",
          at: value,
          in: script,
          fix: ScriptFinding.Fix(
            title: "Write router.to",
            range: tree.range(of: value),
            text: "router.to(\"\(text)\")"
          )
        )
      }
      if use.role == .guard, mayBeNil(value, script) {
        application.report(
          .nilAnswer,
          "'\(tree.text(of: value))' is nil if '\(tree.text(of: leftmost(value, tree)))' is, and"
            + " nil fails the open. Write '… ~= nil', or return false.",
          at: value,
          in: script
        )
      }
    }
  }

  /// Whether a result is a plain `a and b` that begins with a field or a variable.
  private func mayBeNil(_ node: LuaNode, _ script: AnalysedScript) -> Bool {
    let tree = script.tree
    guard tree.kind(of: node) == .binary, tree.token(of: node).kind == .and else { return false }
    switch tree.kind(of: leftmost(node, tree)) {
    case .field, .indexed, .name: return true
    default: return false
    }
  }

  private func leftmost(_ node: LuaNode, _ tree: LuaTree) -> LuaNode {
    var node = node
    while tree.kind(of: node) == .binary, tree.token(of: node).kind == .and,
      let left = tree.firstChild(of: node)
    {
      node = left
    }
    return node
  }

  private func checkAnimator(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    let known = application.globals["animator"] ?? []
    for answer in script.returns(of: use.function) {
      guard let value = script.tree.firstChild(of: answer),
        let name = script.tree.string(of: value),
        !known.isEmpty, !known.contains(name)
      else { continue }
      let nearest = NearestNames.of(name, among: known.sorted()).first
      let hint = NearestNames.hintOrList(for: name, among: known.sorted())
      let message = "There is no animator '\(name)'.\(hint)"
      application.report(unknownName: message, nearest: nearest, at: value, in: script)
    }
  }

  private func checkView(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    guard Flow(script: script).fallsOff(use.function) else { return }
    application.report(
      .noView,
      "A path through this view ends without 'return', so it returns no screen and the open fails.",
      at: head(of: use.function, script.tree),
      in: script
    )
  }

  /// The bytes of a function from its start to the end of its parameters.
  private func head(of function: LuaNode, _ tree: LuaTree) -> Range<Int> {
    let range = tree.range(of: function)
    let end = tree.firstChild(of: function).map { tree.range(of: $0).upperBound }
    return range.lowerBound..<(end ?? range.upperBound)
  }

  private func checkStops(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    let returns = script.returns(of: use.function)
    guard !returns.isEmpty, !Flow(script: script).fallsOff(use.function),
      returns.allSatisfy({ answer in
        script.tree.firstChild(of: answer).map { script.tree.kind(of: $0) == .falseLiteral }
          ?? false
      })
    else { return }
    application.report(
      .alwaysStops,
      "Every path through this function returns false, so its routes can never be opened.",
      at: head(of: use.function, script.tree),
      in: script
    )
  }

  // MARK: The state

  private func checkState(_ use: AnalysedScript.RoleUse, _ script: AnalysedScript) {
    guard let state = script.parameter(0, of: use.function) else { return }
    let routes = use.isInline ? application.routes(servedBy: use, in: script) : []
    let tree = script.tree
    for reference in script.references(to: state) {
      guard let field = tree.parent(of: reference.node), tree.kind(of: field) == .field,
        tree.firstChild(of: field) == reference.node
      else { continue }
      checkWrite(field, script)
      guard let inner = tree.parent(of: field), tree.kind(of: inner) == .field,
        tree.firstChild(of: inner) == field
      else { continue }
      checkWrite(inner, script)
      let name = tree.name(of: inner)
      if tree.name(of: field) == "params" { checkParameter(name, inner, routes, script) }
      if tree.name(of: field) == "query",
        ["route_fallback_url", "route_no_animation"].contains(name)
      {
        application.report(
          .reservedQuery,
          "'\(name)' belongs to the router and is never in 'query'.",
          at: inner,
          in: script
        )
      }
    }
  }

  private func checkWrite(_ field: LuaNode, _ script: AnalysedScript) {
    guard let targets = script.tree.parent(of: field), script.tree.kind(of: targets) == .targets
    else { return }
    application.report(
      .stateWrite,
      "A state never changes. Use a local variable, or 'session'.",
      at: field,
      in: script
    )
  }

  private func checkParameter(
    _ name: String,
    _ node: LuaNode,
    _ routes: [RouteInfo],
    _ script: AnalysedScript
  ) {
    guard let route = routes.first else { return }
    // A child route runs the decisions of its parents as well.
    let names = routes.flatMap { application.routes(below: $0) + [$0] }
      .flatMap { $0.pattern.parameters.map(\.name) }
    guard !names.contains(name) else { return }
    let own = route.pattern.parameters.map(\.name)
    let known = own.isEmpty ? "It takes none." : "It takes \(own.joined(separator: ", "))."
    application.report(
      .unknownParameter,
      "'\(route.pattern.text)' has no parameter '\(name)'. \(known)",
      at: node,
      in: script
    )
  }

  // MARK: Guards

  private func findDuplicateGuards(_ script: AnalysedScript) {
    var seen: [String: LuaNode] = [:]
    for call in script.nodes(.call) where script.callee(of: call) == "router.guard" {
      let arguments = script.arguments(of: call)
      guard arguments.count > 1, let key = script.string(of: arguments[0]),
        let name = script.path(of: arguments[1]) ?? variable(arguments[1], script),
        script.function(around: call) == nil
      else { continue }
      guard let first = seen["\(key)\n\(name)"] else {
        seen["\(key)\n\(name)"] = call
        continue
      }
      application.report(
        .duplicateGuard,
        "This guard is registered twice for '\(key)'. Remove one of the two.",
        at: call,
        in: script,
        related: [
          ScriptFinding.Related(
            file: script.file,
            line: script.line(of: first),
            message: "The first one is here."
          )
        ]
      )
    }
  }

  /// Finds routes with a function among their redirects that a parent in the same table has as well.
  private func findInheritedGuards(_ script: AnalysedScript) {
    for table in script.routeTables {
      let own = redirects(of: table, script)
      guard !own.isEmpty, let parent = parent(of: table, script) else { continue }
      var above: LuaNode? = parent
      while let table = above {
        for (name, node) in own {
          guard let first = redirects(of: table, script).first(where: { $0.name == name }) else {
            continue
          }
          application.report(
            .duplicateGuard,
            "The parent already has this function, which runs before each of its children. Remove"
              + " it here.",
            at: node,
            in: script,
            related: [
              ScriptFinding.Related(
                file: script.file,
                line: script.line(of: first.node),
                message: "The parent has it here."
              )
            ]
          )
        }
        above = self.parent(of: table, script)
      }
    }
  }

  /// The named functions among the redirects of a route.
  private func redirects(
    of table: LuaNode,
    _ script: AnalysedScript
  ) -> [(name: String, node: LuaNode)] {
    guard let value = script.field("redirect", of: table) else { return [] }
    let nodes =
      script.tree.kind(of: value) == .table
      ? script.tree.children(of: value).compactMap { script.tree.firstChild(of: $0) } : [value]
    return nodes.compactMap { node in
      guard script.tree.kind(of: script.value(of: node)) != .string,
        let name = script.path(of: node) ?? functionName(of: node, script)
      else { return nil }
      return (name, node)
    }
  }

  /// The path of a function in a module or a variable, such as `auth.required`.
  private func functionName(of node: LuaNode, _ script: AnalysedScript) -> String? {
    switch script.tree.kind(of: node) {
    case .name: return variable(node, script)
    case .field:
      guard let base = script.tree.firstChild(of: node) else { return nil }
      return functionName(of: base, script).map { "\($0).\(script.tree.name(of: node))" }
    default: return nil
    }
  }

  /// The table of the parent route, if a table is an item of its `routes`.
  private func parent(of table: LuaNode, _ script: AnalysedScript) -> LuaNode? {
    let tree = script.tree
    guard let item = tree.parent(of: table), tree.kind(of: item) == .item,
      let list = tree.parent(of: item), tree.kind(of: list) == .table,
      let field = tree.parent(of: list), tree.kind(of: field) == .namedItem,
      tree.name(of: field) == "routes"
    else { return nil }
    return tree.parent(of: field)
  }

  private func variable(_ node: LuaNode, _ script: AnalysedScript) -> String? {
    guard script.tree.kind(of: node) == .name else { return nil }
    return script.tree.variable(of: node).map { "local \($0)" }
  }
}
