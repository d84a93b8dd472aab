import LuaSyntax
import ScriptHost
import TextTools

/// Rules about globals and the fields of the host's modules.
struct GlobalRules {
  let application: LoadedApplication

  /// The modules with a fixed list of fields.
  private static let closed: Set<String> = [
    "animator", "clock", "coroutine", "events", "json", "log", "math", "os", "reload", "resources",
    "router", "stage", "string", "table", "utf8",
  ]

  private let written: Set<String>

  init(application: LoadedApplication) {
    self.application = application
    written = application.scripts.reduce(into: []) { names, script in
      for use in script.tree.scopes.references where use.isWrite && use.variable == nil {
        names.insert(script.tree.name(of: use.node))
      }
      for node in script.all(.field) {
        guard let base = script.tree.firstChild(of: node), script.tree.kind(of: base) == .name,
          ["_G", "_ENV"].contains(script.tree.name(of: base)),
          let parent = script.tree.parent(of: node), script.tree.kind(of: parent) == .targets
        else { continue }
        names.insert(script.tree.name(of: node))
      }
    }
  }

  func run(_ script: AnalysedScript) {
    guard !script.isSpec, !setsGlobalsByName(script) else { return }
    let uses = script.tree.scopes.references.filter { $0.variable == nil }
    // A script that tests for a name, as in `if jit then`, expects that it may be missing.
    let answers = Set(
      script.roleUses.filter(\.role.decides).flatMap { script.returns(of: $0.function) }
    )
    let asked = Set(
      uses.map(\.node)
        .filter { isOnlyAsked($0, script.tree) && !isUsed($0, inAnswers: answers, script.tree) }
        .map(script.tree.name)
    )
    for use in uses where !asked.contains(script.tree.name(of: use.node)) {
      if use.isWrite { checkWrite(use.node, script) } else { checkRead(use.node, script) }
    }
    for field in script.all(.field) { checkField(field, script) }
  }

  /// Whether a script has its own environment or sets globals with computed names.
  private func setsGlobalsByName(_ script: AnalysedScript) -> Bool {
    script.tree.scopes.variables.contains { $0.name == "_ENV" }
      || script.tree.scopes.references.contains {
        $0.variable == nil && $0.isWrite && script.tree.name(of: $0.node) == "_ENV"
      }
      || script.all(.indexed)
        .contains { node in
          guard let base = script.tree.firstChild(of: node), let name = script.path(of: base) else {
            return false
          }
          return name == "_G" || name == "_ENV"
        }
      || script.all(.call)
        .contains { call in
          script.callee(of: call) == "setmetatable"
            && script.arguments(of: call).first.flatMap(script.path) == "_G"
        }
  }

  private func checkRead(_ node: LuaNode, _ script: AnalysedScript) {
    let name = script.tree.name(of: node)
    guard application.globals[name] == nil, !written.contains(name), name != "_ENV" else { return }
    guard name != ScriptHost.invariantWord else {
      guard !script.mayWriteInvariants else { return }
      let message =
        "'invariant' can only be called in \(ScriptHost.invariantsFile), while it loads."
      return application.report(.undefinedGlobal, message, at: node, in: script)
    }
    if let message = SandboxWords.message(for: name) {
      return application.report(.notInSandbox, message, at: node, in: script)
    }
    if let member = member(named: name, script) {
      return application.report(
        .undefinedGlobal,
        "There is no global '\(name)'. Did you mean '\(member)'?",
        at: node,
        in: script,
        fix: ScriptFinding.Fix(
          title: "Write '\(member)'",
          range: script.tree.range(of: node),
          text: member
        )
      )
    }
    let known =
      application.globals.names + written
      + (script.mayWriteInvariants ? [ScriptHost.invariantWord] : [])
      + script.tree
      .variables(at: script.tree.range(of: node).lowerBound).map(\.name)
    let hint = NearestNames.hint(for: name, among: known.sorted())
    application.report(
      .undefinedGlobal,
      "There is no global '\(name)'.\(hint)",
      at: node,
      in: script
    )
  }

  /// The module function with this name that was called without its module: `route { … }`.
  private func member(named name: String, _ script: AnalysedScript) -> String? {
    ["router", "events", "resources", "stage", "animator", "log"]
      .first { application.globals[$0]?.contains(name) == true }.map { "\($0).\(name)" }
  }

  private func isOnlyAsked(_ node: LuaNode, _ tree: LuaTree) -> Bool {
    guard let parent = tree.parent(of: node) else { return false }
    switch tree.kind(of: parent) {
    case .ifStatement: return true
    case .unary: return tree.token(of: parent).kind == .not
    case .binary:
      return [.and, .or, .equal, .unequal].contains(tree.token(of: parent).kind)
        && tree.firstChild(of: parent) == node
    case .call: return tree.child(0, of: parent).map { tree.name(of: $0) } == "type"
    default: return false
    }
  }

  /// Whether a decision returns `x and x.y`, which is a value of `x` rather than a question about it.
  private func isUsed(
    _ node: LuaNode,
    inAnswers answers: Set<LuaNode>,
    _ tree: LuaTree
  ) -> Bool {
    guard !answers.isEmpty, let parent = tree.parent(of: node), tree.kind(of: parent) == .binary,
      tree.token(of: parent).kind == .and, let right = tree.child(1, of: parent),
      tree.nodes(from: right)
        .contains(where: { inner in
          tree.kind(of: inner) == .field
            && tree.firstChild(of: inner)
              .map { tree.kind(of: $0) == .name && tree.name(of: $0) == tree.name(of: node) }
              == true
        })
    else { return false }
    var place: LuaNode? = parent
    while let inner = place, tree.kind(of: inner) != .function {
      if answers.contains(inner) { return true }
      place = tree.parent(of: inner)
    }
    return false
  }

  private func checkWrite(_ node: LuaNode, _ script: AnalysedScript) {
    let name = script.tree.name(of: node)
    guard name != "_ENV", !script.file.hasSuffix("headless.lua") else { return }
    let isWord = name == ScriptHost.invariantWord && script.mayWriteInvariants
    if isWord || application.globals.hostNames.contains(name) {
      application.report(
        .globalWrite,
        "'\(name)' belongs to the host. Choose another name.",
        at: node,
        in: script
      )
    } else {
      application.report(
        .globalWrite,
        "'\(name)' becomes a global, which every script shares. Write 'local \(name)'.",
        at: node,
        in: script
      )
    }
  }

  private func checkField(_ node: LuaNode, _ script: AnalysedScript) {
    guard let base = script.tree.firstChild(of: node), let module = script.path(of: base),
      let fields = application.globals[module], !written.contains(module)
    else { return }
    let name = script.tree.name(of: node)
    if !fields.contains(name), let message = SandboxWords.message(for: "\(module).\(name)") {
      return application.report(.notInSandbox, message, at: node, in: script)
    }
    guard Self.closed.contains(module), !fields.isEmpty, !fields.contains(name),
      !isOnlyAsked(node, script.tree),
      let parent = script.tree.parent(of: node), script.tree.kind(of: parent) != .targets
    else { return }
    let hint = NearestNames.hint(for: name, among: fields.sorted())
    application.report(
      .undefinedField,
      "There is no '\(module).\(name)'.\(hint)",
      at: node,
      in: script
    )
  }
}
