import Moonroute
import ScriptHost
import Testing

@testable import ScriptAnalysis

/// The rules that use the program's offers.
@Suite struct OfferRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    /// The rule, the marked text and the message, or `nil` without a finding.
    var found: (rule: String, marked: String, message: String)?
    var testDescription: String { text }
  }

  private static let route = "router.route { path = '/x', view = "
  private static func later(_ body: String) -> String { "function _G.later(_v)\n\(body)\nend" }

  static let cases: [Case] = [
    Case(text: route + "'Home' }"),
    Case(text: "local name = 'Ho' .. 'mme'\n" + route + "name }"),
    Case(
      text: route + "'Hmoe' }",
      found: (
        "unknown_name", "'Hmoe'", "The program does not offer the view 'Hmoe'. Did you mean 'Home'?"
      )
    ),
    Case(
      text: route + "'Settings' }",
      found: (
        "unknown_name", "'Settings'",
        "The program does not offer the view 'Settings'. Register it."
      )
    ),
    Case(text: route + "'Home', animator = animator.custom_push { transition = 'flip' } }"),
    Case(
      text: route + "'Home', animator = animator.full_screen { transition = 'flp' } }",
      found: (
        "unknown_name", "'flp'",
        "The program does not offer the transition 'flp'. Did you mean 'flip'?"
      )
    ),
    Case(text: later("return host.stock(7), host.stock(7, 'xl'), host.login(1, 2, 3)")),
    Case(text: later("return host.stock(_v), host.stock(_v()), host.version, host.stock(7, nil)")),
    Case(
      text: later("host.replies({}, { functions = { stock = 'GET', stok = 'GET' } })"),
      found: (
        "unknown_name", "stok",
        "The program does not offer the function 'stok'. Did you mean 'stock'?"
      )
    ),
    Case(text: later("return #host.requests(), host.call, host.stub")),
    Case(
      text: later("host.trakc()"),
      found: ("unknown_name", "host.trakc", "The program does not offer 'trakc'. Register it.")
    ),
    Case(
      text: later("return host.stock('x')"),
      found: ("wrong_type", "'x'", "'id' of 'host.stock' takes 'integer' but gets a string.")
    ),
    Case(
      text: later("return host.stock(1.5)"),
      found: ("wrong_type", "1.5", "'id' of 'host.stock' takes 'integer' but gets a number.")
    ),
    Case(
      text: later("return host.stock(1, 'x', 3)"),
      found: ("wrong_arguments", "3", "'host.stock' takes 2 but gets 3.")
    ),
    Case(
      text: later("return host.stock()"),
      found: ("wrong_arguments", "host.stock()", "'host.stock' needs 'id' (integer).")
    ),
  ]

  @Test(arguments: cases)
  func `a name that is not offered is found`(row: Case) async throws {
    let host = try ScriptHost(.texts(["main.lua": row.text]))
    try await host.load()
    let offers = try OfferList(reading: OfferTexts.whole)
    let findings = await host.router.perform { application in
      ScriptReview(of: host, specs: [:], offers: offers, reportsSpecs: false, in: application)
        .findings
    }
    guard let found = row.found else {
      #expect(findings.isEmpty, "\(findings.map(\.problem.message))")
      return
    }
    #expect(findings.map(\.problem.message) == [found.message])
    let finding = try #require(findings.first)
    #expect(finding.problem.code.rawValue == found.rule)
    let lines = row.text.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines[(finding.problem.site?.line ?? 1) - 1]
    #expect(line.dropFirst((finding.problem.column ?? 1) - 1).hasPrefix(found.marked))
  }
}
