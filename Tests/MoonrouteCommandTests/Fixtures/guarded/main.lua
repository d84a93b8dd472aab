router.group {
  path = "/shop",
  redirect = function() return true end,
  routes = {
    { name = "basket", path = "basket", action = function() return 1 end },
    { path = "old", redirect = "/nowhere" },
  },
}
router.route { name = "login", path = "/login", view = "Login" }
router.proxy("/cart", "/shop/basket")
router.guard("/shop/**", function() return true end)
router.guard("basket", "/login")
