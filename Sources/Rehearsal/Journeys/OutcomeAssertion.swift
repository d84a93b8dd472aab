package import Moonroute
import ScriptReports
import TextTools

/// The assertion of a spec about the outcome of an open.
package enum OutcomeAssertion {
  /// A spec line that accepts this outcome and rejects any outcome that looks different to a
  /// visitor.
  ///
  /// ```swift
  /// OutcomeAssertion.line(#"router.open("/cart")"#, outcome)
  /// // assert.opened(router.open("/cart"), "cart")
  /// ```
  ///
  /// With a persona, a line before it logs the persona in.
  package static func lines(
    _ call: String,
    _ outcome: Outcome,
    as persona: String?
  ) -> String {
    (persona.map { "app.persona \($0.quotedAsLua)\n" } ?? "") + line(call, outcome)
  }

  /// The line without a login.
  package static func line(_ call: String, _ outcome: Outcome) -> String {
    switch outcome.status {
    case .opened where !outcome.redirects.isEmpty:
      let way = outcome.redirects.map(\.description.quotedAsLua).joined(separator: ", ")
      return "assert.redirected(\(call), { \(way) })"
    case .opened: return line("opened", call, outcome.route?.name?.quotedAsLua)
    case .fellBack: return line("fell_back", call, outcome.route?.name?.quotedAsLua)
    case .handled: return line("handled", call, value(of: outcome))
    case .intercepted: return line("intercepted", call, outcome.reason?.quotedAsLua)
    case .notFound: return line("not_found", call, nil)
    case .cancelled: return line("cancelled", call, nil)
    case .failed: return line("failed", call, outcome.error?.code.rawValue.quotedAsLua)
    }
  }

  private static func line(_ name: String, _ call: String, _ detail: String?) -> String {
    "assert.\(name)(\([call, detail].compactMap(\.self).joined(separator: ", ")))"
  }

  /// The values of an action, where a script can write them.
  private static func value(of outcome: Outcome) -> String? {
    let values = outcome.values
    guard let first = values.first else { return nil }
    let value = values.count == 1 ? first : .table(ValueTable(items: values))
    return value.isNull ? nil : value.luaLiteral
  }
}
