import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  static let patterns: [Row] = [
    Row(
      "FJ-01",
      "a parameter is one segment",
      script(
        #"router.route { name = "user", path = "/users/:userId", view = "User" }"#,
        ["router.open('/users/123').params.userId": "123", "router.can_open('/users')": "false"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/users/:userId", name: "user").view { _ in Screen("User") }
        }
        let outcome = await router.open("/users/123")
        #expect(outcome.match?[text: "userId"] == "123")
      }
    ),
    Row(
      "FJ-02",
      "several parameters, any text in them",
      script(
        #"router.route { path = "/city/school/:sname/class/:cid<int>", view = "Class" }"#,
        [
          "router.open('/city/school/清华大学/class/123').params.sname": "清华大学",
          "router.open('/city/school/清华大学/class/123').params.cid + 1": "124",
          "router.can_open('/city/school/清华大学/class/x')": "false",
        ]
      )
    ),
    Row(
      "FJ-03",
      "the query is never part of the match",
      script(
        #"router.route { path = "/settings/detail", view = "Detail" }"#,
        ["router.open('/settings/detail?p=1&q=2').query.q": "2"]
      )
    ),
    Row(
      "FJ-04",
      "text around parameters, each as short as possible",
      script(
        """
        router.route { path = "/f/:name.:ext", view = "File" }
        router.route { path = "/u-:id", view = "User" }
        """,
        [
          "router.open('/f/x.tar.gz').params.name": "x",
          "router.open('/f/x.tar.gz').params.ext": "tar.gz",
          "router.open('/u-7').params.id": "7",
        ]
      )
    ),
    Row(
      "FJ-05",
      "a name can contain underscores and letters of any script",
      script(
        #"router.route { path = "/u/:user_id/:名字", view = "User" }"#,
        [
          "router.open('/u/7/小雨').params.user_id": "7",
          "router.open('/u/7/小雨').params['名字']": "小雨",
        ]
      )
    ),
    Row(
      "FJ-06",
      "a constraint applies to the whole value",
      script(
        #"""
        router.route { name = "number", path = "/user/:id(\\d+)", view = "User" }
        router.route { name = "word", path = "/user/:id", view = "User" }
        """#,
        [
          "router.match('/user/12').name": "number",
          "router.match('/user/12x').name": "word",
        ]
      ),
      refused(
        #"router.route { path = "/user/:id(a(?=b))", view = "User" }"#,
        [.badPattern],
        saying: "has a constraint with '(?='"
      ),
      {
        let pattern = try RoutePattern(#"/user/:id(\d+)"#)
        #expect(pattern.match(try Location(parsing: "/user/12"))?[text: "id"] == "12")
        #expect(pattern.match(try Location(parsing: "/user/12x")) == nil)
      }
    ),
    Row(
      "FJ-07",
      "a name is used once along a branch",
      refused(
        """
        router.route { path = "/a/:id/:id", view = "A" }
        router.route { path = "/b/:id", view = "B", routes = { { path = ":id", view = "C" } } }
        """,
        [.badPattern, .badPattern],
        saying: "uses the parameter name 'id' twice"
      )
    ),
    Row(
      "FJ-08",
      "parts may be optional, and a tail may be open",
      script(
        """
        router.route { path = "/post/:id(/edit)", view = "Post" }
        router.route { path = "/files/**rest", view = "Files" }
        """,
        [
          "router.open('/post/7').params.id": "7",
          "router.open('/post/7/edit').params.id": "7",
          "table.concat(router.open('/files/a/b').params.rest, '+')": "a+b",
        ]
      )
    ),
    Row(
      "FJ-09",
      "literal text may be of any script, escaped or not",
      script(
        #"router.route { path = "/学校/:name", view = "School" }"#,
        [
          "router.open('/学校/a').status": "opened",
          "router.open('/%E5%AD%A6%E6%A0%A1/a').status": "opened",
        ]
      )
    ),
    Row(
      "FJ-10",
      "an emoji does not shift the following text",
      script(
        #"router.route { path = "/😀/:id", view = "Emoji" }"#,
        ["router.open('/😀/7').params.id": "7", "router.open('/😀/7').params.d": "nil"]
      )
    ),
    Row(
      "FJ-11",
      "white space around patterns and names is removed",
      script(
        #"router.route { name = " pad ", path = " /a ", view = "A" }"#,
        ["router.open('/a').name": "pad", "router.to('pad')": "/a"]
      )
    ),
    Row(
      "FJ-12",
      "empty patterns and names are refused together",
      refused(
        """
        router.route { path = " ", view = "A" }
        router.route { path = "/b", name = "", view = "B" }
        """,
        [.badPattern, .badPattern],
        saying: "main.lua:2: The name of route '/b' is empty. Leave it out."
      ),
      {
        let problems = #expect(throws: RouteProblems.self) { try RouterRules().add(.page(" ")) }
        #expect(problems?.problems.map(\.code) == [.badPattern])
      }
    ),
    Row(
      "FJ-13",
      "a query in a pattern is refused",
      refused(
        #"router.route { path = "/a?x=1", view = "A" }"#,
        [.badPattern],
        saying: "A pattern has no query"
      )
    ),
    Row(
      "FJ-14",
      "a first-level pattern may leave its slash out",
      script(
        #"router.route { path = "login", view = "Login" }"#,
        ["router.open('/login').status": "opened"]
      )
    ),
    Row(
      "FJ-15",
      "a trailing slash says nothing",
      script(
        #"router.route { path = "/login/", view = "Login" }"#,
        ["router.open('/login').status": "opened", "router.open('/login/').status": "opened"]
      )
    ),
    Row(
      "FJ-16",
      "case counts unless the route ignores it",
      script(
        """
        router.route { path = "/Exact", view = "A" }
        router.route { path = "/Loose/:id", view = "B", case_sensitive = false }
        """,
        [
          "router.can_open('/exact')": "false",
          "router.open('/LOOSE/aB').params.id": "aB",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute.page("/Loose").with { $0.isCaseSensitive = false }
        }
        #expect(await router.open("/lOOSE").status == .opened)
      }
    ),
    Row(
      "FJ-17",
      "two spellings of one pattern are a mistake",
      refused(
        """
        router.route { path = "/user/:id", view = "A" }
        router.route { path = "/user/:uid", view = "B" }
        """,
        [.duplicate],
        saying: "Route '/user/:uid' is never reached because of '/user/:id' (main.lua:1)."
      )
    ),
  ]
}
