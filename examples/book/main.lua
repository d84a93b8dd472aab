--- The application for the examples of the book: a small shop with a login.

router.route {
  name = "home", path = "/", view = "Home", animator = animator.root { wrap = "stack" },
}

router.route { name = "product", path = "/product/:id<int>", view = function(state)
  return screen { "Product", title = "Product " .. state.params.id }
end }

router.route { name = "basket", path = "/basket", view = "Basket", animator = "present" }
router.route { name = "login", path = "/login", view = "Login", animator = "present" }

router.route {
  name = "account",
  path = "/account",
  view = "Account",
  routes = {
    { name = "orders", path = "orders", view = "Orders" },
    { name = "order", path = "orders/:number<int>", view = "Order" },
  },
}

router.guard("account", function(state)
  if session.user then return true end
  return router.to("login", nil, { back = tostring(state.location) })
end)

router.route { name = "sum", path = "/sum/:a<int>/:b<int>", action = function(state)
  return state.params.a + state.params.b
end }

router.shell { name = "tabs", path = "/tabs", initial = "feed", tabs = {
  { name = "feed", path = "feed", view = "Feed", routes = {
    { name = "post", path = ":id<int>", view = "Post" },
  } },
  { name = "search", path = "search", view = "Search" },
} }
-- moonroute: allow unread_resource
resources.put { name = "price", path = "/price/:sku", value = function() return 100 end }
events.declare { name = "seek", path = "/seek/:at<number>" }
