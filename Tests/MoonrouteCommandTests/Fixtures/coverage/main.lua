router.route { path = "/:h<hex>", view = "H" }
router.route { path = "/:i(\\d+)", view = "I" } -- moonroute: allow plain_constraint
router.route { path = "/l/:x<a|b>", view = "X" }
router.route { path = "/l/:y<b|c>", view = "Y" }
router.route { path = "/l/:z<c|a>", action = function() end } -- moonroute: allow unused_parameter
router.route { path = "/o(/b)", view = "O" }
router.route { path = "/o/:x", view = "OX" }
router.route { path = "/o/b", view = "OB", priority = -1 }
router.route { path = "/t/:x", view = "T", tags = "a", priority = 1 }
router.route { path = "/t/1", view = "T1", tags = { "a", "b" } }
router.route { path = "/t/2", view = "T2", tags = "a" }
router.route { path = "/act/:x", priority = 1, action = function() end } -- moonroute: allow unused_parameter
router.route { path = "/act/1", view = "Act" }
router.mount("/m", "part")
router.route { path = "/v/v:n<number>", view = "VN" }
router.route { path = "/v/v:n<int>", view = "VI" }
router.route { path = "/w/:x.png", view = "W" }
router.route { path = "/w/:x.thumb.png", view = "WT" }
