router.route { name = "home", path = "/", view = "Home", tags = { "main" } }
router.route { name = "product", path = "/product/:id<int>", view = "Product" }
router.route { name = "search", path = "/search", query = { q = "string" }, view = "Search" }
router.route { name = "lang", path = "/l/:lang<en|fr>(/:page<int>)", view = "Search" }
events.declare { name = "seek", path = "/seek/:at<number>" }
resources.put { name = "price", path = "/price/:sku", value = 1 }
