---@meta _
---@since 0.1.0

--- Loading the scripts again while the application runs.
---
--- A reload loads all files anew beside the old ones; only when they load without an error do they take over.
--- Values that live and values that go: `moonroute help hot reload`.
---
--- ```lua
--- assert.is_true(app.reload { ["main.lua"] = "session.generation = reload.generation" })
--- assert.equal(reload.generation, session.generation)
--- ```
---@class reload
---@field generation integer the number of this load, counted from 1
reload = {}

--- How a kept value is told from one of an older form.
---
--- ```lua
--- reload.keep("count", function() return { n = 2 } end, { version = 1 })
--- app.reload { ["main.lua"] = [[
---   local count = reload.keep("count", function() return { total = 0 } end, {
---     version = 2, migrate = function(old, old_version) return { total = old.n } end })
---   router.route { name = "total", path = "/total", action = function() return count.total end }
--- ]] }
--- assert.handled(router.open("/total"), 2)
--- ```
---@class reload.KeepOptions
---@field version? any the form of the value; another one is migrated; nil unless told
---@field migrate? fun(old: any, old_version: any): any makes the value from an older form's; without it, a value of another version is made anew

--- Answers a value that lives through reloads, made when there is none yet.
---
--- Change it in place. It holds plain data: what is not plain ends with its generation. Useful for a module's
--- own state, such as a basket; `session` is for what all files share. Errors: `script_error` for a
--- wrong argument and for a name that is kept twice in one load.
---
--- ```lua
--- local basket = reload.keep("basket", function() return { items = {} } end)
--- basket.items[1] = "cap"
--- app.reload { ["main.lua"] = [[
---   local basket = reload.keep("basket", function() return { items = {} } end)
---   router.route { name = "first", path = "/first", action = function() return basket.items[1] end }
--- ]] }
--- assert.handled(router.open("/first"), "cap")
--- ```
---@param name string the name under which the value is kept
---@param make fun(): any makes the value when there is none yet
---@param options? reload.KeepOptions
---@return any value the value, the same one for the whole load
function reload.keep(name, make, options) end

--- Runs a function once, when other scripts take the place of these.
---
--- Its changes of `session` and of kept values are there after the reload. It may not wait; an error in it
--- is reported, and the reload goes on. Errors: `bad_argument`.
---
--- ```lua
--- reload.on_unload(function() session.left = clock.now() end)
--- clock.advance(5)
--- app.reload()
--- assert.equal(5, session.left)
--- ```
---@param fn fun() called without arguments
function reload.on_unload(fn) end
