-- An application with errors. The finding of a line follows it.
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
router.route { path = "/Login", view = "Login" }
router.route { name = "login", path = "/login", view = "Login" } -- --> [case_twins] 1: '/login' and '/Login' differ only in case.
router.route { name = "here", path = "/here", view = "Here", redirect = "/here" } -- --> [self_redirect] 1: '/here' redirects to itself, which has no effect.
router.route { name = "order", path = "/order/:number(\\d+)", view = "Order" } -- --> [plain_constraint] 39: Write ':number<int>' to get a number.
router.route { name = "sum", path = "/sum", action = lines.run }
router.configure { drop_query = "utm_*" }
router.route { path = "/ad", query = { utm_source = "string?" }, view = "Ad" } -- --> [kept_query] 1: '/ad' declares 'utm_source', so its links keep what 'drop_query' drops elsewhere.
session.declare({ member = { name = "string" }, user = "any", format = "any", pin = "string" }, { stored = { "pin" } }) -- --> [stored_secret] 1: 'session.pin' is written to a file. Do not store it: the program keeps secrets in a keychain.
router.route { path = "/me", view = function() return screen { "Home", title = session.member.name } end } -- --> [maybe_empty] 80: 'session.member' may be empty, because everybody may open '/me'. Test it first, or guard the route. --> [unopened_route] 1: No spec names '/me'.
