import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  static let locations: [Row] = [
    Row(
      "FJ-18",
      "a location without its slash is that path, and never traps",
      {
        let router = try Router.make {
          LinkRoute("/a")
            .view { _ in Screen("A") }
            .children { LinkRoute.page("b") }
          LinkRoute("/to").redirect { _ in .open("./a/b") }
        }
        let ways = [
          ("a", "/a"), ("a/b", "/a/b"), ("/to", "/a/b"), ("./b", "/a/b"), ("../a", "/a"),
        ]
        for (text, path) in ways {
          let outcome = await router.open(text)
          #expect(outcome.status == .opened, "\(text)")
          #expect(outcome.location?.description == path)
        }
        #expect(await router.open("b").status == .notFound)
      }
    ),
    Row(
      "FJ-19",
      "a link without slashes behind its scheme never traps",
      script(
        #"router.route { path = "/a", view = "A", routes = { { path = "b", view = "B" } } }"#,
        [
          "router.open('myapp:a').status": "opened",
          "router.open('myapp:c').status": "not_found",
        ]
      )
    ),
    Row(
      "FJ-20",
      "a scheme's authority is the first segment, a web link's is a host",
      script(
        #"router.route { path = "/u/:id", view = "User" }"#,
        [
          "router.open('myapp://u/5').params.id": "5",
          "router.open('https://example.com/u/5').params.id": "5",
          "router.open('myapp://host/u/5').status": "not_found",
        ]
      )
    ),
    Row(
      "FJ-21",
      "two slashes are one",
      script(
        #"router.route { path = "/a", view = "A" }"#,
        ["router.open('//a').status": "opened"]
      )
    ),
    Row(
      "FJ-22",
      "dot segments are removed, other empty ones are kept",
      script(
        """
        router.route { path = "/a/b", view = "B" }
        router.route { path = "/a/:x/b", view = "X" }
        """,
        [
          "router.open('/x/../a/./b').status": "opened",
          "router.open('/a//b').status": "not_found",
        ]
      )
    ),
    Row(
      "FJ-23",
      "every location is cleaned alike, targets of redirects included",
      script(
        """
        router.route { path = "/login", view = "Login" }
        router.route { path = "/cart", view = "Cart", redirect = function() return "/login/" end }
        """,
        ["router.open('/cart').location": "/login"]
      )
    ),
    Row(
      "FJ-24",
      "a query keeps every value, and names without one",
      script(
        #"""
        router.route { path = "/find", action = function(state)
          local query, all = state.query, state.query_all
          return query.tag .. " " .. table.concat(all.tag, "+") .. " [" .. query.new .. "] " .. query.q
        end }
        """#,
        ["router.open('/find?tag=a&tag=b&new&q=x+y%2Bz').value": "b a+b [] x y+z"]
      )
    ),
    Row(
      "FJ-25",
      "a fragment is not matched and can be read",
      script(
        #"router.route { path = "/a", action = function(state) return state.fragment end }"#,
        ["router.open('/a#caf%C3%A9').value": "café"]
      )
    ),
    Row(
      "FJ-26",
      "a value is decoded once",
      script(
        #"router.route { path = "/a/:x", view = "A" }"#,
        [
          "router.open('/a/b%2Fc').params.x": "b/c",
          "router.open('/a/b%252Fc').params.x": "b%2Fc",
        ]
      )
    ),
    Row(
      "FJ-27",
      "a broken escape is text, bytes that are none are an error",
      script(
        #"router.route { path = "/a/:x", view = "A" }"#,
        [
          "router.open('/a/100%').params.x": "100%",
          "router.open('/a/小雨 1').params.x": "小雨 1",
          "router.open('/a/%FF').error.code": "bad_location",
        ]
      )
    ),
  ]

  static let winning: [Row] = [
    Row(
      "FJ-28",
      "the more exact pattern wins, or the first if one says so",
      script(
        """
        router.route { name = "user", path = "/user/:id", view = "User" }
        router.route { name = "settings", path = "/user/settings", view = "Settings" }
        """,
        ["router.match('/user/settings').name": "settings"]
      ),
      script(
        """
        router.configure { order = "first" }
        router.route { name = "user", path = "/user/:id", view = "User" }
        router.route { name = "settings", path = "/user/settings", view = "Settings" }
        """,
        ["router.match('/user/settings').name": "user"]
      ),
      {
        let router = try Router.make {
          $0.configuration.order = .first
        } routes: {
          LinkRoute.page("/user/:id", name: "user")
          LinkRoute.page("/user/settings", name: "settings")
        }
        #expect(await router.open("/user/settings").name == "user")
      }
    ),
    Row(
      "FJ-29",
      "routes below share path and parameters, and match as a whole",
      script(
        """
        router.route { path = "/play/:id", view = "Play", routes = {
          { name = "feature", path = "feature/:name", view = "Feature" },
        } }
        """,
        [
          "router.open('/play/7/feature/x').pattern": "/play/:id/feature/:name",
          "router.open('/play/7/feature/x').params.id": "7",
          "router.open('/play/7/feature').status": "not_found",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("/play/:id")
            .view { _ in Screen("Play") }
            .children {
              LinkRoute("feature/:name", name: "feature").view { _ in Screen("Feature") }
            }
        }
        let outcome = await router.open("/play/7/feature/x")
        #expect(outcome.params == ["id": .text("7"), "name": .text("x")])
      }
    ),
    Row(
      "FJ-30",
      "a child's path does not start with a slash",
      refused(
        #"router.route { path = "/a", view = "A", routes = { { path = "/b/:id", view = "B" } } }"#,
        [.badPattern],
        saying: "Remove the '/': a child's path is below its parent's."
      )
    ),
    Row(
      "FJ-31",
      "an open builds the leaf's screen only",
      script(
        """
        local built = {}
        local function view(name)
          return function() built[#built + 1] = name; return screen { name } end
        end
        router.route { path = "/a", view = view("A"), routes = { { path = "b", view = view("B") } } }
        router.route { path = "/built", action = function() return table.concat(built, " ") end }
        """,
        ["router.open('/a/b').status": "opened", "router.fetch('/built')": "B"]
      )
    ),
    Row(
      "FJ-32",
      "a name is taken once",
      refused(
        """
        router.route { name = "a", path = "/a", view = "A" }
        router.route { name = "a", path = "/b", view = "B" }
        """,
        [.duplicate],
        saying: "The name 'a' is taken by route '/a' (main.lua:1). Choose another."
      )
    ),
    Row(
      "FJ-33",
      "a route that does nothing is refused",
      refused(
        #"router.route { path = "/a" }"#,
        saying: "Give it a view, an action, a redirect or routes."
      )
    ),
  ]
}
