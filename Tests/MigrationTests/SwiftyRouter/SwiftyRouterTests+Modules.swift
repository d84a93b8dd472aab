import Moonroute
import RoutePatterns
import Testing

/// A part of a program with its own routes, for the rows below.
private struct Billing: RouteModule {
  var path: String { "billing" }
  var names: String { "billing." }
  var routes: [LinkRoute] {
    LinkRoute("invoices/:id<int>", name: "invoice").view { _ in Screen("Invoice") }
    LinkRoute("paid", name: "paid").view { _ in Screen("Paid") }
  }
}

extension SwiftyRouterTests {
  private static let tree = """
    router.route { name = "a", path = "router://moduleA", view = "A", routes = {
      { name = "a.one", path = "one", view = "One", routes = {
        { name = "a.one.one", path = "one", view = "OneOne" },
      } },
      { name = "a.two", path = "two", view = "Two" },
    } }
    """

  static let modules: [Row] = [
    Row(
      "SW-10",
      "modules within modules are routes below routes",
      script(
        tree,
        [
          "router.open('router://moduleA').name": "a",
          "router.open('router://moduleA/one').name": "a.one",
          "router.open('router://moduleA/one/one').name": "a.one.one",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("router://moduleA")
            .view { _ in Screen("A") }
            .children {
              LinkRoute("one", name: "one").view { _ in Screen("One") }
            }
        }
        #expect(await router.open("router://moduleA/one").name == "one")
      }
    ),
    Row(
      "SW-11",
      "a module may be a type of its own",
      script(
        "router.mount('/billing', 'billing', { names = 'billing.' })",
        modules: [
          "billing.lua": """
          return {
            { name = "invoice", path = "invoices/:id<int>", view = "Invoice" },
            { name = "paid", path = "paid", view = "Paid" },
          }
          """
        ],
        [
          "router.open('/billing/invoices/7').name": "billing.invoice",
          "router.to('billing.paid')": "/billing/paid",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("/").view { _ in Screen("Home") }
          Billing()
        }
        #expect(await router.open("/billing/invoices/7").name == "billing.invoice")
        #expect(try router.location(to: "billing.paid").description == "/billing/paid")
      }
    ),
    Row(
      "SW-12",
      "a module does not handle locations below it without an option",
      script(
        tree + #"""

          router.route { name = "b", path = "router://moduleB/**rest", action = function(state)
            return table.concat(state.rest, "+")
          end }
          """#,
        [
          "router.open('router://moduleA/unknown').status": "not_found",
          "router.open('router://moduleB').value": "",
          "router.open('router://moduleB/unknown/sub').value": "unknown+sub",
        ]
      )
    ),
    Row(
      "SW-13",
      "a module is found by its place",
      script(
        """
        router.route { name = "wrong", path = "router://a/one", view = "Wrong" }
        router.route { name = "right", path = "router://a/x/a/one", view = "Right" }
        router.route { name = "same", path = "router://a/a/one", view = "Same" }
        """,
        [
          "router.open('router://a/x/a/one').name": "right",
          "router.open('router://a/a/one').name": "same",
        ]
      )
    ),
    Row(
      "SW-14",
      "an unknown scheme or module is answered",
      script(
        tree,
        [
          "router.open('other://moduleA').status": "not_found",
          "router.open('router://moduleX').status": "not_found",
          "router.open('router://moduleB').error.message":
            "No route matches 'router://moduleB'. The nearest route is 'router://moduleA'.",
        ]
      )
    ),
    Row(
      "SW-15",
      "a module that does nothing is refused",
      refused(#"router.route { path = "router://moduleA" }"#, saying: "does nothing")
    ),
    Row(
      "SW-16",
      "a second route of the same place is refused",
      refused(
        """
        router.route { path = "router://moduleA", view = "One" }
        router.route { path = "router://moduleA", view = "Two" }
        """,
        [.duplicate]
      )
    ),
    Row(
      "SW-17",
      "routes for several schemes are written once",
      script(
        """
        for _, scheme in ipairs { "router", "legacy" } do
          router.group { scheme = scheme, path = "/moduleA", routes = {
            { path = "one", action = function(state) return state.scheme end },
          } }
        end
        """,
        [
          "router.open('router://moduleA/one').value": "router",
          "router.open('legacy://moduleA/one').value": "legacy",
          "router.open('other://moduleA/one').status": "not_found",
        ]
      ),
      {
        let router = try Router.make {
          for scheme in ["router", "legacy"] {
            LinkRoute.group("/moduleA") {
              LinkRoute("one").view { _ in Screen("One") }
            }
            .scheme(scheme)
          }
        }
        #expect(await router.open("legacy://moduleA/one").status == .opened)
        #expect(await router.open("other://moduleA/one").status == .notFound)
      }
    ),
    Row(
      "SW-18",
      "routes are listed in a builder",
      {
        let isStaff = true
        let application = try LinkRouter {
          LinkRoute("/a").view { _ in Screen("A") }
          if isStaff {
            LinkRoute("/staff").view { _ in Screen("Staff") }
          }
          Billing()
        }
        #expect(application.canOpen("/staff"))
        #expect(application.canOpen("/billing/paid"))
      }
    ),
  ]
}
