import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  static let opening: [Row] = [
    Row(
      "FJ-61",
      "registering a route reports its problems",
      script(
        #"session.route = router.route { name = "a", path = "/a/:id", view = "A" }"#,
        ["session.route.name": "a", "session.route.pattern": "/a/:id"]
      ),
      {
        let rules = RouterRules()
        let info = try rules.add(
          LinkRoute("/a/:id", name: "a").view { _ in Screen("A") }
        )
        #expect(info.pattern.text == "/a/:id")
        #expect(throws: RouteProblems.self) { try rules.add(.page("/b/:")) }
      }
    ),
    Row(
      "FJ-62",
      "a screen can be built without showing it",
      script(
        """
        router.route { path = "/a/:n", view = function(state)
          return screen { "A", n = state.params.n }
        end }
        """,
        ["router.build('/a/7').n": "7", "stage.depth()": "0"]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("/a").view { _ in Screen("A") }
        }
        #expect(try await application.build("/a").view == "A")
        await #expect(throws: RouterError.self) { try await application.build("/b") }
      }
    ),
    Row(
      "FJ-63",
      "an open returns when its screen is on the stage",
      script(
        #"router.route { name = "a", path = "/a", view = "A" }"#,
        [
          "router.open('/a').screen.name": "a",
          "stage.top().name": "a",
          "router.open(router.to('a')).ok": "true",
        ]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("/a", name: "a").view { _ in Screen("A") }
        }
        let outcome = await application.open("/a")
        #expect(outcome.isSuccess)
        let top = await application.perform { $0.stage.top?.id }
        #expect(top == outcome.screen?.id)
      }
    ),
    Row(
      "FJ-64",
      "on_error or unmatched returns an error page",
      script(
        """
        router.unmatched(function(state) return screen { "Missing", path = state.path } end)
        router.on_error(function() return screen { "Broken" } end)
        router.route { path = "/stop", view = "Stop", redirect = function() return false end }
        """,
        [
          "router.open('/nope').status": "fell_back",
          "stage.top().view .. stage.top().path": "Missing/nope",
          "router.open('/stop').status": "fell_back",
          "stage.top().view": "Broken",
        ]
      ),
      {
        let router = try Router.make {
          $0.unmatched = .immediate {
            .screen(Screen("Missing", ["path": .text($0.location.path)]))
          }
          $0.onError = .immediate { _ in .text("/help") }
        } routes: {
          LinkRoute("/stop")
            .view { _ in Screen("Stop") }
            .guarded { _ in .stop() }
          LinkRoute("/help").view { _ in Screen("Help") }
        }
        #expect(await router.open("/nope").screen?["path"] == "/nope")
        let stopped = await router.open("/stop")
        #expect(stopped.status == .fellBack)
        #expect(stopped.screen?.view == "Help")
      }
    ),
    Row(
      "FJ-65",
      "an error page knows its cause",
      script(
        """
        router.on_error(function(outcome)
          return screen { "Oops", status = outcome.status, code = outcome.error and outcome.error.code }
        end)
        router.route { path = "/a", redirect = "/b" }
        router.route { path = "/b", redirect = "/a" }
        """,
        [
          "router.open('/a').screen.props.code": "redirect_loop",
          "router.open('/nope').screen.props.status": "not_found",
        ]
      )
    ),
    Row(
      "FJ-66",
      "a call may name the screen it starts from",
      script(
        """
        router.route { path = "/", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "/over", view = "Over", animator = "present" }
        router.route { path = "/a", view = function(state) return screen { "A", from = state.from.view } end }
        """,
        [
          "router.open('/').status": "opened",
          "router.open('/over').status": "opened",
          "router.open('/a', { from = stage.root() }).screen.from": "Home",
        ]
      )
    ),
    Row(
      "FJ-67",
      "extra is a value, made once",
      script(
        """
        local made = 0
        local function extra() made = made + 1; return { n = made } end
        router.route { path = "/a", redirect = "/b" }
        router.route { path = "/b", action = function(state) return state.extra.n end }
        router.route { path = "/try", action = function()
          return router.open("/a", { extra = extra() }).value .. " " .. made
        end }
        """,
        ["router.fetch('/try')": "1 1"]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("/b").action { $0.extra }
        }
        let outcome = await application.open("/b", options: OpenOptions(extra: ["n": 1]))
        #expect(outcome.values == [["n": 1]])
      }
    ),
    Row(
      "FJ-68",
      "a builder that returns nothing is an error",
      script(
        #"router.route { path = "/a", view = function() return nil end }"#,
        ["router.open('/a').error.code": "no_view"]
      )
    ),
    Row(
      "FJ-69",
      "rules are replaced whole",
      {
        let router = try Router.make { LinkRoute.page("/old") }
        let next = RouterRules()
        try next.add(.page("/new"))
        router.adopt(next)
        #expect(await router.open("/old").status == .notFound)
        #expect(await router.open("/new").status == .opened)
      }
    ),
    Row(
      "FJ-83",
      "a route can be taken back, and ends with its owner",
      script(
        """
        page = router.route { path = "/a", view = "A" }
        router.route { path = "/page", view = function()
          router.route { path = "/b", view = "B", animator = "push" }
          return screen { "Page" }
        end, animator = animator.root { wrap = "stack" } }
        router.route { path = "/home", view = "Home", animator = "root" }
        """,
        [
          "router.open('/page').status, router.open('/b').status": "opened opened",
          "page:cancel()": "",
          "router.open('/a').status": "not_found",
          "router.open('/home').status": "opened",
          "router.open('/b').status": "not_found",
        ]
      ),
      {
        final class Owner {}
        let router = try Router.make {}
        var owner: Owner? = Owner()
        let route = try router.add(.page("/a"))
        try router.add(.page("/b"), owner: owner)
        for path in ["/a", "/b"] { #expect(await router.open(path).status == .opened) }
        route.registration.cancel()
        owner = nil
        for path in ["/a", "/b"] { #expect(await router.open(path).status == .notFound) }
      }
    ),
    Row(
      "FJ-70",
      "there may be many applications, none is global",
      {
        let one = try LinkRouter {
          LinkRoute("/a").action { _ in "one" }
        }
        let two = try LinkRouter {
          LinkRoute("/a").action { _ in "two" }
        }
        #expect(try await one.fetchValues("/a") == ["one"])
        #expect(try await two.fetchValues("/a") == ["two"])
      }
    ),
  ]
}
