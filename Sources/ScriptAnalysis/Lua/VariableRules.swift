import LuaSyntax
import ScriptHost

/// Rules about local variables and labels.
struct VariableRules {
  let application: LoadedApplication

  func run(_ script: AnalysedScript) {
    let scopes = script.tree.scopes
    var reads = Array(repeating: 0, count: scopes.variables.count)
    var writes = reads
    for use in scopes.references {
      guard let variable = use.variable else { continue }
      if use.isWrite { writes[variable] += 1 } else { reads[variable] += 1 }
    }
    for (number, variable) in scopes.variables.enumerated() {
      guard variable.kind != .implicitSelf, !variable.name.hasPrefix("_") else { continue }
      if isLostModule(number, script) {
        application.report(
          .unusedLocal,
          "This module returns nothing, so 'require' returns true. Add 'return"
            + " \(variable.name)' at the end of the file.",
          at: place(variable, script.tree),
          in: script
        )
      } else if isOnlyFilled(number, script) {
        application.report(
          .unusedLocal,
          "'\(variable.name)' is filled but never read. Remove it, or rename it to"
            + " '_\(variable.name)'.",
          at: place(variable, script.tree),
          in: script
        )
      } else if reads[number] == 0, variable.attribute != "close" {
        reportUnused(variable, isSet: writes[number] > 0, script)
      } else if variable.kind == .local, writes[number] == 0, variable.attribute.isEmpty,
        !hasValue(variable, script.tree)
      {
        application.report(
          .unsetLocal,
          "'\(variable.name)' is read but never set, so it is always nil.",
          at: place(variable, script.tree),
          in: script
        )
      }
      reportShadowed(variable, scopes, script)
    }
    findUnusedLabels(script)
    for node in ValueFlow.unread(in: script) {
      application.report(
        .unusedValue,
        "This value of '\(script.tree.name(of: node))' is never read.",
        at: node,
        in: script
      )
    }
  }

  /// Whether a variable is a module's table that the file does not return, so only the module
  /// itself can call its functions.
  private func isLostModule(_ number: Int, _ script: AnalysedScript) -> Bool {
    let tree = script.tree
    guard !script.isSpec, !ScriptSource.startFiles.contains(script.file),
      script.file != application.entry,
      let block = tree.firstChild(of: tree.root),
      let statement = tree.parent(of: tree.scopes.variables[number].declaration),
      tree.parent(of: statement) == block
    else { return false }
    // The search for returned values is the slowest test.
    return isOnlyFilled(number, script) { use in
      script.functions(around: use).contains { isField(of: number, $0, script) }
    } && !tree.answers
  }

  private func isField(of number: Int, _ function: LuaNode, _ script: AnalysedScript) -> Bool {
    let tree = script.tree
    guard let statement = tree.parent(of: function) else { return false }
    let target: LuaNode?
    switch tree.kind(of: statement) {
    case .functionStatement: target = tree.firstChild(of: statement)
    case .expressions:
      guard let assignment = tree.parent(of: statement), tree.kind(of: assignment) == .assignment,
        let place = Array(tree.children(of: statement)).firstIndex(of: function)
      else { return false }
      target = tree.firstChild(of: assignment).flatMap { tree.child(place, of: $0) }
    default: return false
    }
    return target.flatMap { tree.firstChild(of: $0) }
      .map { tree.kind(of: $0) == .name && tree.variable(of: $0) == number } ?? false
  }

  /// Whether a variable is a new table and other code only sets its fields.
  private func isOnlyFilled(
    _ number: Int,
    _ script: AnalysedScript,
    isOwnUse: (LuaNode) -> Bool = { _ in false }
  ) -> Bool {
    let tree = script.tree
    let uses = script.references(to: number)
    guard !uses.isEmpty, let value = script.constant(number), tree.kind(of: value) == .table else {
      return false
    }
    return uses.allSatisfy { use in
      if isOwnUse(use.node) { return true }
      guard let field = tree.parent(of: use.node), tree.firstChild(of: field) == use.node,
        [.field, .indexed, .methodName].contains(tree.kind(of: field)),
        let around = tree.parent(of: field)
      else { return false }
      return tree.kind(of: around) == .targets
        || tree.kind(of: around) == .functionStatement && tree.firstChild(of: around) == field
    }
  }

  private func place(_ variable: LuaVariable, _ tree: LuaTree) -> Range<Int> {
    let token = tree.token(of: variable.declaration)
    return token.start..<token.end
  }

  private func reportUnused(_ variable: LuaVariable, isSet: Bool, _ script: AnalysedScript) {
    let name = variable.name
    let place = place(variable, script.tree)
    switch variable.kind {
    case .local, .function:
      let words = isSet ? "is set but never read" : "is never used"
      application.report(
        .unusedLocal,
        "'\(name)' \(words). Remove it, or rename it to '_\(name)'.",
        at: place,
        in: script
      )
    case .parameter:
      application.report(
        .unusedArgument,
        "'\(name)' is never used. Rename it to '_\(name)'.",
        at: place,
        in: script
      )
    case .loop:
      application.report(
        .unusedLoopVariable,
        "'\(name)' is never used. Rename it to '_'.",
        at: place,
        in: script
      )
    case .implicitSelf: break
    }
  }

  /// Whether a `local` statement gives a variable a value, even `nil` or one of several call
  /// results.
  private func hasValue(_ variable: LuaVariable, _ tree: LuaTree) -> Bool {
    guard let statement = tree.parent(of: variable.declaration), tree.kind(of: statement) == .local
    else { return true }
    return tree.children(of: statement).contains { tree.kind(of: $0) == .expressions }
  }

  private func reportShadowed(
    _ variable: LuaVariable,
    _ scopes: LuaScopes,
    _ script: AnalysedScript
  ) {
    guard let number = variable.shadowed else { return }
    let outer = scopes.variables[number]
    let line = script.lines.line(of: place(outer, script.tree).lowerBound)
    application.report(
      .shadowed,
      "'\(variable.name)' shadows the variable in line \(line). Choose another name.",
      at: place(variable, script.tree),
      in: script
    )
  }

  private func findUnusedLabels(_ script: AnalysedScript) {
    let targets = Set(script.all(.gotoStatement).map { script.tree.name(of: $0) })
    for label in script.all(.label) where !targets.contains(script.tree.name(of: label)) {
      let name = script.tree.name(of: label)
      application.report(
        .unusedLabel,
        "Nothing jumps to '\(name)'. Remove the label.",
        at: label,
        in: script
      )
    }
  }
}
