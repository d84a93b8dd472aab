import Moonroute
import RoutePatterns
import Testing

/// Query items that the configuration drops.
@MainActor @Suite struct DropTests {
  private func router(
    _ names: [String] = ["utm_*", "gclid"],
    _ setUp: (RouterRules) throws -> Void = { _ in }
  ) throws -> Router {
    try Router.make({ rules in
      rules.configuration.droppedQueryNames = names
      try setUp(rules)
    }) {
      LinkRoute.page("/page")
      LinkRoute("/old").redirect(to: "/page?gclid=2")
      LinkRoute("/kept").redirect(to: "/page").with { $0.keepsQuery = true }
      LinkRoute("/to-own").redirect(to: "/own?page=1")
      LinkRoute("/own", query: ["utm_source": "string", "page": "int?"]).view("Own")
      LinkRoute("/same").redirect { state in .open("\(state.location)") }.view("Same")
      LinkRoute("/moved").redirect { _ in .open("/moved") }.view("Moved")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let link: String
    let end: String
    var dropped: [String: [String]] = [:]

    var testDescription: String { link }
  }

  nonisolated static let rows = [
    Row(link: "/page?q=1", end: "/page?q=1"),
    Row(
      link: "/page?utm_a=1&q=1&utm_b=2&utm_a=3&gclid#x",
      end: "/page?q=1#x",
      dropped: ["utm_a": ["1", "3"], "utm_b": ["2"], "gclid": [""]]
    ),
    Row(
      link: "https://any.example:8080/page?utm_a=%26",
      end: "https://any.example:8080/page",
      dropped: ["utm_a": ["&"]]
    ),
    Row(link: "/page?UTM_A=1&xutm_a=1", end: "/page?UTM_A=1&xutm_a=1"),
    Row(link: "/old?utm_a=1&gclid=1", end: "/page", dropped: ["utm_a": ["1"], "gclid": ["2"]]),
    Row(link: "/kept?utm_a=1&q=1", end: "/page?q=1", dropped: ["utm_a": ["1"]]),
    Row(
      link: "/own?utm_source=mail&utm_a=1",
      end: "/own?utm_source=mail",
      dropped: ["utm_a": ["1"]]
    ),
    Row(link: "/to-own?utm_source=mail", end: "/own?page=1&utm_source=mail"),
    Row(link: "/same?utm_a=1", end: "/same", dropped: ["utm_a": ["1"]]),
    Row(link: "/moved?utm_a=1", end: "/moved", dropped: ["utm_a": ["1"]]),
  ]

  @Test(arguments: rows)
  func `a link loses the named items, unless its route declares them`(row: Row) async throws {
    let router = try router()
    let outcome = await router.open(row.link)
    #expect(outcome.status == .opened)
    #expect(outcome.location?.description == row.end)
    #expect(outcome.dropped == row.dropped)
    let state = try #require(router.stage.top?.state)
    #expect(state.location.description == row.end)
    #expect(state.dropped == row.dropped)
    #expect(state.redirectedFrom?.query.contains { $0.name.hasPrefix("utm_") } != true)
  }

  @Test func `a missing link keeps its dropped items in the outcome`() async throws {
    let router = try router()
    let outcome = await router.open("/nowhere?utm_a=1")
    #expect(outcome.summary == "not_found /nowhere not_found")
    #expect(outcome.dropped == ["utm_a": ["1"]])
  }

  @Test func `proxies see the rest, and a rewrite loses the named items as well`() async throws {
    let router = try router { rules in
      try rules.proxy("/**") { state in
        #expect(state.location.description == "/first?q=1")
        #expect(state.dropped == ["utm_a": ["1"]])
        return .rewrite(to: "/page", query: ["utm_b": "2", "q": "2"])
      }
    }
    let outcome = await router.open("/first?q=1&utm_a=1")
    #expect(outcome.location?.description == "/page?q=2")
    #expect(outcome.dropped == ["utm_a": ["1"], "utm_b": ["2"]])
    #expect(
      outcome.steps.map(\.kind) == [.parse, .drop, .proxy, .drop, .match, .animator, .build, .show]
    )
    #expect(outcome.steps[1].answer == "utm_a")
  }

  @Test func `a pattern for all names leaves the reserved ones`() async throws {
    let router = try router(["r*"])
    let outcome = await router.open("/nowhere?route_fallback_url=/page&ref=1")
    #expect(outcome.status == .fellBack)
    #expect(outcome.dropped == ["ref": ["1"]])
  }

  @Test func `a saved stage and a rebuilt screen have no dropped items`() async throws {
    let router = try router()
    _ = await router.open("/page?utm_a=1&q=1")
    #expect(router.stage.screens.map { $0.state?.location.description } == ["/page?q=1"])
    _ = await router.rebuildScreens()
    #expect(router.stage.top?.state?.location.description == "/page?q=1")
    #expect(router.stage.top?.state?.dropped == ["utm_a": ["1"]])
  }

  @Test(arguments: ["*", "**", ""])
  func `a name that fits everything or nothing is refused`(name: String) throws {
    let rules = RouterRules()
    #expect {
      try rules.configure { $0.droppedQueryNames = ["a", name] }
    } throws: { error in
      guard let error = error as? RouterError else { return false }
      return error.code == .wrongType
        && error.message
          == "'\(name)' is not a name of query items. Write 'gclid', or a part with '*': 'utm_*'."
    }
    #expect(rules.configuration.droppedQueryNames.isEmpty)
  }
}
