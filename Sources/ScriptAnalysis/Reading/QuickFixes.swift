import LuaSyntax
import Moonroute
import RoutePatterns
import ScriptHost
import TextTools

/// A change that a user can choose for a finding.
package struct QuickFix: Hashable, Sendable {
  package let title: String
  /// The bytes to replace.
  package let range: Range<Int>
  package let text: String
  /// Whether the change resolves the finding and is always correct.
  package let isPreferred: Bool
}

extension AnalysedScript {
  /// The rules that no comment can suppress.
  private static let serious: Set<String> = [
    "syntax_error", "script_error", "timeout", "memory_limit", "missing_file",
  ]

  /// The changes that a user can choose for a finding.
  package func quickFixes(for finding: ScriptFinding, of model: ApplicationModel) -> [QuickFix] {
    var fixes: [QuickFix] = []
    if let fix = finding.fix, fix.range.upperBound <= tree.text.count {
      fixes.append(QuickFix(title: fix.title, range: fix.range, text: fix.text, isPreferred: true))
    }
    let rule = finding.problem.code.rawValue
    if rule == CheckRule.missingParameter.id, let fix = parameterFix(finding, model) {
      fixes.append(fix)
    }
    if let site = finding.problem.site, !Self.serious.contains(rule) {
      let start = lines.start(ofLine: site.line)
      let space = tree.text[start...].prefix { $0 == 0x20 || $0 == 0x09 }
      let indentation = String(decoding: space, as: UTF8.self)
      fixes.append(
        QuickFix(
          title: "Allow \(rule) here",
          range: start..<start,
          text: "\(indentation)-- moonroute: allow \(rule)\n",
          isPreferred: false
        )
      )
    }
    return fixes
  }

  /// Adds the missing parameters of a call, with sample values.
  private func parameterFix(_ finding: ScriptFinding, _ model: ApplicationModel) -> QuickFix? {
    guard let site = finding.problem.site, let column = finding.problem.column else { return nil }
    let offset = lines.start(ofLine: site.line) + column - 1
    let call = all(.call)
      .first { tree.range(of: $0).lowerBound == offset && callee(of: $0) == "router.to" }
    guard let call, let name = string(of: arguments(of: call).first),
      let route = model.index.route(named: name)
    else { return nil }
    let arguments = arguments(of: call)
    let table = arguments.count > 1 && tree.kind(of: arguments[1]) == .table ? arguments[1] : nil
    let written = Set(table.map { fields(of: $0).map(\.name) } ?? [])
    let items = route.pattern.requiredParameters.filter { !written.contains($0.name) }
      .map { "\($0.name.asLuaKey) = \($0.type.luaSample)" }
    guard !items.isEmpty else { return nil }
    let words = items.joined(separator: ", ")
    let title = "Add \(words)"
    if let table {
      let place = tree.range(of: table).lowerBound + 1
      let more = tree.firstChild(of: table) == nil ? " " : ","
      return QuickFix(
        title: title,
        range: place..<place,
        text: " \(words)\(more)",
        isPreferred: false
      )
    }
    guard arguments.count == 1,
      tree.text[tree.range(of: call).upperBound - 1] == UInt8(ascii: ")")
    else { return nil }
    let place = tree.range(of: arguments[0]).upperBound
    return QuickFix(
      title: title,
      range: place..<place,
      text: ", { \(words) }",
      isPreferred: false
    )
  }
}
