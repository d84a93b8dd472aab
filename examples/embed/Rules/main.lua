--- The rules of the program beside them: what its links lead to.

log.info("rules for version", host.version)

router.route {
  name = "home",
  path = "/",
  view = "Home",
  animator = animator.root { wrap = "stack" },
}

require "routes.members"
