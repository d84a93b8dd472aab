-- The application of the folder `wrong`, without its errors.
local lines = require "routes.lines"
require "routes.account"
require "routes.names"
require "routes.stores"
require "texts.en"
require "texts.de"

router.scheme("shop", { fallback = true })
router.route { name = "home", path = "/", view = "Home", tags = { "Views" } }
router.route { name = "product", path = "/product/:id<int>", view = "Product" }
router.route { name = "offer", path = "shop://offer", view = "Offer" }
router.route { path = "/sign-in", view = "Login" }
router.route { name = "login", path = "/login", view = "Login" }
router.route { name = "here", path = "/here", view = "Here" }
router.route { name = "order", path = "/order/:number<int>", view = "Order" }
router.route { name = "sum", path = "/sum", action = lines.run }
