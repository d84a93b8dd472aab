import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  private static let user = #"router.route { name = "user", path = "/user/:id", view = "User" }"#

  static let names: [Row] = [
    Row(
      "FJ-34",
      "a location is made of a name and parameters",
      script(
        user,
        [
          "router.to('user', { id = 7 }, { tab = 'posts' })": "/user/7?tab=posts",
          "router.open(router.to('user', { id = 7 })).params.id": "7",
        ]
      ),
      {
        let router = try Router.make { LinkRoute.page("/user/:id", name: "user") }
        let location = try router.location(to: "user", ["id": 7], query: ["tab": "posts"])
        #expect(await router.open(location).match?[text: "id"] == "7")
      }
    ),
    Row(
      "FJ-35",
      "an unknown name is an error with the nearest one",
      script(
        user,
        [
          "select(2, pcall(router.to, 'usr')).code": "unknown_name",
          "select(2, pcall(router.to, 'usr')).message":
            "No route is named 'usr'. Did you mean 'user'?",
        ]
      )
    ),
    Row(
      "FJ-36",
      "a missing parameter is named",
      script(user, ["select(2, pcall(router.to, 'user')).code": "missing_parameter"])
    ),
    Row(
      "FJ-37",
      "an extra parameter is an error",
      script(
        user,
        [
          "select(2, pcall(router.to, 'user', { id = 1, ids = 2 })).message":
            "'/user/:id' has no parameter 'ids'. It takes id."
        ]
      )
    ),
    Row(
      "FJ-38",
      "every text round-trips",
      script(
        user,
        [
          "router.to('user', { id = 'a/b?c#d %E6' })": "/user/a%2Fb%3Fc%23d%20%25E6",
          "router.open(router.to('user', { id = 'a/b?c#d %E6' })).params.id": "a/b?c#d %E6",
        ]
      )
    ),
    Row(
      "FJ-39",
      "values that would not round-trip are refused",
      script(
        user,
        [
          "select(2, pcall(router.to, 'user', { id = '' })).code": "bad_location",
          "select(2, pcall(router.to, 'user', { id = '..' })).code": "bad_location",
        ]
      )
    ),
    Row(
      "FJ-40",
      "query, lists and fragment round-trip",
      script(
        """
        router.route { name = "find", path = "/find", action = function(state)
          return state.query.q .. " " .. table.concat(state.query_all.tag, "+") .. " " .. state.fragment
        end }
        """,
        [
          "router.open(router.to('find', nil, { q = 'a+b&c=d', tag = { 'x', 'y' } }, { fragment = 'top' })).value":
            "a+b&c=d x+y top"
        ]
      )
    ),
    Row(
      "FJ-41",
      "a location is checked before it is used",
      {
        #expect(throws: LocationError.self) { try Location(parsing: "/a/%FF") }
        let location = try Location(parsing: "/a/../b/")
        #expect(location.description == "/b")
      }
    ),
  ]
}
