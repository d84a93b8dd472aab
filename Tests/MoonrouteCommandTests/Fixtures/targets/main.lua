router.route { name = "here", path = "/here/:n<int>", view = "Here" }
router.proxy("/old/:n", "/here/:n")
router.proxy("/lost/:n", "/nowhere/:n")
router.guard("here", "/gone")
router.guard("/here/**", "/here/1")
router.guard("/here/*", router.location("/away"))
router.route { path = "/to", redirect = { function() end, "/nothing" } }
router.route { path = "own://to", view = "Own" }
router.route { path = "own://two", view = "Two" }
router.scheme("said", { fallback = false }).route { path = "/to", view = "Said" }
router.route { path = "/name", redirect = "here" }
