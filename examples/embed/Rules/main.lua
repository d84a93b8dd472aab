--- The rules of the program: the destinations of its links.

log.info("rules for version", host.version)

router.route {
  name = "home",
  path = "/",
  view = "Home",
  animator = animator.root { wrap = "stack" },
}

require "routes.members"
