router.route { path = "/a/**", view = "Any" }
router.route { path = "/a/:x", view = "Parameter" }
router.route { path = "/a/:n<int>", view = "Typed" }
router.route { path = "/a/b", view = "Literal" }
router.route { path = "/p/1", view = "Exact" }
router.route { path = "/:low/1", view = "First", priority = 5 }
router.route { path = "own://k/:x", view = "Scheme" }
router.route { path = "/k/:x", view = "Global" }
router.route { path = "/h", view = "AnyHost" }
router.route { path = "https://*.example/h", view = "SomeHost" }
router.route { path = "https://a.example/h", view = "OneHost" }
router.route { path = "/img/:x.png", view = "Picture" }
router.route { path = "/img/:x.thumb.png", view = "Small" }
router.route { path = "/api/v:n", view = "AnyVersion" }
router.route { path = "/api/v:n<int>", view = "Version" }
