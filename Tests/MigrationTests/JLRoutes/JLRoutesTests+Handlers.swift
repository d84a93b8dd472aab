import Moonroute
import RoutePatterns
import Testing

extension JLRoutesTests {
  static let handlers: [Row] = [
    Row(
      "JL-39",
      "an action that returns false passes to the next match",
      script(
        """
        router.route { path = "/user/:id", action = function(state)
          return state.params.id == "7" and "seven"
        end }
        router.route { path = "/**", action = function() return "rest" end }
        """,
        ["router.open('/user/7').value": "seven", "router.open('/user/8').value": "rest"]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/a")
            .with {
              $0.view = nil
              $0.action = .immediate { _ in .declined }
            }
          LinkRoute("/**").action { _ in "rest" }
        }
        #expect(await router.open("/a").values == ["rest"])
      }
    ),
    Row(
      "JL-40",
      "an action that returns nothing has handled its location",
      script(
        #"router.route { path = "/a", action = function() end }"#,
        ["router.open('/a').status": "handled"]
      )
    ),
    Row(
      "JL-41",
      "a handler sees query, parameters and extra, apart and merged",
      script(
        """
        router.route { path = "/a/:b", action = function(state)
          return state.all.a .. state.all.b .. state.all.c .. " " .. state.query.b .. state.params.b
        end }
        """,
        ["router.open('/a/2?a=1&b=9&c=8', { extra = { c = 3 } }).value": "123 92"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/a/:b")
            .action { state in
              state.params.merging(state.extra.table?.fields ?? [:]) { $1 }
            }
        }
        let outcome = await router.open("/a/2?a=1&b=9", options: OpenOptions(extra: ["c": 3]))
        #expect(outcome.values == [["a": "1", "b": "2", "c": 3]])
      }
    ),
    Row(
      "JL-42",
      "pattern, location and scheme are fields of the state",
      script(
        """
        router.route { path = "/p(/:x)", action = function(state)
          return state.pattern .. " " .. state.location .. " " .. state.scheme
        end }
        """,
        ["router.open('myapp://p/1?x=2').value": "/p(/:x) myapp://p/1?x=2 myapp"]
      )
    ),
    Row(
      "JL-43",
      "whether a location can be opened calls no handler",
      script(
        #"router.route { path = "/a", action = function() error("called") end }"#,
        ["router.can_open('/a')": "true", "router.can_open('/b')": "false"]
      )
    ),
    Row(
      "JL-44",
      "an unhandled location is reported once",
      script(
        """
        router.route { path = "/a", action = function() return false end }
        router.unmatched(function(state) return screen { "Missing", path = state.path } end)
        """,
        [
          "router.open('/a').screen.path": "/a",
          "router.open('/b').status": "fell_back",
          "router.can_open('/b')": "false",
        ]
      )
    ),
    Row(
      "JL-45",
      "one handler may serve many patterns",
      script(
        """
        local function handler(state) return state.pattern end
        for _, path in ipairs { "/a", "/b/:x" } do
          router.route { path = path, action = handler }
        end
        """,
        ["router.open('/a').value": "/a", "router.open('/b/1').value": "/b/:x"]
      )
    ),
    Row(
      "JL-46",
      "a route without a handler is refused",
      refused(#"router.route { path = "/a" }"#, saying: "does nothing")
    ),
    Row(
      "JL-47",
      "all routes can be listed",
      script(
        """
        router.route { name = "a", path = "/a(/b)", view = "A" }
        router.route { path = "thing://b", view = "B", priority = 3 }
        """,
        [
          "router.routes()[1].pattern": "/a(/b)",
          "router.routes()[2].priority": "3",
          "router.routes()[2].line": "2",
        ]
      ),
      {
        let application = try LinkRouter {
          LinkRoute("/a(/b)").view { _ in Screen("A") }
        }
        #expect(application.directory.index.routes.map(\.pattern.text) == ["/a(/b)"])
      }
    ),
    Row(
      "JL-48",
      "every open lists its steps",
      script(
        """
        router.route { path = "/a", action = function() return false end }
        router.route { path = "/:x", view = "X" }
        """,
        [
          """
          local steps = {}
          for _, step in ipairs(router.open("/a").steps) do steps[#steps + 1] = step.step end
          return table.concat(steps, " ")
          """: "parse match action match animator build show"
        ]
      )
    ),
    Row(
      "JL-49",
      "any thread can call, and applications are separate",
      {
        let one = try LinkRouter {
          LinkRoute("/a").view { _ in Screen("A") }
        }
        let two = try LinkRouter {
          LinkRoute("/b").view { _ in Screen("B") }
        }
        await withTaskGroup(of: Bool.self) { group in
          for _ in 0..<4 { group.addTask { one.canOpen("/a") && !two.canOpen("/a") } }
          for await isRight in group { #expect(isRight) }
        }
      }
    ),
    Row(
      "JL-50",
      "a location is made of a route",
      script(
        #"router.route { name = "user", path = "/user(/:id)", view = "User" }"#,
        [
          "router.to('user', { id = 'a/b' })": "/user/a%2Fb",
          "router.to('user')": "/user",
        ]
      )
    ),
    Row(
      "JL-51",
      "a route is cancelled with the result of its registration",
      script(
        """
        route = router.route { path = "/a(/b)", view = "A" }
        router.route { name = "rest", path = "/a/*", view = "Rest" }
        """,
        [
          "router.open('/a/b').name": "nil",
          "route:cancel()": "",
          "route:cancel()": "",
          "router.open('/a/b').name": "rest",
          "router.open('/a').name": "rest",
        ]
      ),
      {
        let router = try Router.make {}
        let route = try router.add(.page("/a(/b)"))
        try router.add(.page("/a/*", name: "rest"))
        #expect(await router.open("/a/b").name == nil)
        route.registration.cancel()
        #expect(await router.open("/a/b").name == "rest")
        #expect(await router.open("/a").name == "rest")
      }
    ),
    Row(
      "JL-52",
      "a route ends with its owner",
      script(
        """
        router.route { name = "page", path = "/page", view = "Page" }
        router.route { name = "home", path = "/", view = "Home", animator = "root" }
        """,
        [
          "router.open('/page').status": "opened",
          "router.route { path = '/a', view = 'A', owner = stage.top() }.pattern": "/a",
          "router.open('/a', { from = stage.top() }).status": "opened",
          "router.open('/').status": "opened",
          "router.open('/a').status": "not_found",
        ]
      ),
      {
        final class Target {}
        let router = try Router.make {}
        var target: Target? = Target()
        try router.add(.page("/a"), owner: target)
        #expect(await router.open("/a").status == .opened)
        target = nil
        #expect(await router.open("/a").status == .notFound)
      }
    ),
  ]
}
