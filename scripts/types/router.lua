---@meta _
---@since 0.1.0

--- Routes, decisions about them, and opening locations.
---@class router
router = {}

--- The name of a route.
---
--- `moonroute types` writes the names of an application here, so that an editor completes them.
---@alias router.RouteName string

--- A tag of routes.
---
--- `moonroute types` writes the tags of an application here, so that an editor completes them.
---@alias router.Tag string

--- Items of a query by name: a text, a number, a boolean, a location, or a list of these.
---
--- A value that would not come back from the link is an error at the call (`wrong_type`): a table with named
--- fields, an item without a name, a list with a hole, a function, `0/0`, bytes that are not UTF-8. A whole
--- number is written without `.0`.
---@alias router.Query table<string, any>

--- Text that looks like a location (`/user/7`, `shop://user/7`), a location, or a route's name: other
--- text is a name here. On the command line (`moonroute match`, `run`) text is always a location.
---
--- A name alone is enough for a route without parameters; with parameters, write `router.to`.
---@alias router.Target router.RouteName|string|router.Location

--- The answer of a guard, a proxy or a `redirect`: nothing or `true` to go on, `false` and a
--- reason to stop, a location to go there instead, in proxies also `router.rewrite { … }`.
---
--- Text counts as a location when it starts with `/` or `.` or has a scheme. A guard has to answer:
--- one that answers nothing ends the open as `failed`.
---@alias router.Answer nil|boolean|string|router.Location|router.Rewrite

--- The answer of a proxy that `router.rewrite` makes.
---@class router.Rewrite

--- Where a rewrite leads: `{ "/x" }` or `{ location = "/x" }`, and what changes beside it.
---
--- ```lua
--- router.route { name = "find", path = "/find", query = { q = "string?" }, view = "Find" }
--- router.proxy("/search/:word", function(state)
---   return router.rewrite { location = "/find", query = { q = state.params.word }, extra = "short" }
--- end)
--- local outcome = router.open("/search/shoes")
--- assert.opened(outcome, "find")
--- assert.equal("shoes", outcome.query.q)
--- ```
---@class router.Change
---@field location? router.Target the location to go on with; may also stand first, without a name
---@field query? router.Query laid over the location's own; a value may be a list; nothing unless told
---@field extra? any the present one unless told

--- Answers, in a proxy: go on with another location, and ask no further proxy.
---
--- A plain location as the answer of a proxy begins again at the first proxy and counts as a
--- redirect; a rewrite does neither. Useful for short links and for paths of an older version.
---
--- Errors: `bad_argument` without a location, `bad_location`, `unknown_name`, `wrong_type`,
--- `unknown_field`.
---
--- ```lua
--- router.proxy("/p/:id", function(state)
---   return router.rewrite { "/product/" .. state.params.id }
--- end)
--- local outcome = router.open("/p/7")
--- assert.opened(outcome, "product")
--- assert.equal(0, #outcome.redirects)
--- ```
---
---@param change router.Change
---@return router.Rewrite
function router.rewrite(change) end

--- The answer of an action that does not want the location: the next match is tried.
---
--- Its guards are asked then, too. `false` declines as well, except in `router.fetch`, where it is a
--- value like any other.
---
--- ```lua
--- router.route { path = "/sum/:a<int>/:b<int>", priority = 1, action = function(state)
---   if state.params.a < 1000 then return router.decline end
---   return "much"
--- end }
--- assert.handled(router.open("/sum/1/2"), 3)
--- assert.handled(router.open("/sum/1000/2"), "much")
--- ```
---@type any
router.decline = nil

--- Parts that `router.to` adds to the location beside parameters and query.
---
--- ```lua
--- local location = router.to("product", { id = 7 }, nil, { scheme = "shop", fragment = "reviews" })
--- assert.equal("shop://product/7#reviews", tostring(location))
--- ```
---@class router.ToOptions
---@field fragment? string the text behind `#`; none unless told
---@field scheme? string such as `https`; that of the route, else none
---@field host? string such as `shop.example`, for links that leave the application; needs a scheme; none unless told
---@field keep_query? boolean an open that is sent there keeps its query; false unless told

--- Makes the location of a named route; raises for a name or a parameter that does not fit.
---
--- Mistakes show where the location is made, not where it is opened. Values are escaped, so what
--- comes back from a match is what was given. Optional parts of the pattern may be left out.
---
--- Errors: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, `bad_location` for
--- a host without a scheme or for what is over the limits, `unknown_field`, `bad_argument`.
---
--- ```lua
--- assert.equal("/product/7", tostring(router.to("product", { id = 7 })))
--- local location = router.to("login", nil, { back = "/basket", tag = { "a", "b" } })
--- assert.equal("/basket", location.query.back)
--- assert.same({ "a", "b" }, location.query_all.tag)
--- assert.equal("/login?page=2", tostring(router.to("login", nil, { page = 10 / 5 })))
--- ```
---
--- ```lua
--- -- fails: wrong_type
--- router.to("product", { id = "seven" })
--- ```
---
--- ```lua
--- -- fails: wrong_type
--- router.to("login", nil, { filter = { colour = "red" } })
--- ```
---
---@param name router.RouteName the name of a route
---@param params? table<string, any> a value for each parameter of the pattern; `**` takes a list; none unless told
---@param query? router.Query a value may be a list; checked as the route's `query` declares it; none unless told
---@param options? router.ToOptions
---@return router.Location
function router.to(name, params, query, options) end

--- Makes a location from text or from its parts; raises when it cannot be one.
---
--- Useful to look into a link, or to build one whose route is another application's. No route has to
--- fit it. Text that is no location is the name of a route.
---
--- Errors: `bad_location`, `unknown_name`, `missing_parameter`, `wrong_type`, `unknown_field`,
--- `bad_argument`.
---
--- ```lua
--- local link = router.location("https://shop.example/a%20b?page=2#top")
--- assert.equal("shop.example", link.host)
--- assert.same({ "a b" }, link.segments)
--- assert.equal("2", link.query.page)
--- local made = router.location { path = { "a/b", "c" }, query = { q = "x" } }
--- assert.equal("/a%2Fb/c?q=x", tostring(made))
--- ```
---
---@param from router.Target|router.LocationParts
---@return router.Location
function router.location(from) end

--- Finds the route of a location; runs no script.
---
--- No proxy and no guard is asked, so the answer does not say whether the location may be opened. A
--- `parse` of `router.type` runs when the parameter is read.
---
--- Errors: `unknown_name` and `missing_parameter` for text that is a name. A location that no route
--- fits is no error: the answer is nil and a problem with the code `not_found`, `bad_location`, or
--- `missing_parameter` or `wrong_type` for a query that the route does not take.
---
--- ```lua
--- local match = router.match("/product/7?ref=mail")
--- assert.equal("product", match.name)
--- assert.equal(7, match.params.id)
--- local none, problem = router.match("/prodct/7")
--- assert.is_nil(none)
--- assert.equal("not_found", problem.code)
--- ```
---
---@param location router.Target
---@return router.Match? match nil when no route fits
---@return router.Problem? problem why there is none
function router.match(location) end

--- Tells whether some route fits a location; runs no script.
---
--- Guards are not asked: a location that they refuse fits all the same. Text that is no location
--- and no name answers false.
---
--- Errors: `bad_argument`, `missing_parameter` for the name of a route with parameters.
---
--- ```lua
--- assert.is_true(router.can_open("/product/7"))
--- assert.is_false(router.can_open("/product/seven"))
--- assert.is_true(router.can_open("home"))
--- assert.is_false(router.can_open("prodct"))
--- ```
---
---@param location router.Target
---@return boolean
function router.can_open(location) end

--- Answers the location of a text if it is one's own and a route fits it: what `?back=` needs.
---
--- Else it answers nil, as for nil; the location is without the query keys that speak to the router.
--- Text is always a location here, never a name.
---
--- One's own are: text without scheme and host; schemes that have routes or that `router.scheme` was
--- called for; http and https with a host of `router.configure { hosts = … }` or of a route.
---
--- Errors: `bad_argument` for what is neither text nor a location.
---
--- ```lua
--- router.route { name = "enter", path = "/enter", redirect = function(state)
---   return router.own(state.query.back) or router.to("home")
--- end }
--- assert.opened(router.open("/enter?back=/product/7"), "product")
--- assert.opened(router.open("/enter?back=https://evil.example/"), "home")
--- ```
---
---@param text? string|router.Location the text of a link; nil answers nil
---@return router.Location?
function router.own(text) end

--- One route, as `router.routes` lists it.
---@class router.Entry
---@field name? string the name; absent when the definition has none
---@field pattern string the whole pattern, the parents' included
---@field query table<string, string> the declared types by name
---@field scheme? string the scheme that the route is bound to; absent when it is bound to none
---@field host? string the host that the route is bound to; absent when it is bound to none
---@field tags string[] the tags, those of its parents included
---@field priority integer 0 unless the definition tells
---@field has_view boolean whether it shows a screen
---@field has_action boolean whether it runs an action
---@field has_redirect boolean whether it has a redirect of its own
---@field animator? string the name of its animator, `function` when one chooses; absent when none is given
---@field file? string the file of its definition; absent for a route of the program
---@field line? integer the line of its definition, from 1; absent for a route of the program
---@field parent? string the name of the route above, or its pattern; absent at the top

--- Lists every route, for tools.
---
--- Parents come with their children, groups and tabs included. A change of the list changes no route.
---
--- Raises nothing.
---
--- ```lua
--- local patterns = {}
--- for _, route in ipairs(router.routes()) do
---   if route.name then patterns[route.name] = route.pattern end
--- end
--- assert.equal("/account/orders", patterns.orders)
--- ```
---
---@return router.Entry[]
function router.routes() end
