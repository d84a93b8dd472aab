---@meta _
---@since 0.1.0

--- A table that survives hot reloads. It holds plain data and locations: assigning a function is refused, also in
--- nested tables.
---
--- All files share it: for one module's own values use `reload.keep`. Errors: `wrong_type` for other values, and
--- `unknown_field` for a field that `session.declare` does not name.
---
--- ```lua
--- session.user = { name = "Ada" }
--- app.reload()
--- assert.equal("Ada", session.user.name)
--- ```
---@class session
---@field [string] any every field; after `session.declare`, only the declared ones
session = {}

--- The type of a field of the session, or a table of fields.
---
--- The words are as in `query`: `string`, `int`, `number`, `bool`, `uuid`, `date`, `hex`, `slug`, `alpha`, your own
--- types, `a|b`, and `any`. A suffix `?` allows nil, `[]` makes a list, `{}` a table by name. In a table, the suffix is
--- the first item: `{ "[]", sku = "string" }`. `|a` is a list of one word.
---@alias session.Field string|table<string|integer, any>

--- The stored fields of the session, and the conversion of older sessions.
---
--- ```lua
--- assert.is_true(app.reload { ["main.lua"] = [[
---   session.declare({ user = "string", language = "string" }, {
---     stored = { "language" },
---     version = 2,
---     migrate = function(old) return { user = old.user, language = old.lang } end,
---   })
--- ]] })
--- ```
---@class session.Options
---@field stored? true|string[] the fields of this call that survive the end of the program; `true` for all; none by default
---@field version? integer the version of the whole session, at least 1; a session of another version is migrated; none by default
---@field migrate? fun(old: table, version: integer): table receives the whole older session and its version (0 if it had none), and returns the new one; it cannot wait

--- Declares the fields of the session, their types, and which of them are stored.
---
--- Several calls add up; call it before the session is used.
---
--- From then on, another field is an error with the nearest name, at any depth, and so is a value of another type. A
--- field of the session itself may always be nil. Tables are assigned as a whole, so that none lacks a field. `1.0` fits
--- `int` and becomes `1`. A field of an own type holds the result of its `parse`; its `format` must write it.
---
--- The storage of persistent resources keeps the `stored` fields. They are written at the end of each turn that changes
--- one of them, and read by this call. `session.user = nil` deletes a stored copy before the next line runs; otherwise it
--- raises `storage_failed`. Declare stored fields while `main.lua` loads.
---
--- After a reload or a start, `migrate` runs once all files have loaded, if the version differs or a value does not fit.
--- Its result is the new session: a field that it leaves out is empty. Without `migrate`, or if it fails, fields that
--- do not fit are emptied. Each one is a warning, `stale_shape`. A reload then calls the guards again.
---
--- Names, places and lists appear in `moonroute check`, `moonroute types` and `moonroute access --vary`.
---
--- Errors: `duplicate` for a field that is declared differently elsewhere, and for a second `migrate` or version;
--- `unknown_type`, `bad_pattern`, `wrong_type`, `unknown_field`, `bad_argument`; `denied` without a storage.
---
--- ```lua
--- session.declare {
---   user = { name = "string", role = "passenger|inspector", age = "int?" },
---   basket = { "[]", sku = "string", amount = "int" },
---   seen = "string[]",
--- }
--- session.user = { name = "Ada", role = "inspector" }
--- assert.has_error(function() session.user.role = "inspecter" end)
--- assert.has_error(function() session.usr = nil end)
--- session.basket = { { sku = "cap", amount = 1.0 } }
--- assert.equal(1, session.basket[1].amount)
---
--- assert.is_true(app.reload { ["main.lua"] = [[
---   session.declare({ user = "string", language = "string" }, { stored = { "language" } })
--- ]] })
--- session.language = "de"
--- ```
---
---@param shape table<string, session.Field>
---@param options? session.Options
function session.declare(shape, options) end

--- Writes to the log, with file and line.
---
--- Arguments are joined by spaces; tables and values of the product are shown in readable form. `print` writes a line
--- of the level `info`. A program decides how to show lines; `moonroute run` writes them to the terminal.
---@class log
log = {}

--- Writes a line of the level 'debug'.
---
--- For details that help to find a mistake.
---
--- Raises nothing.
---
--- ```lua
--- log.debug("basket", { items = 2 })
--- log.debug("opening", router.to("product", { id = 7 }))
--- assert.has_no.errors(function() log.debug(nil, true, stage) end)
--- ```
---@param ... any the parts of the line
function log.debug(...) end

--- Writes a line of the level 'info'.
---
--- For normal events.
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
---@param ... any the parts of the line
function log.info(...) end

--- Writes a line of the level 'warn'.
---
--- For problems that do not stop the application.
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
---@param ... any the parts of the line
function log.warn(...) end

--- Writes a line of the level 'error'.
---
--- For problems that a person has to investigate. It raises nothing: use `error` for that.
---
--- ```lua
--- router.on_error(function(outcome) log.error(outcome.error) end)
--- router.route { name = "broken", path = "/broken", action = function() error("no luck") end }
--- assert.failed(router.open("/broken"), "script_error")
--- ```
---@param ... any the parts of the line
function log.error(...) end

--- Text in JSON.
---
--- A table with entries is a list, a table with named fields an object. An empty table is written as `{}`, unless it is
--- known to be a list, because it was read from JSON or made by `json.list`; then it is written as `[]`. `null` is read
--- as nil, so a field with `null` is absent; in a list its position stays empty.
---@class json
json = {}

--- Writes a value as JSON.
---
--- Fields are sorted by name. Screens, states, outcomes and locations are written in readable form. Errors:
--- `bad_argument` for values without a JSON form: functions, numbers that are not finite, a table with entries and
--- named fields, bytes that are not UTF-8.
---
--- ```lua
--- assert.equal('{"id":7,"tags":["new","hat"]}', json.encode { tags = { "new", "hat" }, id = 7 })
--- assert.equal('"/product/7"', json.encode(router.to("product", { id = 7 })))
--- ```
---@param value any plain data, or a value of the product
---@return string text
function json.encode(value) end

--- Marks a table as a list, which JSON writes as [] while it is empty.
---
--- It returns the same table. A list stays a list in `session`, in resources and in other copies that the product
--- makes; a copy that a script makes does not. Errors: `bad_argument` for a value that is not a table.
---
--- ```lua
--- assert.equal('{"groups":[],"info":{}}', json.encode { groups = json.list {}, info = {} })
--- local groups = json.list {}
--- groups[1] = "new"
--- assert.equal('["new"]', json.encode(groups))
--- ```
---@param table table
---@return table table the same table
function json.list(table) end

--- Reads JSON; raises an error if the text is invalid.
---
--- Whole numbers become integers. Errors: `bad_argument`, with the position in the text.
---
--- ```lua
--- local order = json.decode('{"number": 12, "items": ["cap"], "note": null}')
--- assert.same({ number = 12, items = { "cap" } }, order)
--- assert.is_false(pcall(json.decode, "{number}"))
--- ```
---@param text string
---@return any value
function json.decode(text) end
