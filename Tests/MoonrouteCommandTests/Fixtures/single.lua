log.info("loaded")
router.route { name = "a", path = "/a", view = "A" }
