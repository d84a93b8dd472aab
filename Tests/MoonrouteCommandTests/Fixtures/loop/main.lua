router.route { path = "/a", redirect = "/b" }
router.route { path = "/b", redirect = "/a" }
