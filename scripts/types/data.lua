---@meta _
---@since 0.1.0

--- A table that lives through hot reloads. Holds plain data and locations: a function is refused when
--- it is assigned, in tables of it as well.
---
--- All files share it: for one module's own values there is `reload.keep`. Errors: `wrong_type` for what is
--- not plain.
---
--- ```lua
--- session.user = { name = "Ada" }
--- app.reload()
--- assert.equal("Ada", session.user.name)
--- ```
---@type table<string, any>
session = {}

--- Writes to the log, with file and line.
---
--- Arguments are joined by spaces; tables and values of the product are shown as a person wants to see them.
--- `print` writes a line of the level `info`. A program shows lines as it likes; `moonroute run` writes them
--- to the terminal.
---@class log
log = {}

--- Writes a line of the level 'debug'.
---
--- For what only helps while one looks for a mistake.
---
--- Raises nothing.
---
--- ```lua
--- log.debug("basket", { items = 2 })
--- log.debug("opening", router.to("product", { id = 7 }))
--- assert.has_no.errors(function() log.debug(nil, true, stage) end)
--- ```
---@param ... any what the line says
function log.debug(...) end

--- Writes a line of the level 'info'.
---
--- For what happens in the usual course of things.
---
--- Raises nothing.
---
--- ```lua
--- router.route { name = "ping", path = "/ping", action = function(state)
---   log.info("ping from", state.location)
---   return "pong"
--- end }
--- assert.handled(router.open("/ping"), "pong")
--- ```
---@param ... any what the line says
function log.info(...) end

--- Writes a line of the level 'warn'.
---
--- For what is not as it should be, and goes on all the same.
---
--- Raises nothing.
---
--- ```lua
--- router.unmatched(function(state)
---   log.warn("no route for", state.location)
---   return "/"
--- end)
--- assert.fell_back(router.open("/old-link"), "home")
--- ```
---@param ... any what the line says
function log.warn(...) end

--- Writes a line of the level 'error'.
---
--- For what a person has to look into. It raises nothing: `error` does that.
---
--- ```lua
--- router.on_error(function(outcome) log.error(outcome.error) end)
--- router.route { name = "broken", path = "/broken", action = function() error("no luck") end }
--- assert.failed(router.open("/broken"), "script_error")
--- ```
---@param ... any what the line says
function log.error(...) end

--- Text in JSON.
---
--- A table with entries is a list, one with named fields an object. An empty table is written as `{}`, unless it
--- is known to be a list: one that was read from JSON is, and one that `json.list` makes; both are written as
--- `[]`. `null` is read as nil, so a field with `null` is absent; in a list its place stays empty.
---@class json
json = {}

--- Writes a value as JSON.
---
--- Fields stand in the order of their names. Screens, states, outcomes and locations are written as a person
--- wants to see them. Errors: `bad_argument` for what JSON has no text for: functions, numbers that are not
--- finite, a table with entries and named fields, bytes that are not UTF-8.
---
--- ```lua
--- assert.equal('{"id":7,"tags":["new","hat"]}', json.encode { tags = { "new", "hat" }, id = 7 })
--- assert.equal('"/product/7"', json.encode(router.to("product", { id = 7 })))
--- ```
---@param value any plain data, or a value of the product
---@return string text
function json.encode(value) end

--- Makes a table a list, which JSON writes as [] while it is empty.
---
--- It answers the same table. A list stays one in `session`, in resources and wherever else the product copies
--- values; a copy that a script makes itself does not. Errors: `bad_argument` for what is not a table.
---
--- ```lua
--- assert.equal('{"groups":[],"info":{}}', json.encode { groups = json.list {}, info = {} })
--- local groups = json.list {}
--- groups[1] = "new"
--- assert.equal('["new"]', json.encode(groups))
--- ```
---@param table table
---@return table table the same
function json.list(table) end

--- Reads JSON; raises when the text is none.
---
--- Whole numbers become integers. Errors: `bad_argument`, with the place in the text.
---
--- ```lua
--- local order = json.decode('{"number": 12, "items": ["cap"], "note": null}')
--- assert.same({ number = 12, items = { "cap" } }, order)
--- assert.is_false(pcall(json.decode, "{number}"))
--- ```
---@param text string
---@return any value
function json.decode(text) end
