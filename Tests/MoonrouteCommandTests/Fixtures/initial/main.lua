router.route({ name = "home", path = "/home", view = "Home" })
router.configure({ initial = "/hom" })
