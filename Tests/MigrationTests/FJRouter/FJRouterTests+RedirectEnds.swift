import Moonroute
import RoutePatterns
import TestSupport
import Testing

extension FJRouterTests {
  private static let circle = """
    router.configure { redirect_limit = 2 }
    router.route { path = "/a", redirect = "/b" }
    router.route { path = "/b", redirect = "/a" }
    router.route { path = "/self", view = "Self", redirect = function(state) return state.location end }
    """

  static let redirectEnds: [Row] = [
    Row(
      "FJ-50",
      "five redirects are fine, a sixth is not",
      script(
        """
        for n = 1, 6 do
          router.route { path = "/" .. n, redirect = "/" .. (n + 1) }
        end
        router.route { path = "/7", view = "End" }
        """,
        [
          "router.open('/2').status": "opened",
          "router.open('/1').error.code": "redirect_limit",
        ]
      )
    ),
    Row(
      "FJ-51",
      "a limit below one is refused",
      refused("router.configure { redirect_limit = 0 }", [.wrongType], saying: "at least 1, not 0"),
      {
        var configuration = RouterConfiguration()
        configuration.redirectLimit = 0
        #expect(throws: RouterError.self) { try configuration.check() }
      }
    ),
    Row(
      "FJ-52",
      "the first location counts for a loop",
      script(circle, ["#router.open('/a').redirects": "2"]),
      {
        let router = try Router.make {
          LinkRoute("/a").redirect(to: "/b")
          LinkRoute("/b").redirect(to: "/a")
        }
        #expect(await router.open("/a").error?.code == .redirectLoop)
      }
    ),
    Row(
      "FJ-53",
      "a redirect to the very location means stay",
      script(circle, ["router.open('/self?x=1').status": "opened"])
    ),
    Row(
      "FJ-54",
      "a loop is looked for before the limit",
      script(
        """
        router.configure { redirect_limit = 1 }
        router.route { path = "/a", redirect = "/b" }
        router.route { path = "/b", redirect = "/a" }
        """,
        ["router.open('/a').error.code": "redirect_loop"]
      )
    ),
    Row(
      "FJ-55",
      "the error shows the whole chain",
      script(
        circle,
        [
          "router.open('/a').error.message":
            "The redirects form a loop: /a → /b → /a. One of them must let the location pass."
        ]
      )
    ),
    Row(
      "FJ-56",
      "a guard for every route is written once",
      script(
        """
        router.guard("/**", function(state)
          if state.path ~= "/login" and not session.user then return router.to("login") end
          return true
        end)
        router.route { name = "login", path = "/login", view = "Login" }
        router.route { path = "/a", view = "A" }
        """,
        ["router.open('/a').location": "/login", "router.open('/login').status": "opened"]
      ),
      {
        let router = try Router.make {
          try $0.addGuard(for: "/**", decision: .decided(.immediate { _ in .stop("closed") }))
        } routes: {
          LinkRoute.page("/a")
        }
        #expect(await router.open("/a").reason == "closed")
      }
    ),
    Row(
      "FJ-57",
      "a redirect-only route that lets pass has nothing to show",
      script(
        #"router.route { path = "/a", redirect = function() end }"#,
        ["router.open('/a').status": "failed", "router.open('/a').error.code": "no_view"]
      )
    ),
    Row(
      "FJ-58",
      "whether a location can be opened asks no guard",
      script(
        #"router.route { path = "/a", view = "A", redirect = function() return false end }"#,
        ["router.can_open('/a')": "true", "router.can_open('/b')": "false"]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("/a").redirect { _ in .stop() }
        }
        #expect(application.canOpen("/a"))
        #expect(application.match(try Location(parsing: "/a"))?.route.pattern.text == "/a")
      }
    ),
    Row(
      "FJ-59",
      "the newest open wins, the older one ends as cancelled",
      {
        let gate = Gate()
        let router = try Router.make {
          LinkRoute("/slow")
            .view { _ in Screen("Slow") }
            .guarded { _ in
              await gate.pass()
              return .proceed
            }
          LinkRoute("/fast").view { _ in Screen("Fast") }
        }
        let slow = Task { await router.open("/slow") }
        await gate.reached()
        #expect(await router.open("/fast").status == .opened)
        #expect(await slow.value.status == .cancelled)
        gate.open()
        #expect(router.stage.screens.map(\.view) == ["Fast"])
      }
    ),
    Row(
      "FJ-60",
      "a redirect may wait",
      script(
        """
        router.route { path = "/a", view = "A", redirect = function()
          sleep(0.001)
          return "/b"
        end }
        router.route { path = "/b", view = "B" }
        """,
        ["router.open('/a').location": "/b"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/a")
            .view { _ in Screen("A") }
            .guarded { _ in
              await Task.yield()
              return .open("/b")
            }
          LinkRoute.page("/b")
        }
        #expect(await router.open("/a").location?.description == "/b")
        #expect(RouterConfiguration().waitLimit == .seconds(10))
      }
    ),
  ]
}
