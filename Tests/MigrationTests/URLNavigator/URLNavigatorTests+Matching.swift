import Moonroute
import RoutePatterns
import Testing

extension URLNavigatorTests {
  static let matching: [Row] = [
    Row(
      "UN-12",
      "slashes at the end go, empty segments stay",
      script(
        #"router.route { path = "/a/:x/b/", view = "A" }"#,
        [
          "router.open('/a/1/b').status": "opened",
          "router.open('/a/1/b/').status": "opened",
          "router.open('/a//b').status": "not_found",
        ]
      )
    ),
    Row(
      "UN-13",
      "a link within a link keeps its slashes",
      script(
        """
        router.route { path = "/web/:url", action = function(s) return s.params.url end }
        router.route { path = "/open/**rest", action = function(s) return table.concat(s.rest, "/") end }
        """,
        [
          "router.open('/web/https%3A%2F%2Fexample.com%2Fa').value": "https://example.com/a",
          "router.open('/open/https://example.com/a').value": "https://example.com/a",
        ]
      )
    ),
    Row(
      "UN-14",
      "a pattern without a scheme fits every scheme",
      script(
        """
        router.route { name = "any", path = "/user/:id", view = "User" }
        """,
        [
          "router.open('/user/7').name": "any",
          "router.open('myapp://user/7').name": "any",
          "router.open('https://example.com/user/7').name": "any",
        ]
      )
    ),
    Row(
      "UN-15",
      "the host of a web link is a host",
      script(
        """
        router.route { name = "one", path = "https://example.com/user/:id", view = "User" }
        router.route { name = "sub", path = "https://*.example.com/user/:id", view = "User" }
        local tenant
        router.route { path = "https://:tenant.example.org/user",
          redirect = function(state) tenant = state.params.tenant end,
          routes = { { path = ":id", action = function(state)
            return tenant .. " " .. state.params.tenant .. " " .. state.params.id
          end } },
        }
        """,
        [
          "router.open('https://EXAMPLE.com/user/7').name": "one",
          "router.open('https://shop.example.com/user/7').name": "sub",
          "router.open('https://shop.example.org/user/7').value": "shop shop 7",
          "router.open('https://other.com/user/7').status": "not_found",
        ]
      ),
      {
        let pattern = try RoutePattern("https://:tenant.example.com/user/:id")
        let match = pattern.match(try Location(parsing: "https://shop.example.com/user/7"))
        #expect(match?[text: "tenant"] == "shop")
      }
    ),
    Row(
      "UN-16",
      "text and values are decoded",
      script(
        #"router.route { path = "/é/:x", view = "E" }"#,
        [
          "router.open('/%C3%A9/a%20b').params.x": "a b",
          "router.can_open('/É/a')": "false",
        ]
      )
    ),
    Row(
      "UN-17",
      "the winner is the same on every run",
      script(
        """
        router.route { name = "late", path = "/:a/b/c", view = "Late" }
        router.route { name = "early", path = "/a/:b/c", view = "Early" }
        """,
        ["router.match('/a/b/c').name": "early"]
      ),
      {
        for _ in 0..<20 {
          let table = RouteTable([
            RouteTable.Entry(pattern: try RoutePattern("/:a/b/c")),
            RouteTable.Entry(pattern: try RoutePattern("/a/:b/c")),
          ])
          #expect(table.match(try Location(parsing: "/a/b/c"))?.entry == 1)
        }
      }
    ),
    Row(
      "UN-18",
      "a more exact route wins over one with more text behind",
      script(
        """
        router.route { name = "rest", path = "/a/**/z", view = "Rest" }
        router.route { name = "any", path = "/a/:x/z", view = "Any" }
        router.route { name = "number", path = "/a/:x<int>/z", view = "Number" }
        """,
        [
          "router.match('/a/7/z').name": "number",
          "router.match('/a/x/z').name": "any",
          "router.match('/a/x/y/z').name": "rest",
        ]
      )
    ),
  ]
}
