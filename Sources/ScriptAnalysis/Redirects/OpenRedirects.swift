import LuaSyntax
import Moonroute
import ScriptHost

/// Finds decisions and opens with a target taken from the text of a link.
///
/// The value that a decision returns, and the argument of `router.open` and similar functions, must
/// not begin with text of the link (`state.query.back`, `params`, `extra`, `all`) that has not
/// passed `router.own`. The rule follows variables and the `redirect = name` of other files. It
/// does not follow calls, so it misses a helper that returns its argument. It reports no false
/// positives.
struct OpenRedirects {
  /// The name of the rule.
  static let code = RouterError.Code(rawValue: "open_redirect")

  /// Returns the warnings, sorted by file and line, for scripts that have all been compiled.
  static func problems(in scripts: [AnalysedScript]) -> [ScriptProblem] {
    let names = scripts.reduce(into: Set<String>()) { $0.formUnion($1.decisionNames) }
    return scripts.flatMap { script in
      LinkTexts(in: script, decisions: names).findings
        .map { finding in
          ScriptProblem(
            code,
            "'\(finding.words)' is text of the link, so the link decides where this goes."
              + " Pass it through router.own.",
            at: SourceSite(file: script.file, line: script.line(at: finding.offset)),
            column: script.lines.column(of: finding.offset),
            severity: .warning
          )
        }
    }
  }
}

extension AnalysedScript {
  /// The last words of the names that are registered as decisions: `required` in `redirect =
  /// auth.required` and in `router.guard("/a", auth.required)`.
  fileprivate var decisionNames: Set<String> {
    Set((all(.name) + all(.field)).filter(isDecision).map(tree.name(of:)))
  }

  /// Whether a value is registered as a decision: it is the value of `redirect`, an item of that
  /// value, or an argument of a call such as `router.guard`.
  func isDecision(_ node: LuaNode) -> Bool {
    guard let parent = tree.parent(of: node) else { return false }
    switch tree.kind(of: parent) {
    case .call:
      guard let callee = tree.firstChild(of: parent), callee != node else { return false }
      return tree.kind(of: callee) == .field
        && ["guard", "on_error", "proxy", "unmatched"].contains(tree.name(of: callee))
    case .item: return tree.parent(of: parent).map { nameSet(to: $0) == "redirect" } == true
    case .namedItem, .expressions: return nameSet(to: node) == "redirect"
    default: return false
    }
  }

  /// The last word of the name that is set to a value: `b` in `a.b = value`, `{ b = value }`,
  /// `local b = value` and, for a function, `function a:b()`.
  func nameSet(to value: LuaNode) -> String? {
    guard let parent = tree.parent(of: value) else { return nil }
    switch tree.kind(of: parent) {
    case .namedItem: return tree.name(of: parent)
    case .localFunction, .functionStatement:
      guard let target = tree.firstChild(of: parent), target != value else { return nil }
      return tree.name(of: target)
    case .expressions:
      guard let statement = tree.parent(of: parent) else { return nil }
      let targets = tree.targets(of: statement)
      return zip(targets, tree.children(of: parent)).first { $1 == value }
        .flatMap { tree.kind(of: $0.0) == .indexed ? nil : tree.name(of: $0.0) }
    default: return nil
    }
  }
}

extension LuaTree {
  /// The targets of `local a, b = x, y` or `a, b = x, y`, in order.
  func targets(of statement: LuaNode) -> [LuaNode] {
    switch kind(of: statement) {
    case .local: children(of: statement).filter { kind(of: $0) == .declaration }
    case .assignment: firstChild(of: statement).map { Array(children(of: $0)) } ?? []
    default: []
    }
  }
}
