router.group {
  path = "/shop",
  tags = { "Views" },
  routes = {
    { name = "item", path = ":id<int>", view = "Item", animator = "push",
      routes = {
        { name = "reviews", path = "reviews", view = "Reviews", redirect = function() end },
      } },
    { name = "basket", path = "basket", action = function() return 0 end },
  },
}
router.route { name = "about", path = "/about", view = "About" }
