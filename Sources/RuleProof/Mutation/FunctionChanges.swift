import LuaSyntax
import ScriptAnalysis

struct FunctionChanges {
  /// The meaning of a function's return values.
  enum Answers {
    /// `true` allows the open.
    case ofGuard
    /// `nil` allows the open.
    case ofProxy
    /// A value other than a location or screen has no effect.
    case ofFallback
    case ofAnimator
    /// A value that is not changed.
    case ofValue
  }

  let rule: RuleChange.Rule
  let answers: Answers
  let function: LuaNode

  func note(in writer: inout ChangeWriter) {
    for answer in writer.script.tree.returns(of: function) { note(answer, in: &writer) }
    for condition in Conditions(of: function, in: writer.script.tree).all {
      let text = Conditions.opposite(of: condition, in: writer.script.tree)
      writer.replace(text.range, with: text.bytes, .negate, of: rule, in: function, at: condition)
    }
    LiteralSwaps(of: function, in: writer.script).note(rule, in: &writer)
  }

  private func note(_ answer: LuaNode, in writer: inout ChangeWriter) {
    let tree = writer.script.tree
    let value = tree.firstChild(of: answer)
    let kind = value.map(tree.kind)
    func replace(_ text: String, _ change: RuleChange.Kind) {
      writer.replace(answer, with: text, change, of: rule, in: function)
    }
    // A reason after the value remains.
    func stop() {
      if let value { writer.replace(value, with: "false", .stop, of: rule, in: function) }
    }
    switch answers {
    case .ofValue: return
    case .ofAnimator:
      if kind != nil, kind != .nilLiteral { replace("return nil", .noAnimator) }
    case .ofFallback:
      if kind != nil, kind != .nilLiteral { replace("return nil", .forget) }
    case .ofProxy:
      switch kind {
      case nil, .nilLiteral: replace("return false", .stop)
      case .falseLiteral: replace("return nil", .letThrough)
      default: replace("return nil", .forget)
      }
    case .ofGuard:
      let leads: RuleChange.Kind = rule == .redirect ? .forget : .letThrough
      switch kind {
      case .trueLiteral: stop()
      case .falseLiteral: replace("return true", .letThrough)
      case nil, .nilLiteral: replace("return false", .stop)
      default:
        replace("return true", leads)
        if let value, !isPlace(value, in: writer.script) { stop() }
      }
    }
  }

  /// Whether a return value must be a location.
  private func isPlace(_ node: LuaNode, in script: AnalysedScript) -> Bool {
    switch script.tree.kind(of: node) {
    case .string: return true
    case .call: return script.callee(of: node)?.hasPrefix("router.") ?? false
    default: return false
    }
  }

  /// Whether a return value can be changed to allow the open.
  static func canLetThrough(_ function: LuaNode, in script: AnalysedScript) -> Bool {
    script.tree.returns(of: function)
      .contains { answer in
        guard let value = script.tree.firstChild(of: answer) else { return false }
        return script.tree.kind(of: value) != .trueLiteral
      }
  }

  /// Whether a function stops opens only by raising errors.
  static func onlyRaises(_ function: LuaNode, in script: AnalysedScript) -> Bool {
    guard !canLetThrough(function, in: script) else { return false }
    return script.tree.nodes(from: function)
      .contains { node in
        script.tree.kind(of: node) == .call
          && ["error", "assert"].contains(script.callee(of: node) ?? "")
      }
  }
}
