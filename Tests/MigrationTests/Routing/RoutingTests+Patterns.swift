import Moonroute
import RoutePatterns
import Testing

extension RoutingTests {
  private static let route = """
    router.route { path = "app://route/:argument", action = function(state)
      return state.params.argument
    end }
    """

  static let patterns: [Row] = [
    Row(
      "RT-01",
      "a scheme in a pattern binds the route to it",
      script(route, ["router.open('app://route/one').value": "one"]),
      {
        let router = try Router.make {
          LinkRoute("app://route/:argument").action { $0.params["argument"] ?? .null }
        }
        #expect(try await router.fetch("app://route/one") == ["one"])
      }
    ),
    Row(
      "RT-02",
      "a pattern fits whole locations only",
      script(
        route,
        [
          "router.can_open('app://route/one/extra')": "false",
          "router.can_open('app://routes/one')": "false",
          "router.can_open('xapp://route/one')": "false",
          "router.can_open('app://o/app://route/one')": "false",
        ]
      )
    ),
    Row(
      "RT-03",
      "a scheme has no case, a segment has",
      script(
        route + #"""

          router.route { path = "app://loose", case_sensitive = false, view = "Loose" }
          """#,
        [
          "router.open('APP://route/One').value": "One",
          "router.can_open('app://ROUTE/one')": "false",
          "router.can_open('app://LOOSE')": "true",
        ]
      )
    ),
    Row(
      "RT-04",
      "a pattern without a scheme fits every scheme and host",
      script(
        #"router.route { path = "/route/one", view = "One" }"#,
        [
          "router.can_open('app://route/one')": "true",
          "router.can_open('https://example.com/route/one')": "true",
          "router.can_open('app://host/route/one')": "false",
        ]
      )
    ),
    Row(
      "RT-05",
      "a star is one segment, two are any number",
      script(
        """
        router.route { path = "/*/info", view = "Info" }
        router.route { path = "/deep/**/info", view = "Deep" }
        """,
        [
          "router.can_open('app://push/info')": "true",
          "router.can_open('app://info')": "false",
          "router.can_open('app://deep/info')": "true",
          "router.can_open('app://deep/a/b/info')": "true",
        ]
      )
    ),
    Row(
      "RT-06",
      "a star at the end matches the rest",
      script(
        """
        router.route { name = "all", path = "/*", view = "All" }
        router.route { name = "app", path = "app://*", view = "App" }
        """,
        [
          "router.open('').name": "all",
          "router.open('/a/b').name": "all",
          "router.open('app://').name": "app",
          "router.open('app:/x').name": "app",
        ]
      )
    ),
    Row(
      "RT-07",
      "a dot is a dot",
      script(
        #"router.route { path = "app://a.b", view = "Dot" }"#,
        ["router.can_open('app://a.b')": "true", "router.can_open('app://axb')": "false"]
      )
    ),
    Row(
      "RT-08",
      "a pattern names no port, a location may",
      refused(#"router.route { path = "http://localhost:8080/x", view = "X" }"#, [.badPattern]),
      script(
        #"router.route { path = "http://localhost/x", view = "X" }"#,
        [
          "router.can_open('http://localhost:8080/x')": "true",
          "router.can_open('http://localhostZ/x')": "false",
        ]
      )
    ),
    Row(
      "RT-09",
      "a broken pattern and one with a query are refused",
      refused(
        """
        router.route { path = "app://(a", view = "A" }
        router.route { path = "app://r?x=1", view = "R" }
        """,
        [.badPattern, .badPattern]
      ),
      {
        #expect(throws: PatternError.self) { try RoutePattern("app://(a") }
      }
    ),
    Row(
      "RT-10",
      "values are decoded, and contain no fragment",
      script(
        #"router.route { path = "/a/:id", action = function(state) return state.params.id end }"#,
        ["router.open('/a/1%20%C3%A9#frag').value": "1 é"]
      )
    ),
    Row(
      "RT-11",
      "a hyphen ends a name",
      script(
        """
        router.route { path = "/u/:user_id", view = "User" }
        router.route { path = "/l/:from-:to", view = "Line" }
        """,
        [
          "router.open('/u/7').params.user_id": "7",
          "router.open('/l/a-b').params.to": "b",
        ]
      )
    ),
    Row(
      "RT-12",
      "query and segments are apart, and merged in all",
      script(
        """
        router.route { path = "/a/:x", action = function(state)
          return state.query.x .. state.params.x .. state.all.x .. "[" .. state.query.k .. "]"
        end }
        """,
        ["router.open('/a/2?x=0&x=1&k').value": "122[]"]
      )
    ),
  ]
}
