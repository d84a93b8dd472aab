import LuaSyntax

/// Traces the texts of a link through a script, in the order of the text.
struct LinkTexts {
  struct Finding {
    let offset: Int
    /// The name with its fields, such as `state.query.back`.
    let words: String
  }

  private enum Meaning {
    /// The parameter of a function, such as the state.
    case parameter
    /// A table with texts of the link, such as `state.query`.
    case table
    /// A text of the link, at its first use.
    case text(LuaNode)
  }

  /// A variable with the fields after it.
  private struct Path: Hashable {
    /// The number of a local variable, or `nil` for a global.
    let variable: Int?
    let words: String
  }

  private static let tables: Set<String> = ["all", "extra", "params", "query", "query_all"]

  /// The string methods that preserve the link's text at the start.
  private static let textMethods: Set<String> = [
    "gsub", "lower", "rep", "reverse", "sub", "upper", "with",
  ]

  private static let opening: Set<String> = [
    "ask", "build", "fetch", "go", "open", "present", "push", "replace", "reset",
  ]

  /// Expressions with deeper nesting count as harmless.
  private static let depthLimit = 200

  private(set) var findings: [Finding] = []

  private let script: AnalysedScript
  private let tree: LuaTree
  private let decisions: Set<String>
  private var noted: Set<Int> = []
  private var meanings: [Path: Meaning] = [:]
  /// The ranges where a text is safe: from the call of `router.own` to the end of its block.
  private var passed: [Path: [Range<Int>]] = [:]

  /// `decisions` has the names of functions that some script registers as decisions.
  init(in script: AnalysedScript, decisions: Set<String>) {
    self.script = script
    tree = script.tree
    self.decisions = decisions
    for call in script.all(.call) where routerFunction(call) == "own" { notePassed(call) }
    for node in tree.nodes(from: tree.root) { read(node) }
  }

  // MARK: Statements

  private mutating func read(_ node: LuaNode) {
    switch tree.kind(of: node) {
    case .parameters:
      for parameter in tree.children(of: node) {
        if let path = path(of: parameter) { meanings[path] = .parameter }
      }
    case .local, .assignment:
      let values = tree.lastChild(of: node)
        .map { last in
          tree.kind(of: last) == .expressions ? tree.children(of: last).map { value(of: $0) } : []
        }
      for (place, target) in tree.targets(of: node).enumerated() {
        guard tree.kind(of: target) != .field, let path = path(of: target) else { continue }
        meanings[path] = values.flatMap { place < $0.count ? $0[place] : nil }
      }
    case .returnStatement:
      guard let function = script.function(around: node), isDecision(function) else { return }
      note(answer(of: node))
    case .call: readCall(node)
    default: break
    }
  }

  /// The first value that a statement returns.
  private func answer(of statement: LuaNode) -> LuaNode? {
    guard let first = tree.firstChild(of: statement) else { return nil }
    return tree.kind(of: first) == .expressions ? tree.firstChild(of: first) : first
  }

  private func isDecision(_ function: LuaNode) -> Bool {
    script.isDecision(function) || script.nameSet(to: function).map(decisions.contains) == true
  }

  private mutating func readCall(_ call: LuaNode) {
    guard let function = routerFunction(call), let argument = tree.child(1, of: call) else {
      return
    }
    if Self.opening.contains(function) { note(argument) }
    if function == "rewrite", tree.kind(of: argument) == .table {
      note(script.field("location", of: argument))
    }
  }

  private mutating func note(_ node: LuaNode?) {
    guard let node, case .text(let text) = value(of: node) else { return }
    let finding = finding(text)
    if noted.insert(finding.offset).inserted { findings.append(finding) }
  }

  private func finding(_ text: LuaNode) -> Finding {
    var node = text
    while tree.kind(of: node) != .name, let base = tree.firstChild(of: node) { node = base }
    let offset = tree.range(of: node).lowerBound
    while let parent = tree.parent(of: node), tree.kind(of: parent) == .field { node = parent }
    return Finding(offset: offset, words: path(of: node)?.words ?? tree.text(of: text))
  }

  /// The name of the called router function, such as `open`.
  private func routerFunction(_ call: LuaNode) -> String? {
    guard let callee = tree.firstChild(of: call), tree.kind(of: callee) == .field,
      let base = tree.firstChild(of: callee), tree.kind(of: base) == .name,
      tree.name(of: base) == "router"
    else { return nil }
    return tree.name(of: callee)
  }

  private mutating func notePassed(_ call: LuaNode) {
    guard let argument = tree.child(1, of: call), let path = path(of: argument) else { return }
    var block = call
    while let parent = tree.parent(of: block) {
      block = parent
      if tree.kind(of: block) == .block { break }
    }
    let start = tree.range(of: call).lowerBound
    passed[path, default: []].append(start..<max(start, tree.range(of: block).upperBound))
  }

  // MARK: Values

  /// The name with its fields, as in `state.query.back`.
  private func path(of node: LuaNode) -> Path? {
    var fields: [String] = []
    var node = node
    while tree.kind(of: node) == .field, let base = tree.firstChild(of: node) {
      fields.append(tree.name(of: node))
      node = base
    }
    guard [.name, .declaration].contains(tree.kind(of: node)) else { return nil }
    let words = ([tree.name(of: node)] + fields.reversed()).joined(separator: ".")
    return Path(variable: tree.variable(of: node), words: words)
  }

  private func hasPassed(_ path: Path, at node: LuaNode) -> Bool {
    let offset = tree.range(of: node).lowerBound
    return passed[path]?.contains { $0.contains(offset) } == true
  }

  /// The meaning of an expression, or `nil` if it is not part of the link.
  private func value(of node: LuaNode, depth: Int = 0) -> Meaning? {
    guard depth < Self.depthLimit else { return nil }
    func first(_ node: LuaNode) -> Meaning? {
      tree.firstChild(of: node).flatMap { value(of: $0, depth: depth + 1) }
    }
    switch tree.kind(of: node) {
    case .parenthesized: return first(node)
    case .name, .field:
      let path = path(of: node)
      if let path, hasPassed(path, at: node) { return nil }
      return tree.kind(of: node) == .field
        ? field(node, of: first(node)) : path.flatMap { meanings[$0] }
    case .indexed:
      guard case .table = first(node) else { return nil }
      return .text(node)
    case .methodCall: return Self.textMethods.contains(tree.name(of: node)) ? first(node) : nil
    case .binary:
      let second = tree.child(1, of: node)
      switch tree.token(of: node).kind {
      // The left operand determines how the text begins.
      case .concat: return first(node)
      case .or: return first(node) ?? second.flatMap { value(of: $0, depth: depth + 1) }
      case .and: return second.flatMap { value(of: $0, depth: depth + 1) }
      default: return nil
      }
    case .call:
      // `router.location(text)` keeps the meaning of the text. `router.own(text)` and
      // `router.to(…)` are safe.
      guard let callee = tree.firstChild(of: node).flatMap(path),
        ["router.location", "tostring"].contains(callee.words)
      else { return nil }
      return tree.child(1, of: node).flatMap { value(of: $0, depth: depth + 1) }
    default: return nil
    }
  }

  private func field(_ node: LuaNode, of meaning: Meaning?) -> Meaning? {
    switch meaning {
    case .parameter where Self.tables.contains(tree.name(of: node)): .table
    // `state.location.query`, `target.redirected_from.query`.
    case .parameter where ["location", "redirected_from"].contains(tree.name(of: node)): .parameter
    case .table: .text(node)
    default: nil
    }
  }
}
