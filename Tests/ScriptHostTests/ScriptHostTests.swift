import Moonroute
import RoutePatterns
import ScriptHost
import Testing

@Suite struct ScriptHostTests {
  @Test func `an application of scripts opens links`() async throws {
    let host = try ScriptHost(
      .texts([
        "main.lua": """
        require "routes.cart"
        router.route {
          name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" },
          routes = {
            { name = "product", path = "product/:id<int>", view = function(state)
                return screen { "Product", title = "Product " .. state.params.id }
              end,
              animator = animator.refresh { apply = function(page, state) page.title = "Product " .. state.params.id end } },
            { name = "orders", path = "orders", view = "Orders", redirect = function(state)
                if not session.user then return router.to("login", nil, { back = state.location }) end
              end },
          },
        }
        router.route { name = "login", path = "/login", view = "Login" }
        router.route { name = "ping", path = "/ping/:n<int>", action = function(state) return state.params.n + 1 end }
        router.route { name = "twice", path = "/twice", action = function() local o = router.open("/ping/4"); return o.value, o.status end }
        """,
        "routes/cart.lua": "router.route { name = 'cart', path = '/cart', view = 'Cart' }",
      ]),
      in: .patient()
    )
    try await host.load()
    let application = host.router
    #expect(await application.open("/").status == .opened)
    #expect(await application.open("/product/7").screen?.caption == "Product 7")
    #expect(await application.open("/product/8").animator == "refresh")
    let orders = await application.open("/orders")
    #expect(orders.name == "login")
    #expect(orders.location?.description == "/login?back=/orders")
    #expect(await application.open("/ping/4").values == [5])
    let twice = await application.open("/twice")
    #expect(twice.error == nil)
    #expect(twice.values == [5, "handled"])
    #expect(try await host.evaluate("router.open('/cart').status") == ["opened"])
    #expect(
      try await host.evaluate("tostring(stage)") == [
        """
        window
        └─ stack
           ├─ Home  /
           ├─ Product 8  /product/8
           ├─ Login  /login?back=/orders
           └─ Cart  /cart  ◀ top
        """
      ]
    )
  }

  @Test func `every error is found with its line`() async throws {
    let host = try ScriptHost(
      .texts([
        "main.lua": """
        router.route {
          nam = "home",
          path = "/",
          view = "Home",
        }
        router.route { name = "a", path = "/a/:", view = "A" }
        router.route { name = "b", path = "/b", view = "B" }
        router.route { name = "b", path = "/c", view = "C" }
        """,
        "other.lua": "local = 3",
      ]),
      in: .patient()
    )
    do {
      try await host.load()
      Issue.record("loaded")
    } catch let problems {
      #expect(problems.problems.map { $0.site?.line } == [2, 6, 8, 1])
    }
  }
}
