/// A small application that uses every feature.
enum Shop {
  static let files = [
    "main.lua": main, "routes/cart.lua": cart, "auth.lua": auth, "spec/shop_spec.lua": spec,
  ]

  static let main = """
    local auth = require "auth"
    require "routes.cart"

    router.route { name = "home", path = "/", view = "Home", tags = { "public" } }
    router.route {
      name = "product",
      path = "/product/:id<int>",
      redirect = auth.required,
      view = function(state)
        return screen { "Product", title = "Product " .. state.params.id }
      end,
      routes = {
        { name = "product.sizes", path = "sizes/:system<eu|us>", view = "Sizes" },
      },
    }
    router.route { name = "login", path = "/login", view = "Login" }
    router.route { path = "/p/:id<int>", redirect = "/product/:id" }
    router.guard("product", function(state)
      return state.params.id > 0
    end)
    events.declare { name = "seek", path = "/seek/:at<number>" }
    events.on("seek", function() session.count = resources.get("count") end)

    """

  static let cart = """
    local function kind(name) return "prod" .. name end

    router.route {
      name = "cart",
      path = "/cart",
      view = function()
        resources.put { name = "count", path = "/count", value = 1 }
        events.emit("seek", nil, { params = { at = 1 } })
        return screen {
          "Cart",
          title = "product",
          body = { { "link", "First", to = router.to("product", { id = 1 }) } },
          other = router.to("prod" .. "uct", { id = 2 }),
          label = kind("uct"),
        }
      end,
    }

    """

  static let auth = """
    local M = {}

    function M.required(state)
      if not session.user then
        return router.to("login")
      end
      return state.params.id > 0
    end

    return M

    """

  static let spec = """
    describe("the shop", function()
      it("opens a product", function()
        session.user = "mei"
        local outcome = router.open "/product/7"
        assert.opened(outcome, "product")
      end)
      it("opens home", function()
        assert.opened(router.open "/", "home")
      end)
    end)

    """
}
