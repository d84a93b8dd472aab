import Moonroute
import RoutePatterns
import TestSupport
import Testing

extension RoutingTests {
  static let maps: [Row] = [
    Row(
      "RT-13",
      "the more exact route wins, or the last",
      script(
        """
        router.route { name = "exact", path = "/a/b", view = "Exact" }
        router.route { name = "any", path = "/a/:x", view = "Any" }
        """,
        ["router.open('/a/b').name": "exact"]
      ),
      script(
        """
        router.configure { order = "last" }
        router.route { name = "exact", path = "/a/b", view = "Exact" }
        router.route { name = "any", path = "/a/:x", view = "Any" }
        """,
        ["router.open('/a/b').name": "any"]
      ),
      {
        let router = try Router.make {
          $0.configuration.order = .last
        } routes: {
          LinkRoute.page("/a/b", name: "exact")
          LinkRoute.page("/a/:x", name: "any")
        }
        #expect(await router.open("/a/b").name == "any")
      }
    ),
    Row(
      "RT-14",
      "a handler ends when it returns, and can return a value",
      script(
        #"router.route { path = "/sum/:a<int>/:b<int>", action = function(s) return s.params.a + s.params.b end }"#,
        ["router.open('/sum/40/2').value": "42", "router.fetch('/sum/1/2')": "3"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/sum/:a<int>/:b<int>")
            .action { .int(($0.match[int: "a"] ?? 0) + ($0.match[int: "b"] ?? 0)) }
        }
        #expect(try await router.fetch("/sum/40/2") == [42])
      }
    ),
    Row(
      "RT-15",
      "a handler that waits blocks no one",
      {
        let gate = Gate()
        let router = try Router.make {
          LinkRoute("/slow")
            .action { _ in
              await gate.pass()
              return "slow"
            }
          LinkRoute("/fast").action { _ in "fast" }
        }
        let slow = Task { await router.open("/slow") }
        await gate.reached()
        #expect(await router.open("/fast").values == ["fast"])
        gate.open()
        #expect(await slow.value.values == ["slow"])
      }
    ),
    Row(
      "RT-16",
      "opens run one after another if one says so",
      {
        let gate = Gate()
        let router = try Router.make {
          $0.configuration.whenBusy = .wait
        } routes: {
          LinkRoute("/slow")
            .view { _ in Screen("Slow") }
            .guarded { _ in
              await gate.pass()
              return .proceed
            }
            .animator(.root(wrap: .stack))
          LinkRoute("/fast").view { _ in Screen("Fast") }
        }
        let slow = Task { await router.open("/slow") }
        await gate.reached()
        let fast = Task { await router.open("/fast") }
        gate.open()
        #expect(await slow.value.status == .opened)
        #expect(await fast.value.status == .opened)
        #expect(router.stage.screens.map(\.view) == ["Slow", "Fast"])
      }
    ),
    Row(
      "RT-17",
      "an open inside a handler is answered there",
      script(
        """
        router.route { path = "/a", action = function()
          return "after " .. router.open("/b").value
        end }
        router.route { path = "/b", action = function() return "b" end }
        """,
        ["router.open('/a').value": "after b"]
      )
    ),
    Row(
      "RT-18",
      "an action may leave its location to the next route",
      script(
        """
        router.route { path = "/a", action = function() return false end }
        router.route { path = "/*", action = function() return "next" end }
        """,
        ["router.open('/a').value": "next"]
      )
    ),
    Row(
      "RT-19",
      "an open returns its outcome",
      script(
        #"router.route { name = "a", path = "/a", view = "A" }"#,
        [
          "router.open('/a').status": "opened",
          "router.open('/b').status": "not_found",
          "router.open('/b').ok": "false",
        ]
      )
    ),
    Row(
      "RT-20",
      "additional data is extra",
      script(
        #"router.route { path = "/a", action = function(state) return state.extra.date end }"#,
        ["router.open('/a', { extra = { date = 'today' } }).value": "today"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/a").action { $0.extra }
        }
        let outcome = await router.open("/a", options: OpenOptions(extra: "today"))
        #expect(outcome.values == ["today"])
      }
    ),
  ]
}
