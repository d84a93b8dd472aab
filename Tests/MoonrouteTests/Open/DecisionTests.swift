import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "Decisions": the meaning of each answer for each kind of decision.
@MainActor @Suite struct DecisionTests {
  enum Kind: String, CaseIterable, Sendable {
    case proxy, namedGuard, locationGuard, redirect, waitingRedirect
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let answer: Decision
    let expected: String
    var proxied: String?

    var testDescription: String { rule }
  }

  nonisolated static let cases: [Case] = [
    Case(rule: "true: go on", answer: .proceed, expected: "opened /a?q=1"),
    Case(rule: "false: stop", answer: .stop(), expected: "intercepted"),
    Case(
      rule: "false and a reason: stop with that reason",
      answer: .stop("no"),
      expected: "intercepted 'no'"
    ),
    Case(
      rule: "text that starts with '/' is a redirect",
      answer: .open("/b"),
      expected: "opened /b"
    ),
    Case(
      rule: "text that starts with '.': relative to where the open is",
      answer: .open("./b"),
      expected: "opened /b"
    ),
    Case(
      rule: "text with a scheme is a redirect",
      answer: .open("shop://b"),
      expected: "opened shop://b"
    ),
    Case(
      rule: "the target is normalized: white space and a trailing slash are removed",
      answer: .open(" /b/ "),
      expected: "opened /b"
    ),
    Case(
      rule: "other text is an error",
      answer: .open("b"),
      expected: "failed /a?q=1 bad_location"
    ),
    Case(
      rule: "empty text is an error",
      answer: .open(""),
      expected: "failed /a?q=1 bad_location"
    ),
    Case(
      rule: "text that is not a location is an error",
      answer: .open("/%FF"),
      expected: "failed /a?q=1 bad_location"
    ),
    Case(
      rule: "a location: go there; the query is not kept",
      answer: .open(Location("/b")),
      expected: "opened /b"
    ),
    Case(
      rule: "keep_query on the target keeps it, its own items first",
      answer: .open("/b?x=2", keepingQuery: true),
      expected: "opened /b?x=2&q=1"
    ),
    Case(
      rule: "a redirect to the very location being resolved means go on",
      answer: .open("/a?q=1"),
      expected: "opened /a?q=1"
    ),
    Case(
      rule: "only proxies can return a rewrite",
      answer: .rewrite(to: "/b"),
      expected: "failed /a?q=1 script_error",
      proxied: "opened /b"
    ),
    Case(
      rule: "a rewrite's query overrides its location's",
      answer: .rewrite(to: "/b?q=1&r=2", query: ["q": "9"]),
      expected: "failed /a?q=1 script_error",
      proxied: "opened /b?q=9&r=2"
    ),
  ]

  @Test(arguments: Kind.allCases, cases)
  func `each answer has one meaning`(kind: Kind, row: Case) async throws {
    let router = try Router.make {
      var a = LinkRoute.page("/a", name: "a")
      switch kind {
      case .redirect: a.redirects = [.decided(.immediate { _ in row.answer })]
      case .waitingRedirect:
        a.redirects = [
          .decided(
            .waiting { _ in
              await Task.yield()
              return row.answer
            }
          )
        ]
      default: break
      }
      return [a, .page("/b", name: "b")]
    }
    switch kind {
    case .proxy: try router.rules.proxy("/a") { _ in row.answer }
    case .namedGuard: try router.rules.guard("a") { _ in row.answer }
    case .locationGuard: try router.rules.guard("/a") { _ in row.answer }
    default: break
    }
    let outcome = await router.open("/a?q=1")
    #expect(outcome.summary == (kind == .proxy ? row.proxied ?? row.expected : row.expected))
    #expect(router.stage.top?.location == (outcome.isSuccess ? outcome.location : nil))
  }
}
