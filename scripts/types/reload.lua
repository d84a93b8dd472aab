---@meta _
---@since 0.1.0

--- Loading the scripts again while the application runs.
---
--- A reload loads all files next to the old ones; they take over only if they load without an error. For the state that
--- survives see `moonroute help hot reload`.
---
--- ```lua
--- assert.is_true(app.reload { ["main.lua"] = "session.generation = reload.generation" })
--- assert.equal(reload.generation, session.generation)
--- ```
---@class reload
---@field generation integer the number of this load, counted from 1
---@field release? reload.Release the release that the scripts come from; nil for other scripts
reload = {}

--- A release of the scripts.
---@class reload.Release
---@field version integer the version that the author gave the bundle
---@field channel string the name of the channel
---@field digest string the SHA-256 of the bundle, in 64 hexadecimal digits

--- How a kept value is distinguished from a value with an older form.
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
---@field version? any the version of the form; a value of another version is migrated; nil by default
---@field migrate? fun(old: any, old_version: any): any converts a value of an older form; without it, a value of another version is made again

--- Returns a value that survives reloads, and makes it if it does not exist yet.
---
--- Change it in place. It holds plain data: other values end with their generation. Useful for a module's own state,
--- such as a basket; `session` is for values that all files share. Errors: `script_error` for a wrong argument and for
--- a name that is kept twice in one load.
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
---@param name string the name of the value
---@param make fun(): any makes the value if it does not exist yet
---@param options? reload.KeepOptions
---@return any value the value, the same for the whole load
function reload.keep(name, make, options) end

--- Runs a function once, when other scripts replace these.
---
--- Its changes of `session` and of kept values are visible after the reload. It must not wait; an error in it is
--- reported, and the reload continues. Errors: `bad_argument`.
---
--- ```lua
--- reload.on_unload(function() session.left = clock.now() end)
--- clock.advance(5)
--- app.reload()
--- assert.equal(5, session.left)
--- ```
---@param fn fun() called without arguments
function reload.on_unload(fn) end
