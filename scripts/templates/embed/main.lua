--- The rules of the program beside them: what its links lead to.

require("routes.members")

router.route({
  name = "home",
  path = "/",
  view = "Home",
  animator = animator.root({ wrap = "stack" }),
})
