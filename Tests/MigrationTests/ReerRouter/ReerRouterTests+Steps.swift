import Moonroute
import RoutePatterns
import Testing

extension ReerRouterTests {
  static let steps: [Row] = [
    Row(
      "RR-15",
      "the delegate's look at every link is a proxy",
      script(
        """
        router.proxy("/**", function(state)
          if state.path:find("google") then
            return router.rewrite { state.location, query = { extra1 = "1" } }
          elseif state.path:find("bytedance") and not session.user then
            return false, "log in first"
          end
        end)
        router.route { path = "google", action = function(state)
          return state.query.a .. state.query.extra1
        end }
        router.route { path = "bytedance", view = "B" }
        """,
        [
          "router.open('myapp://google?a=0').value": "01",
          "router.open('myapp://bytedance').status": "intercepted",
          "router.open('myapp://bytedance').reason": "log in first",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("b") }
        try router.addRewriter("/**", .immediate { _ in .stop("closed") })
        #expect(await router.open("myapp://b").reason == "closed")
      }
    ),
    Row(
      "RR-16",
      "an interceptor is a guard of a named route",
      script(
        """
        router.route { name = "user", path = "user", view = "User" }
        router.guard("user", function() return true end)
        router.guard("user", function(state)
          if state.query.name == "google" then return false, "not google" end
          return true
        end)
        """,
        [
          "router.open('myapp://user?name=google').reason": "not google",
          "router.open('myapp://user').status": "opened",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("user", name: "user") }
        try router.addGuard(for: "user", .immediate { _ in .stop("closed") })
        #expect(await router.open("myapp://user").reason == "closed")
      }
    ),
    Row(
      "RR-17",
      "without a matching route, only proxies run",
      script(
        """
        router.scheme("myapp")
        router.route { path = "user", view = "User" }
        router.guard("/nope", function() return false, "guard" end)
        router.proxy("/stop", function() return false, "proxy" end)
        """,
        [
          "router.open('myapp://nope?route_fallback_url=/user').status": "fell_back",
          "router.open('myapp://stop?route_fallback_url=/user').reason": "proxy",
        ]
      )
    ),
    Row(
      "RR-18",
      "a route is a page or an action",
      script(
        #"router.route { path = "abc_action", action = function() return "executed" end }"#,
        [
          "router.open('myapp://abc_action').value": "executed",
          "router.push('myapp://abc_action').status": "handled",
        ]
      ),
      refused(
        #"router.route { path = "a", view = "A", action = function() end }"#,
        saying: "has both a view and an action"
      )
    ),
    Row(
      "RR-19",
      "an action by name or location runs with its guards",
      script(
        """
        router.route { name = "act", path = "act", action = function() return "executed" end }
        router.guard("act", function() return session.open ~= nil end)
        """,
        [
          "select(2, pcall(router.fetch, 'act')).code": "intercepted",
          "session.open = true; return router.fetch('act')": "executed",
        ]
      )
    ),
    Row(
      "RR-20",
      "a page's redirect has a limit, keeps extra, and finds loops",
      script(
        """
        router.route { path = "preference", view = "Old", redirect = function(state)
          if state.query.some_key == "redirect" then return "myapp://new_preference" end
        end }
        router.route { path = "new_preference", view = function(state)
          return screen { "New", told = state.extra }
        end }
        router.route { path = "a", redirect = "myapp://b" }
        router.route { path = "b", redirect = "myapp://a" }
        """,
        [
          "router.open('myapp://preference').screen.view": "Old",
          "router.open('myapp://preference?some_key=redirect', { extra = 'x' }).screen.told": "x",
          "router.open('myapp://a').error.code": "redirect_loop",
        ]
      )
    ),
    Row(
      "RR-21",
      "the way of showing survives a redirect",
      script(
        """
        router.route { path = "home", view = "Home", animator = animator.root { wrap = "stack" } }
        router.route { path = "old", redirect = "/new" }
        router.route { path = "new", view = "New" }
        """,
        [
          "router.open('/home').ok and router.present('myapp://old').animator": "present",
          "router.push('myapp://old').animator": "push",
        ]
      )
    ),
    Row(
      "RR-22",
      "a page that cannot be built ends as failed",
      script(
        """
        router.route { path = "a", view = function() return nil end }
        router.on_error(function(outcome)
          if outcome.error.code == "no_view" then return "/else" end
        end)
        router.route { path = "else", view = "Else" }
        """,
        [
          "router.open('myapp://a').status": "fell_back",
          "router.open('myapp://a').error.code": "no_view",
          "router.open('myapp://a').screen.view": "Else",
        ]
      )
    ),
    Row(
      "RR-23",
      "route_fallback_url is opened once, and is not part of the query",
      script(
        """
        router.scheme("myapp")
        router.route { path = "user", view = function(state)
          return screen { "User", name2 = state.query.name, url = state.query.route_fallback_url }
        end }
        """,
        [
          "router.open('myapp://nope?route_fallback_url=myapp%3A%2F%2Fuser%3Fname%3Dfb').status":
            "fell_back",
          "stage.top().name2": "fb",
          "router.open('myapp://nope?route_fallback_url=/nope2?route_fallback_url=/user').status":
            "not_found",
          "router.open('myapp://user?route_fallback_url=x').screen.url": "nil",
        ]
      )
    ),
    Row(
      "RR-24",
      "the fallback is the link's, not the program's",
      script(
        #"router.route { path = "user", view = "User" }"#,
        ["router.open('/nope', { extra = { route_fallback_url = '/user' } }).status": "not_found"]
      )
    ),
    Row(
      "RR-25",
      "a link without an answer is an outcome",
      script(
        #"router.route { path = "user", view = "User" }"#,
        [
          "router.open('myapp://usr').status": "not_found",
          "router.open('myapp://usr').error.message":
            "No route matches 'myapp://usr'. The nearest route is '/user'.",
          "router.open('myapp://a/%FF').error.code": "bad_location",
        ]
      )
    ),
    Row(
      "RR-26",
      "a screen alone is built with guards and redirects",
      script(
        """
        router.route { name = "user", path = "user", view = "User" }
        router.route { path = "old", redirect = "/user" }
        """,
        [
          "router.build('myapp://old').view": "User",
          "router.guard('user', function() return false end)": "registration",
          "select(2, pcall(router.build, 'myapp://user')).code": "intercepted",
          "stage.depth()": "0",
        ]
      )
    ),
    Row(
      "RR-27",
      "whether a link can be opened is matching only",
      script(
        """
        router.route { name = "user", path = "user", view = "User" }
        router.guard("user", function() return false end)
        """,
        ["router.can_open('myapp://user')": "true", "router.can_open('myapp://nope')": "false"]
      )
    ),
  ]

  static let watching: [Row] = [
    Row(
      "RR-28",
      "observers are notified of all events, including invalid links",
      {
        var names: [String] = []
        let router = try Router.make {
          LinkRoute.page("user")
          LinkRoute("stop")
            .view { _ in Screen("Stop") }
            .guarded { _ in .stop() }
        }
        let watching = router.observe { names.append($0.name) }
        for text in ["/user", "/stop", "/nope?route_fallback_url=/user", "/a/%FF"] {
          _ = await router.open(text)
        }
        watching.cancel()
        _ = await router.open("/user")
        #expect(
          names == [
            "will-open", "did-change", "did-open", "will-open", "did-fail",
            "will-open", "did-change", "did-fall-back", "will-open", "did-fail",
          ]
        )
      }
    ),
    Row(
      "RR-29",
      "an event has the outcome",
      {
        var locations: [String] = []
        let router = try Router.make { LinkRoute.page("user") }
        router.observe { event in
          if case .didOpen(let outcome) = event {
            locations.append(outcome.location?.description ?? "")
          }
        }
        _ = await router.open("myapp://user?name=google")
        #expect(locations == ["myapp://user?name=google"])
      }
    ),
    Row(
      "RR-30",
      "an open is answered exactly once",
      script(
        """
        router.route { path = "bare", view = "Bare", animator = "root" }
        router.route { path = "user", view = "User", animator = "push" }
        """,
        [
          "router.open('myapp://bare').ok and router.open('myapp://user').error.code":
            "animation_failed"
        ]
      ),
      {
        var count = 0
        let router = try Router.make {
          LinkRoute.page("bare").with { $0.animator = .root }
          LinkRoute.page("user").with { $0.animator = .push }
        }
        _ = await router.open("myapp://bare")
        router.observe { if $0.outcome != nil { count += 1 } }
        #expect(await router.open("myapp://user").status == .failed)
        #expect(count == 1)
      }
    ),
  ]
}
