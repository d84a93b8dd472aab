import Moonroute
import RoutePatterns
import Testing

extension JLRoutesTests {
  private static let things = """
    router.route { name = "global", path = "/foo", view = "Global" }
    router.route { name = "rest", path = "/rest", view = "Rest" }
    router.route { name = "thing", path = "/foo", scheme = "thing", view = "Thing" }
    router.route { name = "stuff", path = "stuff://foo", view = "Stuff" }
    """

  static let namespaces: [Row] = [
    Row(
      "JL-31",
      "a route may belong to a scheme",
      script(
        things,
        [
          "router.open('/foo').name": "global",
          "router.open('thing://foo').name": "thing",
          "router.open('stuff://foo').name": "stuff",
          "router.open('other://foo').name": "global",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/foo", name: "thing").with { $0.scheme = "thing" }
          LinkRoute.page("stuff://foo", name: "stuff")
        }
        #expect(await router.open("thing://foo").name == "thing")
        #expect(await router.open("stuff://foo").name == "stuff")
      }
    ),
    Row(
      "JL-32",
      "a scheme with its own routes does not fall back without an option",
      script(
        """
        router.route { path = "/rest", view = "Rest" }
        router.scheme("thing", { fallback = true }).route { path = "/foo", view = "Foo" }
        """,
        ["router.open('thing://rest').status": "opened"]
      ),
      script(things, ["router.open('thing://rest').status": "not_found"]),
      {
        let router = try Router.make {
          $0.configuration.fallback["thing"] = true
        } routes: {
          LinkRoute.page("/rest")
          LinkRoute.page("thing://foo")
        }
        #expect(await router.open("thing://rest").status == .opened)
      }
    ),
    Row(
      "JL-33",
      "web links fall back",
      script(
        things + #"""

          router.route { path = "https://example.com/foo", name = "web", view = "Web" }
          """#,
        [
          "router.open('https://example.com/foo').name": "web",
          "router.open('https://example.com/rest').name": "rest",
        ]
      )
    ),
    Row(
      "JL-34",
      "a query about a scheme changes nothing",
      script(
        things,
        [
          "router.can_open('new://rest')": "true",
          "router.match('new://nope') == nil": "true",
          "router.open('new://rest').name": "rest",
        ]
      )
    ),
    Row(
      "JL-35",
      "a scheme's case says nothing",
      script(things, ["router.open('THING://foo').name": "thing"])
    ),
  ]

  static let order: [Row] = [
    Row(
      "JL-36",
      "priority first, higher before lower, including negative ones",
      script(
        """
        router.route { name = "low", path = "/a", priority = -1, view = "Low" }
        router.route { name = "zero", path = "/:x", view = "Zero" }
        router.route { name = "high", path = "/**", priority = 5, view = "High" }
        """,
        ["router.open('/a').name": "high"]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/a", name: "low").with { $0.priority = -1 }
          LinkRoute.page("/:x", name: "zero")
        }
        #expect(await router.open("/a").name == "zero")
      }
    ),
    Row(
      "JL-37",
      "then the more exact pattern, or the first",
      script(
        """
        router.route { name = "any", path = "/user/:id", view = "User" }
        router.route { name = "me", path = "/user/me", view = "Me" }
        """,
        ["router.open('/user/me').name": "me"]
      ),
      {
        let router = try Router.make {
          $0.configuration.order = .first
        } routes: {
          LinkRoute.page("/user/:id", name: "any")
          LinkRoute.page("/user/me", name: "me")
        }
        #expect(await router.open("/user/me").name == "any")
      }
    ),
    Row(
      "JL-38",
      "a pattern can be used twice if the first may decline",
      script(
        """
        router.route { path = "/a", action = function() return false end }
        router.route { path = "/a", action = function() return "second" end }
        """,
        ["router.open('/a').value": "second"]
      ),
      refused(
        """
        router.route { path = "/a", view = "A" }
        router.route { path = "/a", view = "B" }
        """,
        [.duplicate]
      )
    ),
  ]
}
