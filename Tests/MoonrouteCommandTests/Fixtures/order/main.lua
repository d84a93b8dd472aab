router.configure { order = "first" }
router.route { path = "/a", view = "A" }
router.route { path = "/a", view = "B" }
router.route { path = "/:x", view = "X" }
router.route { path = "/b", view = "C" }
