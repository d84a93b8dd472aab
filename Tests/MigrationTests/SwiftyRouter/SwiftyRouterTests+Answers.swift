import Moonroute
import RoutePatterns
import Testing

extension SwiftyRouterTests {
  static let answers: [Row] = [
    Row(
      "SW-19",
      "a route shows a screen or runs an action",
      script(
        """
        router.route { path = "router://page", view = "Page" }
        router.route { path = "router://work", action = function() return "done" end }
        """,
        [
          "router.open('router://page').status": "opened",
          "router.open('router://work').status": "handled",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("router://page").view { _ in Screen("Page") }
          LinkRoute("router://work").action { _ in "done" }
        }
        #expect(await router.open("router://page").screen?.view == "Page")
        #expect(await router.open("router://work").values == ["done"])
      }
    ),
    Row(
      "SW-20",
      "fetch returns values and shows nothing",
      script(
        #"router.route { path = "router://price/:sku", action = function(s) return 100, s.params.sku end }"#,
        [
          "router.fetch('router://price/tea')": "100 tea",
          "stage.depth()": "0",
        ]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("router://price").action { _ in 100 }
        }
        #expect(try await application.fetchValues("router://price") == [100])
      }
    ),
    Row(
      "SW-21",
      "a fetch without an answer is an error",
      script(
        #"router.route { path = "router://page", view = "Page" }"#,
        [
          "select(2, pcall(router.fetch, 'router://nope')).code": "not_found",
          "pcall(router.fetch, 'router://page') == false": "true",
        ]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("router://page").view { _ in Screen("P") }
        }
        await #expect(throws: RouterError.self) {
          try await application.fetchValues("router://nope")
        }
      }
    ),
    Row(
      "SW-22",
      "the result of an open replaces a completion",
      script(
        """
        router.route { path = "router://work", action = function() return "done" end }
        router.route { path = "router://bad", action = function() error("no") end }
        """,
        [
          "router.open('router://work').value": "done",
          "router.open('router://bad').error.code": "script_error",
          "router.open('router://nope').ok": "false",
        ]
      )
    ),
    Row(
      "SW-23",
      "passed values win over the query, everywhere",
      script(
        """
        router.route { path = "router://a", action = function(state)
          return state.all.id .. " " .. state.query.id .. " " .. state.extra.id
        end }
        """,
        [
          "router.open('router://a?id=query', { extra = { id = 'passed' } }).value":
            "passed query passed"
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("router://a")
            .action { state in
              state.params.merging(state.extra.table?.fields ?? [:]) { $1 }["id"] ?? .null
            }
        }
        let outcome = await router.open("router://a?id=1", options: OpenOptions(extra: ["id": 2]))
        #expect(outcome.values == [2])
      }
    ),
    Row(
      "SW-24",
      "the pattern requires a number",
      script(
        #"router.route { path = "router://a/:id<int>/:x<number>", action = function(s) return s.params.id + s.params.x end }"#,
        [
          "router.open('router://a/40/2.5').value": "42.5",
          "router.open('router://a/x/2').status": "not_found",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("router://a/:id<int>/:x<number>") }
        let match = await router.open("router://a/40/2.5").match
        #expect(match?[int: "id"] == 40)
        #expect(match?[double: "x"] == 2.5)
      }
    ),
    Row(
      "SW-25",
      "a truth value is true or false",
      script(
        #"router.route { path = "router://a/:on<bool>", action = function(s) return s.params.on and "on" or "off" end }"#,
        [
          "router.open('router://a/true').value": "on",
          "router.open('router://a/false').value": "off",
          "router.open('router://a/1').status": "not_found",
        ]
      )
    ),
    Row(
      "SW-26",
      "push and present start from the visible screen",
      script(
        """
        router.route { path = "router://home", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "router://page", view = "Page" }
        """,
        [
          "router.open('router://home').ok and router.push('router://page').animator": "push",
          "router.present('router://page').animator": "present",
        ]
      )
    ),
    Row(
      "SW-27",
      "one call returns to the root",
      script(
        """
        router.route { path = "router://home", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "router://page", view = "Page", animator = "push" }
        """,
        [
          "router.open('router://home').ok and router.open('router://page').ok": "true",
          "router.open('router://page').ok and router.pop_to_root()": "true",
          "stage.depth()": "1",
          "router.back()": "false back is not possible: nothing is below the top.",
        ]
      )
    ),
    Row(
      "SW-28",
      "a result may arrive when the page closes",
      script(
        """
        router.route { path = "router://home", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "router://date", view = "Date", animator = "sheet" }
        router.route { path = "router://ask", action = function()
          after(0, function() router.close("today") end)
          return router.ask("router://date")
        end }
        """,
        [
          "router.open('router://home').ok": "true",
          "router.fetch('router://ask')": "today closed",
        ]
      )
    ),
  ]
}
