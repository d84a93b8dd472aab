router.route { name = "a", path = "/a", view = "A" }
router.route { name = "a", path = "/b", view = "B" }
router.route { path = "/a", view = "C" }
