import Moonroute
import RoutePatterns
import Testing

extension ReerRouterTests {
  /// A router that accepts only links of one host.
  @MainActor private static func hosted(
    _ host: String,
    @RouteBuilder routes: () -> [LinkRoute]
  ) throws -> Router {
    try Router.make {
      try $0.configuration.setScheme("myapp", hosts: [host])
    } routes: {
      routes()
    }
  }

  static let keys: [Row] = [
    Row(
      "RR-01",
      "a key of host and path is a path",
      script(
        """
        router.route { name = "user", path = "user", view = "User" }
        router.route { name = "xy", path = "x/y", view = "XY" }
        """,
        [
          "router.open('myapp://user?name=phoenix').name": "user",
          "router.open('myapp://x/y').name": "xy",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("user", name: "user").view { _ in Screen("User") }
        }
        #expect(await router.open("myapp://user?name=phoenix").name == "user")
      }
    ),
    Row(
      "RR-02",
      "a slash at the end says nothing",
      script(
        """
        router.route { path = "user", view = "User" }
        router.route { path = "x/y", view = "XY" }
        """,
        [
          "router.open('myapp://user/').status": "opened",
          "router.open('myapp://x/y/').status": "opened",
        ]
      )
    ),
    Row(
      "RR-03",
      "a slash at the beginning says nothing",
      script(
        #"router.route { path = "/user", view = "User" }"#,
        [
          "router.open('myapp://user').status": "opened",
          "router.open('myapp:///user').status": "opened",
        ]
      )
    ),
    Row(
      "RR-04",
      "a key of the path alone belongs to a scheme with hosts",
      script(
        """
        local app = router.scheme("myapp", { hosts = { "phoenix.com" } })
        app.route { path = "user", view = "User" }
        app.route { path = "/path", view = "Path" }
        """,
        [
          "router.open('myapp://phoenix.com/user?name=x').status": "opened",
          "router.open('myapp://phoenix.com/path').status": "opened",
          "router.open('myapp://other.com/user').status": "not_found",
          "router.open('myapp://user').status": "not_found",
        ]
      ),
      {
        let router = try hosted("phoenix.com") {
          LinkRoute.page("user")
          LinkRoute.page("/path")
        }
        #expect(await router.open("myapp://phoenix.com/user?name=x").status == .opened)
        #expect(await router.open("myapp://phoenix.com/path").status == .opened)
        #expect(await router.open("myapp://other.com/user").status == .notFound)
        #expect(await router.open("myapp://user").status == .notFound)
      }
    ),
    Row(
      "RR-05",
      "a path may begin with the host's text",
      {
        let router = try hosted("app") { LinkRoute.page("apple") }
        #expect(await router.open("myapp://app/apple").status == .opened)
        #expect(await router.open("myapp://apple").status == .notFound)
      }
    ),
    Row(
      "RR-06",
      "the host may be set after the routes",
      {
        let router = try Router.make { LinkRoute.page("user") }
        try router.rules.configuration.setScheme("myapp", hosts: ["phoenix.com"])
        #expect(await router.open("myapp://phoenix.com/user").status == .opened)
        #expect(await router.open("myapp://other.com/user").status == .notFound)
      }
    ),
    Row(
      "RR-07",
      "case counts, but not in schemes and hosts",
      script(
        #"router.route { path = "user/Me", view = "User" }"#,
        [
          "router.can_open('MYAPP://user/Me')": "true",
          "router.can_open('myapp://user/me')": "false",
        ]
      ),
      {
        let router = try hosted("phoenix.com") { LinkRoute.page("user") }
        #expect(await router.open("myapp://PHOENIX.com/user").status == .opened)
      }
    ),
    Row(
      "RR-08",
      "a scheme that is not meant is not found",
      script(
        """
        router.group { scheme = "myapp", routes = { { path = "user", view = "User" } } }
        """,
        [
          "router.can_open('myapp://user')": "true",
          "router.can_open('other://user')": "false",
          "router.can_open('/user')": "false",
        ]
      )
    ),
    Row(
      "RR-09",
      "a key may have parameters",
      script(
        #"router.route { path = "user/:id<int>", view = "User" }"#,
        [
          "router.open('myapp://user/7').params.id": "7",
          "router.can_open('myapp://user/x')": "false",
        ]
      )
    ),
    Row(
      "RR-10",
      "a key is written once and then used by name",
      script(
        #"router.route { name = "user", path = "user", view = "User" }"#,
        [
          "router.open('user').name": "user",
          "router.open(router.to('user', nil, { name = 'apple' })).location": "/user?name=apple",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("user", name: "user") }
        let location = try router.location(to: "user", query: ["name": "apple"])
        #expect(await router.open(location).location?.description == "/user?name=apple")
      }
    ),
  ]

  static let params: [Row] = [
    Row(
      "RR-11",
      "the state has the parts of the link, decoded",
      script(
        """
        router.route { path = "over/there", action = function(state)
          return state.scheme .. " " .. state.path .. " " .. state.query.name .. " " .. state.fragment
            .. " " .. state.extra.id .. " " .. state.location
        end }
        """,
        [
          "router.open('myapp://over/there?name=a%20b#nose', { extra = { id = 7 } }).value":
            "myapp /over/there a b nose 7 myapp://over/there?name=a%20b#nose"
        ]
      )
    ),
    Row(
      "RR-12",
      "passed values win over the link's",
      script(
        #"router.route { path = "a", action = function(state) return state.all.name end }"#,
        ["router.open('myapp://a?name=link', { extra = { name = 'code' } }).value": "code"]
      ),
      {
        let router = try Router.make {
          LinkRoute("a")
            .action { state in
              state.params.merging(state.extra.table?.fields ?? [:]) { $1 }["name"] ?? .null
            }
        }
        let options = OpenOptions(extra: ["name": "code"])
        #expect(await router.open("myapp://a?name=link", options: options).values == ["code"])
      }
    ),
    Row(
      "RR-13",
      "a name without a value is there, of several the last counts",
      script(
        """
        router.route { path = "a", action = function(state)
          return "[" .. state.query.k .. "] " .. state.query.d .. " " .. state.query.p
        end }
        """,
        ["router.open('myapp://a?k&d=1&d=2&p=x+y').value": "[] 2 x y"]
      )
    ),
    Row(
      "RR-14",
      "any text is read, white space around it dropped",
      script(
        #"router.route { path = "搜索/:word", action = function(state) return state.params.word end }"#,
        ["router.open(' myapp://搜索/你 好 ').value": "你 好"]
      )
    ),
  ]
}
