---@meta _
---@since 0.1.0

--- The functions and values that the program offers to its scripts, by name.
---
--- A script calls them as `host.name(…)`. A function that waits looks like any other, but cannot be called while the
--- scripts load (`cannot_await`). A name that the program does not offer is `unknown_name`; an error of the program is
--- `host_error`. A table of the program is the same in each read, and read-only (`denied`). In specs,
--- `stub(host, "name")` replaces a function.
---
--- ```lua
--- stub(host, "flag").returns(true)
--- assert.is_true(host.flag("summer-sale"))
--- local ok, problem = pcall(function() return host.flg("summer-sale") end)
--- assert.equal("unknown_name", problem.code)
--- ```
---@class host
---@field [string] any a function or a value of the program
host = {}

--- Calls a function of the program by a name that is not an identifier.
---
--- Otherwise the same as `host.name(…)`; it waits if that function waits. Errors: `unknown_name`, `host_error`,
--- `bad_argument`, `cannot_await` in the body of a file.
---
--- ```lua
--- host.stub("feature-flag", function(name) return name == "sale" end)
--- assert.is_true(host.call("feature-flag", "sale"))
--- ```
---@async
---@param name string the program's name for it
---@param ... any the arguments
---@return any ... the results of the function
function host.call(name, ...) end

--- Options of `host.replies`.
---
--- ```lua
--- app.reload { ["headless.lua"] = [[
---   host.replies({ ["GET /shop"] = { open = true } }, {
---     functions = {
---       http_get = "GET",
---       request = "*",
---       load = function(path) return { method = "GET", location = path } end,
---     },
---     delay = 0.2,
---   })
--- ]] }
--- assert.is_true(host.http_get("/shop").open)
--- assert.is_true(host.request("GET", "/shop").open)
--- assert.is_true(host.load("/shop").open)
--- ```
---@class host.ReplyOptions
---@field functions? table<string, string|fun(...: any): host.RequestParts> the functions of the program that make requests, named once in headless.lua and absent elsewhere: a method for `(location, body)`, `"*"` for `(method, location, body)`, or a function that makes the request from the arguments
---@field delay? number the virtual seconds before each of these replies; 0 by default

--- The parts of a request that a function of the program makes.
---@class host.RequestParts
---@field method string such as `"GET"`
---@field location string|router.Location the path with its query, or the whole location
---@field body? any the data that it sends; nil without any

--- A request of the scripts.
---
--- ```lua
--- app.reload { ["headless.lua"] = [[host.replies({}, { functions = { http_get = "GET" } })]] }
--- host.replies { ["GET /seat/:row<int>"] = function(request) return request.params.row + request.number end }
--- assert.equal(8, host.http_get("/seat/7?view=map"))
--- assert.equal(9, host.http_get("/seat/7"))
--- assert.equal("map", host.requests()[1].query.view)
--- ```
---@class host.Request
---@field method string the method
---@field location router.Location the location
---@field params table<string, any> the parameters of the key that answers
---@field query table<string, string> the query; the last value of each name
---@field body? any a copy of the data that it sends; nil without any
---@field number integer counts the requests of this test that the same key answers, from 1

--- Declares replies to requests, in headless.lua and in specs.
---
--- A key is a method and a pattern, with the types of the application. A reply is plain data, copied for each
--- request, or a function, which may wait or raise. Specs add replies until the next `app.reset`. A spec's key wins,
--- then the best pattern. A request without a reply is `host_error`, and fails the test unless `assert.problem`
--- expects it. A double of the function, such as `stub(host, "http_get")`, takes precedence. Errors: `bad_argument`,
--- `bad_pattern`, `unknown_type`, `duplicate`, `unknown_field`, and `denied` anywhere else.
---
--- ```lua
--- app.reload { ["headless.lua"] = [[
---   host.replies({
---     ["GET /stop/:id<int>"] = { name = "Main Street" },
---     ["POST /buy"] = function(request) return { zone = request.body.zone, price = 250 } end,
---   }, { functions = { http_get = "GET", http_post = "POST" } })
--- ]] }
--- assert.equal("Main Street", host.http_get("/stop/7").name)
--- host.replies { ["GET /stop/7"] = { name = "Harbour" } }
--- assert.equal("Harbour", host.http_get("/stop/7").name)
--- assert.equal(250, host.http_post("/buy", { zone = 2 }).price)
--- assert.requested("POST /buy", { body = { zone = 2 }, times = 1 })
--- assert.requested("GET /stop/:id<int>", { times = 2 })
--- ```
---@param replies table<string, any|async fun(request: host.Request): any> the replies by request, such as `"GET /shop"`
---@param options? host.ReplyOptions
function host.replies(replies, options) end

--- Lists the requests of this test, the newest last.
---
--- Outside of specs, it lists the last 1,000 requests. Raises nothing.
---
--- ```lua
--- app.reload { ["headless.lua"] = [[host.replies({ ["GET /shop"] = 1 }, { functions = { http_get = "GET" } })]] }
--- host.http_get("/shop")
--- assert.equal("/shop", tostring(host.requests()[1].location))
--- ```
---@return host.Request[]
function host.requests() end

--- Replaces a function of the program, only in headless.lua.
---
--- Specs may use it as well; there it ends with the next `app.reset`, and `stub(host, "name")` also records calls.
--- Errors: `denied` anywhere else, `bad_argument`.
---
--- ```lua
--- host.stub("price", function(sku) return #sku * 10 end)
--- assert.equal(30, host.price("cap"))
--- ```
---@param name string the name of the function
---@param stand_in async fun(...: any): ...any the replacement; may wait
function host.stub(name, stand_in) end
