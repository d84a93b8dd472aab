--- The rules of the program: the destinations of its links.

require("routes.members")

router.route({
  name = "home",
  path = "/",
  view = "Home",
  animator = animator.root({ wrap = "stack" }),
})
