import Moonroute
import RoutePatterns
import Testing

extension FJRouterTests {
  static let redirects: [Row] = [
    Row(
      "FJ-42",
      "pass, guard and new have one answer each",
      script(
        """
        router.route { path = "/pass", view = "A", redirect = function() return true end }
        router.route { path = "/stop", view = "B", redirect = function() return false, "no entry" end }
        router.route { path = "/new", view = "C", redirect = function() return "/pass" end }
        """,
        [
          "router.open('/pass').status": "opened",
          "router.open('/stop').status": "intercepted",
          "router.open('/stop').reason": "no entry",
          "router.open('/new').location": "/pass",
        ]
      ),
      {
        let router = try Router.make {
          LinkRoute("/pass")
            .view { _ in Screen("A") }
            .guarded { _ in .proceed }
          LinkRoute("/stop")
            .view { _ in Screen("B") }
            .guarded { _ in .stop("no entry") }
          LinkRoute("/new")
            .view { _ in Screen("C") }
            .guarded { _ in .open("/pass") }
        }
        #expect(await router.open("/pass").status == .opened)
        #expect(await router.open("/stop").reason == "no entry")
        #expect(await router.open("/new").redirects.map(\.description) == ["/pass"])
      }
    ),
    Row(
      "FJ-43",
      "all redirects of the branch run, the parent's first, in order",
      script(
        """
        local asked = {}
        local function note(name)
          return function() asked[#asked + 1] = name end
        end
        router.route { path = "/a", view = "A", redirect = { note("one"), note("two") }, routes = {
          { path = "b", view = "B", redirect = note("three") },
        } }
        router.route { path = "/asked", action = function() return table.concat(asked, " ") end }
        """,
        ["router.open('/a/b').status": "opened", "router.fetch('/asked')": "one two three"]
      )
    ),
    Row(
      "FJ-44",
      "a redirect sees its own route and the target",
      script(
        """
        session.seen = {}
        router.route { name = "shop", path = "/:shop", view = "Shop",
          redirect = function(state, target)
            session.seen = { state.name, state.params.item, target.name, target.params.item }
          end,
          routes = { { name = "item", path = ":item", view = "Item" } },
        }
        router.route { path = "/x/y/seen", action = function()
          return tostring(session.seen[1]) .. " " .. tostring(session.seen[2]) .. " "
            .. session.seen[3] .. " " .. session.seen[4]
        end }
        """,
        ["router.open('/a/7').status": "opened", "router.fetch('/x/y/seen')": "shop nil item 7"]
      )
    ),
    Row(
      "FJ-45",
      "a redirect that raises ends the open, with its line",
      script(
        """
        router.route {
          path = "/a", view = "A",
          redirect = function() error("no session") end,
        }
        """,
        [
          "router.open('/a').status": "failed",
          "router.open('/a').error.code": "script_error",
          "router.open('/a').error.line": "3",
          "stage.depth()": "0",
        ]
      ),
      {
        struct NoSession: Error {}
        let router = try Router.make {
          LinkRoute("/a")
            .view { _ in Screen("A") }
            .guarded { _ in throw NoSession() }
        }
        #expect(await router.open("/a").status == .failed)
      }
    ),
    Row(
      "FJ-46",
      "a target that is not a location ends the open",
      script(
        #"router.route { path = "/a", view = "A", redirect = function() return "/b/%FF" end }"#,
        ["router.open('/a').error.code": "bad_location", "stage.depth()": "0"]
      )
    ),
    Row(
      "FJ-47",
      "a target is text that looks like a location",
      script(
        """
        router.route { name = "login", path = "/login", view = "Login" }
        router.route { path = "/a", view = "A", redirect = function() return "login" end }
        router.route { path = "/b", view = "B", redirect = function() return router.to("login") end }
        """,
        [
          "router.open('/a').error.message":
            "'/a' returned 'login', which is not a location. Start it with '/', or use router.to(name).",
          "router.open('/b').location": "/login",
        ]
      )
    ),
    Row(
      "FJ-48",
      "nil means go on, blank text is an error",
      script(
        """
        router.route { path = "/a", view = "A", redirect = function() return nil end }
        router.route { path = "/b", view = "B", redirect = function() return " " end }
        """,
        ["router.open('/a').status": "opened", "router.open('/b').status": "failed"]
      )
    ),
    Row(
      "FJ-49",
      "a redirect keeps extra, and the query with an option",
      script(
        """
        local function tell(state)
          return tostring(state.extra) .. " " .. tostring(state.query.q) .. " "
            .. tostring(state.redirected_from)
        end
        router.route { path = "/end", action = tell }
        router.route { path = "/a", redirect = "/end" }
        router.route { path = "/b", redirect = "/end", keep_query = true }
        """,
        [
          "router.open('/a?q=1', { extra = 'x' }).value": "x nil /a?q=1",
          "router.open('/b?q=1', { extra = 'x' }).value": "x 1 /b?q=1",
        ]
      )
    ),
  ]
}
