import Moonroute
import RoutePatterns
import Testing

extension RoutingTests {
  private static let told = """
    router.route { path = "/two/:id", action = function(state)
      return state.params.id .. " " .. tostring(state.query.a) .. " " .. tostring(state.query.old)
        .. " " .. tostring(state.extra)
    end }
    """

  static let proxies: [Row] = [
    Row(
      "RT-21",
      "a proxy that returns nothing passes to the next one",
      script(
        """
        local asked = {}
        router.proxy("/*", function(state) asked[#asked + 1] = "one " .. state.path end)
        router.proxy("/a", function() asked[#asked + 1] = "two" end)
        router.route { path = "/a", action = function() return table.concat(asked, ", ") end }
        """,
        ["router.open('/a').value": "one /a, two"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/a").action { _ in "handled" }
        }
        try router.addRewriter("/*", .immediate { _ in .proceed })
        #expect(try await router.fetch("/a") == ["handled"])
      }
    ),
    Row(
      "RT-22",
      "a rewrite skips the other proxies",
      script(
        told + #"""

          router.proxy("/one/:id", function(state)
            return router.rewrite { "/two/" .. state.params.id, query = { a = "1" }, extra = "data" }
          end)
          router.proxy("/*", function(state) if state.path ~= "/two/9" then return "/two/9" end end)
          """#,
        ["router.open('/one/7').value": "7 1 nil data"]
      ),
      {
        let router = try Router.make {
          LinkRoute("/two/:id").action { $0.params["id"] ?? .null }
        }
        let target = try Location(parsing: "/two/7")
        try router.addRewriter("/one/7", .immediate { _ in .rewrite(to: target) })
        #expect(try await router.fetch("/one/7") == ["7"])
      }
    ),
    Row(
      "RT-23",
      "a rewrite carries extra along, and the query it is given",
      script(
        told + #"""

          router.proxy("/one", function(state)
            return router.rewrite { "/two/7?a=0", query = { a = "1", old = state.query.old } }
          end)
          router.proxy("/plain", function() return router.rewrite { "/two/7?a=0" } end)
          """#,
        [
          "router.open('/one?old=2', { extra = 'kept' }).value": "7 1 2 kept",
          "router.open('/plain?old=2', { extra = 'kept' }).value": "7 0 nil kept",
        ]
      )
    ),
    Row(
      "RT-24",
      "a plain location starts again, including proxies",
      script(
        told + #"""

          router.proxy("/one/:id", function(state) return "/between/" .. state.params.id end)
          router.proxy("/between/:id", function(state) return "/two/" .. state.params.id end)
          """#,
        ["router.open('/one/7').location": "/two/7", "#router.open('/one/7').redirects": "2"]
      )
    ),
    Row(
      "RT-25",
      "a proxy may be a pattern and a target",
      script(
        told + "\nrouter.proxy(\"/old/:id\", \"/two/:id\")",
        ["router.open('/old/a%2Fb').location": "/two/a%2Fb"]
      ),
      {
        let router = try Router.make {
          try $0.addRewriter("/old/:id", decision: .fixed("/two/:id"))
        } routes: {
          LinkRoute.page("/two/:id")
        }
        #expect(await router.open("/old/7").location?.description == "/two/7")
      }
    ),
    Row(
      "RT-26",
      "proxies run in the written order, or in reverse",
      script(
        """
        local asked = ""
        router.proxy("/*", function() asked = asked .. "1" end)
        router.proxy("/*", function() asked = asked .. "2" end)
        router.proxy("/*", function() asked = asked .. "3" end, { priority = 1 })
        router.route { path = "/a", action = function() return asked end }
        """,
        ["router.open('/a').value": "312"]
      ),
      script(
        """
        router.configure { order = "last" }
        local asked = ""
        router.proxy("/*", function() asked = asked .. "1" end)
        router.proxy("/*", function() asked = asked .. "2" end)
        router.route { path = "/a", action = function() return asked end }
        """,
        ["router.open('/a').value": "21"]
      )
    ),
    Row(
      "RT-27",
      "a proxy may stop an open",
      script(
        """
        router.proxy("/a", function() return false, "closed" end)
        router.route { path = "/a", view = "A" }
        """,
        ["router.open('/a').status": "intercepted", "router.open('/a').reason": "closed"]
      )
    ),
    Row(
      "RT-28",
      "a proxy sees its own pattern's captures",
      script(
        """
        local seen
        router.proxy("/:kind/:id<int>", function(state) seen = state.params.kind .. state.params.id end)
        router.route { path = "/user/:name", action = function() return seen end }
        """,
        ["router.open('/user/7').value": "user7"]
      )
    ),
    Row(
      "RT-29",
      "without a match, the proxies have run and the outcome shows it",
      script(
        #"router.proxy("/a", function() return router.rewrite { "/nowhere" } end)"#,
        [
          "router.open('/a').status": "not_found",
          "router.open('/a').location": "/nowhere",
          "router.open('/a').steps[2].step": "proxy",
        ]
      )
    ),
    Row(
      "RT-30",
      "a login that continues to its target needs no nested text",
      script(
        """
        router.proxy("/*/privilegedinfo", function(state)
          if not session.user then
            return router.to("login", nil, { callback = state.location })
          end
        end)
        router.route { name = "login", path = "/present/login", view = "Login" }
        router.route { name = "info", path = "/push/privilegedinfo", view = "Info" }
        router.route { path = "/done", action = function()
          session.user = "jonas"
          return router.open(stage.top().state.query.callback).name
        end }
        """,
        [
          "router.open('app://push/privilegedinfo?a=1&b=2').name": "login",
          "stage.top().state.query.callback": "app://push/privilegedinfo?a=1&b=2",
          "router.fetch('/done')": "info",
        ]
      )
    ),
  ]
}
