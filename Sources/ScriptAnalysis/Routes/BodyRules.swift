import LuaSyntax
import Moonroute
import ScriptHost
import TextTools

/// Rules about the literal parts of screen bodies, and about calls that navigate while a view is
/// being built.
struct BodyRules {
  let application: LoadedApplication

  private static let opening: Set<String> = [
    "router.open", "router.push", "router.present", "router.replace", "router.go", "router.ask",
    "router.fetch", "router.build", "router.recheck",
  ]

  /// The maximum depth of nested lists.
  private static let depth = 16

  func run(_ script: AnalysedScript) {
    for call in script.all(.call) where script.callee(of: call) == "screen" {
      guard let first = script.arguments(of: call).first.map(script.value),
        script.tree.kind(of: first) == .table, !script.isTried(call),
        let body = script.field(ScreenBody.property, of: first)
      else { continue }
      checkBody(body, script)
    }
    findTaps(script)
    findMoves(script)
  }

  // MARK: Bodies

  private func checkBody(_ node: LuaNode, _ script: AnalysedScript) {
    for body in script.alternatives(node) {
      if script.tree.kind(of: body) == .table {
        checkList(body, script, depth: 0)
      } else if let kind = script.literalKind(of: body), !["nil", "false"].contains(kind) {
        application.report(.wrongType, BodyWords.notList(kind), at: body, in: script)
      }
    }
  }

  private func checkList(_ list: LuaNode, _ script: AnalysedScript, depth: Int) {
    guard depth < Self.depth else { return }
    let items = script.items(of: list)
    if let first = items.first, let kind = script.string(of: first) {
      return application.report(.wrongType, BodyWords.onePiece(kind), at: list, in: script)
    }
    for item in items + script.inserted(into: list) {
      for piece in script.alternatives(item) { checkItem(piece, script, depth: depth + 1) }
    }
  }

  /// Checks a piece, or a list of pieces in its place.
  private func checkItem(_ node: LuaNode, _ script: AnalysedScript, depth: Int) {
    guard script.tree.kind(of: node) == .table else {
      guard let kind = script.literalKind(of: node), !["nil", "false"].contains(kind) else {
        return
      }
      return application.report(.wrongType, BodyWords.notPiece(kind), at: node, in: script)
    }
    guard let first = script.items(of: node).first else { return }
    guard let name = script.string(of: first) else {
      if script.tree.kind(of: script.value(of: first)) == .table {
        checkList(node, script, depth: depth)
      }
      return
    }
    if let message = BodyWords.problem(withKind: name) {
      let nearest = NearestNames.of(name, among: BodyKind.all.map(\.name)).first
      application.report(
        .unknownName,
        message,
        at: first,
        in: script,
        fix: nearest.flatMap { script.renaming(first, to: $0) }
      )
    }
    if let kind = BodyKind.named(name) { check(node, kind, script, depth: depth) }
  }

  private func check(_ piece: LuaNode, _ kind: BodyKind, _ script: AnalysedScript, depth: Int) {
    for (name, item, value) in script.fields(of: piece) {
      guard let fields = BodyWords.fields[kind.name], fields.problem(withField: name) == nil else {
        checkName(name, item, kind, script)
        continue
      }
      checkValue(value, of: name, kind, script)
    }
    guard kind.name == BodyKind.list.name else { return }
    for item in script.items(of: piece).dropFirst() {
      for rows in script.alternatives(item) { checkRows(rows, script, depth: depth + 1) }
    }
  }

  /// Checks the rows of a list: texts and pieces.
  private func checkRows(_ rows: LuaNode, _ script: AnalysedScript, depth: Int) {
    guard script.tree.kind(of: rows) == .table else {
      return checkItem(rows, script, depth: depth)
    }
    let items = script.items(of: rows)
    if let first = items.first, let text = script.string(of: first),
      BodyKind.named(text) != nil || !script.fields(of: rows).isEmpty
    {
      return application.report(.wrongType, BodyWords.onePiece(text), at: rows, in: script)
    }
    for item in items + script.inserted(into: rows) {
      for piece in script.alternatives(item) where script.tree.kind(of: piece) == .table {
        checkItem(piece, script, depth: depth + 1)
      }
    }
  }

  private func checkName(
    _ name: String,
    _ item: LuaNode,
    _ kind: BodyKind,
    _ script: AnalysedScript
  ) {
    guard let message = BodyWords.fields[kind.name]?.problem(withField: name) else { return }
    let token = script.tree.token(of: item)
    let range = token.start..<token.end
    application.report(
      .unknownField,
      message,
      at: range,
      in: script,
      fix: NearestNames.of(name, among: kind.fields).first
        .map { ScriptFinding.Fix(title: "Write '\($0)'", range: range, text: $0) }
    )
  }

  private func checkValue(
    _ node: LuaNode,
    of name: String,
    _ kind: BodyKind,
    _ script: AnalysedScript
  ) {
    for value in script.alternatives(node) {
      let allowed =
        switch name {
        case "on_tap": ["a function", "nil"]
        case "to", "name": ["text", "nil"]
        default: [String]()
        }
      guard !allowed.isEmpty, let found = script.literalKind(of: value), !allowed.contains(found)
      else { continue }
      let message = BodyWords.wrongValue(of: name, kind, found)
      application.report(.wrongType, message, at: value, in: script)
    }
  }

  // MARK: Moves

  /// Reports calls in place of a button's function.
  private func findTaps(_ script: AnalysedScript) {
    for table in script.all(.table) {
      guard let first = script.items(of: table).first, script.string(of: first) == "button",
        let tap = script.field("on_tap", of: table)
      else { continue }
      for value in script.alternatives(tap) where script.tree.kind(of: value) == .call {
        guard let callee = script.callee(of: value),
          Self.opening.contains(callee) || BodyWords.moving.contains(callee)
        else { continue }
        application.report(.moveInView, BodyWords.called(callee), at: value, in: script)
      }
    }
  }

  /// Reports calls in the body of a view itself, outside nested functions.
  private func findMoves(_ script: AnalysedScript) {
    let views = Set(script.roleUses.filter { $0.role == .view }.map(\.function))
    guard !views.isEmpty else { return }
    for call in script.all(.call) {
      guard let callee = script.callee(of: call), BodyWords.moving.contains(callee),
        let function = script.function(around: call), views.contains(function),
        !script.isTap(call), !script.isTried(call)
      else { continue }
      application.report(.moveInView, BodyWords.moves(callee), at: call, in: script)
    }
  }
}

extension AnalysedScript {
  /// The possible values of an expression: both sides of `and` and `or`, and the values of locals.
  func alternatives(_ node: LuaNode, depth: Int = 0) -> [LuaNode] {
    let node = value(of: node)
    guard depth < 8, tree.kind(of: node) == .binary,
      [.and, .or].contains(tree.token(of: node).kind), let left = tree.firstChild(of: node),
      let right = tree.child(1, of: node)
    else { return [node] }
    // `and` returns its left side only if that is nil or false.
    let first = tree.token(of: node).kind == .or ? alternatives(left, depth: depth + 1) : []
    return first + alternatives(right, depth: depth + 1)
  }

  /// The kind of a literal with its article, or `nil` for another expression.
  fileprivate func literalKind(of node: LuaNode) -> String? {
    switch tree.kind(of: node) {
    case .string: "text"
    case .number: "a number"
    case .trueLiteral: "true"
    case .falseLiteral: "false"
    case .nilLiteral: "nil"
    case .table: "a table"
    case .function: "a function"
    default: nil
    }
  }

  /// The values appended to a list in a local variable.
  fileprivate func inserted(into list: LuaNode) -> [LuaNode] {
    guard let variable = tree.scopes.variables.indices.first(where: { constant($0) == list }) else {
      return []
    }
    return references(to: variable).compactMap { appended(at: $0.node) }
  }

  /// The value appended at a reference to a list: `list[#list + 1] = value`, `table.insert`.
  private func appended(at name: LuaNode) -> LuaNode? {
    guard let parent = tree.parent(of: name) else { return nil }
    if tree.kind(of: parent) == .call, callee(of: parent) == "table.insert",
      arguments(of: parent).first == name
    {
      return arguments(of: parent).last
    }
    guard tree.kind(of: parent) == .indexed, tree.firstChild(of: parent) == name,
      let targets = tree.parent(of: parent), tree.kind(of: targets) == .targets,
      let statement = tree.parent(of: targets),
      Array(tree.children(of: targets)).count == 1,
      let values = tree.child(1, of: statement)
    else { return nil }
    return tree.firstChild(of: values)
  }

  /// Whether a call is the value of the field `on_tap`.
  fileprivate func isTap(_ call: LuaNode) -> Bool {
    guard let item = tree.parent(of: call), tree.kind(of: item) == .namedItem else { return false }
    return tree.name(of: item) == "on_tap"
  }
}
