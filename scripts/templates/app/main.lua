--- The links of the application and their destinations.

require("routes.products")

router.route({
  name = "home",
  path = "/",
  view = "Home",
  animator = animator.root({ wrap = "stack" }),
})

router.route({
  name = "login",
  path = "/login",
  view = function()
    return screen({ "Login", title = "Log in" })
  end,
  animator = "sheet",
})
