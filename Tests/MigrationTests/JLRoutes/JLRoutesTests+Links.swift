import Moonroute
import RoutePatterns
import Testing

extension JLRoutesTests {
  /// A router with one route, which reports how a location was parsed.
  @MainActor private static func reader(
    _ setUp: (inout LocationRules) -> Void
  ) throws -> Router {
    try Router.make {
      setUp(&$0.configuration.locationRules)
    } routes: {
      LinkRoute("/**")
        .action { state in
          let query = state.location.query.map { "\($0.name)=\($0.value)" }
          return .text(
            (state.location.segments + query + [state.location.fragment ?? "-"])
              .joined(separator: " ")
          )
        }
    }
  }

  static let links: [Row] = [
    Row(
      "JL-01",
      "the host of an application's own link is a segment",
      script(
        #"router.route { path = "/user/view/:user_id", view = "User" }"#,
        ["router.open('myapp://user/view/min').params.user_id": "min"]
      )
    ),
    Row(
      "JL-02",
      "a dot in the host changes nothing, a scheme's rule does",
      script(
        """
        router.scheme("dropped", { authority = "ignore" })
        router.scheme("hosted", { authority = "host" })
        router.route { path = "**rest", action = function(state)
          return table.concat(state.rest, " ")
        end }
        """,
        [
          "router.fetch('myapp://a.b/foo')": "a.b foo",
          "router.fetch('dropped://a.b/foo')": "foo",
          "router.fetch('hosted://a.b/foo')": "foo",
        ]
      ),
      {
        let standard = try reader { _ in }
        #expect(try await standard.fetch("myapp://a.b/foo") == ["a.b foo -"])
        #expect(try await standard.fetch("myapp://localhost/foo") == ["localhost foo -"])
        let dropped = try reader { $0["myapp"].authority = .ignore }
        #expect(try await dropped.fetch("myapp://a.b/foo") == ["foo -"])
        let hosted = try reader { $0["myapp"].authority = .host([]) }
        #expect(try await hosted.fetch("myapp://a.b/foo") == ["foo -"])
      }
    ),
    Row(
      "JL-03",
      "a web link's host is a host, unless it shall be a segment",
      script(
        #"router.route { path = "/foo", action = function(state) return state.host end }"#,
        ["router.open('http://ab:8080/foo').value": "ab"]
      ),
      {
        let folded = try reader { $0["http"].authority = .segment }
        #expect(try await folded.fetch("http://ab/foo") == ["ab foo -"])
      }
    ),
    Row(
      "JL-04",
      "an empty segment is kept and fits no parameter",
      script(
        #"router.route { path = "/user/:id/view", view = "User" }"#,
        ["router.open('/user//view').status": "not_found"]
      )
    ),
    Row(
      "JL-05",
      "a fragment is neither matched nor part of a value",
      script(
        """
        router.route { path = "/user/:id", action = function(state)
          return state.params.id .. " " .. state.fragment
        end }
        router.route { path = "/about", view = "About" }
        """,
        [
          "router.open('/user/7#section').value": "7 section",
          "router.open('/about#section').status": "opened",
        ]
      )
    ),
    Row(
      "JL-06",
      "a fragment is a query if the scheme says so",
      script(
        """
        router.scheme("myapp", { fragment = "query" })
        router.route { path = "/a", action = function(state)
          return state.query.x, state.query.y, state.query.z
        end }
        """,
        ["router.fetch('myapp://a?x=1#y=2&z=3')": "1 2 3"]
      ),
      {
        let router = try reader { $0["myapp"].fragment = .query }
        #expect(try await router.fetch("myapp://a?x=1#y=2&z=3") == ["a x=1 y=2 z=3 -"])
      }
    ),
    Row(
      "JL-07",
      "a fragment is a path if the scheme says so",
      script(
        """
        router.scheme("myapp", { fragment = "path" })
        router.route { path = "/view/:x", action = function(state)
          return state.params.x, state.query.a, state.query.b
        end }
        """,
        ["router.fetch('myapp://user?b=2#/view/x?a=1')": "x 1 2"]
      ),
      {
        let router = try reader { $0["myapp"].fragment = .path }
        #expect(try await router.fetch("myapp://user#/view/x?a=1") == ["view x a=1 -"])
      }
    ),
    Row(
      "JL-08",
      "a query name without a value is there",
      script(
        #"router.route { path = "/a", action = function(state) return "[" .. state.query.k .. "]" end }"#,
        ["router.open('/a?k').value": "[]", "router.open('/a?k=').value": "[]"]
      )
    ),
    Row(
      "JL-09",
      "a repeated name has a last value and a list",
      script(
        """
        router.route { path = "/a", action = function(state)
          return state.query.k .. " " .. table.concat(state.query_all.k, "+")
        end }
        """,
        ["router.open('/a?k=1&k=2').value": "2 1+2", "router.open('/a?k=1').value": "1 1"]
      )
    ),
    Row(
      "JL-10",
      "a plus is a space in the query only, and an escaped one is a plus",
      script(
        """
        router.route { path = "/a/:x", action = function(state)
          return state.params.x .. "|" .. state.query.q
        end }
        """,
        ["router.open('/a/b+c%2Bd?q=b+c%2Bd').value": "b+c+d|b c+d"]
      )
    ),
    Row(
      "JL-11",
      "a plus is a plus if one says so",
      script(
        """
        router.configure { plus_as_space = false }
        router.route { path = "/a", action = function(state) return state.query.q end }
        """,
        ["router.open('/a?q=b+c').value": "b+c"]
      ),
      {
        let router = try reader { $0.plusAsSpace = false }
        #expect(try await router.fetch("/a?q=b+c") == ["a q=b+c -"])
      }
    ),
  ]
}
