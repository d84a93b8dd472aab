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
--- A value that would not survive the way through the link is an error at the call (`wrong_type`): a table with named
--- fields, an item without a name, a list with a hole, a function, `0/0`, bytes that are not UTF-8. A whole number is
--- written without `.0`.
---@alias router.Query table<string, any>

--- Text that looks like a location (`/user/7`, `shop://user/7`), a location, or a route's name: other text is a name
--- here. On the command line (`moonroute match`, `run`) text is always a location.
---
--- A name is sufficient for a route without parameters; with parameters, use `router.to`.
---@alias router.Target router.RouteName|string|router.Location

--- The result of a guard, a proxy or a `redirect`: nothing or `true` to continue, `false` and a reason to stop, a
--- location to open instead, in proxies also `router.rewrite { … }`.
---
--- Text counts as a location if it starts with `/` or `.` or has a scheme. A guard has to return a value: returning
--- nothing ends the open as `failed`.
---@alias router.Answer nil|boolean|string|router.Location|router.Rewrite

--- The result of a proxy that `router.rewrite` makes.
---@class router.Rewrite

--- The target of a rewrite: `{ "/x" }` or `{ location = "/x" }`, and further changes.
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
---@field location? router.Target the location to continue with; may also be the first entry; required unless it is given there
---@field query? router.Query merged with the location's own; a value may be a list, and an empty list removes an item; nothing by default
---@field extra? any the current one by default

--- Makes a result for a proxy: continue with another location, and skip the other proxies.
---
--- A plain location as the result of a proxy starts again at the first proxy and counts as a redirect; a rewrite does
--- not. Useful for short links and for paths of an older version.
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

--- The result of an action that declines the location: the next match is tried.
---
--- The guards of the next match then run as well. `false` also declines, except in `router.fetch`, where it is an
--- ordinary value.
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

--- Parts that `router.to` adds to the location, in addition to parameters and query.
---
--- ```lua
--- local location = router.to("product", { id = 7 }, nil, { scheme = "shop", fragment = "reviews" })
--- assert.equal("shop://product/7#reviews", tostring(location))
--- ```
---@class router.ToOptions
---@field fragment? string the text behind `#`; none by default
---@field scheme? string such as `https`; the route's by default, or none
---@field host? string such as `shop.example`, for links that leave the application; needs a scheme; none by default
---@field keep_query? boolean an open that is redirected there keeps its query; false by default

--- Makes the location of a named route; raises an error for an unknown name or an invalid parameter.
---
--- Mistakes appear where the location is made, not where it is opened. Values are escaped, so a match returns the
--- original values. Optional parts of the pattern may be omitted.
---
--- Errors: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, `bad_location` for a host without a
--- scheme or for a location over the limits, `unknown_field`, `bad_argument`.
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
---@param params? table<string, any> a value for each parameter of the pattern; a list for `**`; none by default
---@param query? router.Query a value may be a list; checked against the route's `query`; none by default
---@param options? router.ToOptions
---@return router.Location
function router.to(name, params, query, options) end

--- Makes a location from text or from its parts; raises an error for an invalid location.
---
--- Useful to inspect a link, or to build a link to another application. No route has to match it. Text that is not a
--- location is the name of a route.
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
--- It runs no proxy and no guard, so the result does not say whether the location may be opened. The `parse` of a
--- `router.type` runs when the parameter is read.
---
--- Errors: `unknown_name` and `missing_parameter` for text that is a name. If no route matches, that is not an error:
--- the call returns nil and a problem with the code `not_found`, `bad_location`, or `missing_parameter` or `wrong_type`
--- for a query that the route does not accept.
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
---@return router.Match? match nil if no route matches
---@return router.Problem? problem the reason, without a match
function router.match(location) end

--- Returns whether a route matches a location; runs no script.
---
--- Guards do not run: a location that they refuse still matches. For text that is not a location or a name it
--- returns false.
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

--- Returns the location of a text if it is one of your own and a route matches it, as `?back=` needs.
---
--- Otherwise it returns nil, also for nil; the location is without the query keys for the router. Text is always a
--- location here, never a name.
---
--- Your own locations are: text without scheme and host; schemes with routes or with a call of `router.scheme`; http
--- and https with a host of `router.configure { hosts = … }` or of a route.
---
--- Errors: `bad_argument` for a value that is not text or a location.
---
--- ```lua
--- router.route { name = "enter", path = "/enter", redirect = function(state)
---   return router.own(state.query.back) or router.to("home")
--- end }
--- assert.opened(router.open("/enter?back=/product/7"), "product")
--- assert.opened(router.open("/enter?back=https://evil.example/"), "home")
--- ```
---
---@param text? string|router.Location the text of a link; nil returns nil
---@return router.Location?
function router.own(text) end

--- One route, as `router.routes` lists it.
---@class router.Entry
---@field name? router.RouteName the name; absent if the definition has none
---@field pattern string the whole pattern, including the parents'
---@field query table<string, string> the declared types by name
---@field scheme? string the route's scheme; absent without one
---@field host? string the route's host; absent without one
---@field tags string[] the tags, including its parents'
---@field priority integer 0 by default
---@field has_view boolean whether it shows a screen
---@field has_action boolean whether it runs an action
---@field has_redirect boolean whether it has its own redirect
---@field animator? string the name of its animator, `function` for a function; absent without one
---@field file? string the file of its definition; absent for a route of the program
---@field line? integer the line of its definition, from 1; absent for a route of the program
---@field parent? string the name or pattern of the parent route; absent at the top
---@field late? boolean true for a part of `router.lazy` that is not loaded, with only `pattern`, `module`, `file` and `line`; absent for a route
---@field module? string the module of a part that is not loaded; absent for a route

--- Lists every route, for tools.
---
--- Parents are listed with their children, including groups and tabs. Changing the list changes no route.
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
