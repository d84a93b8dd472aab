---@meta _
---@since 0.1.0

--- Values by location and name.
---
--- A resource is a value, or a function that makes one, under a pattern; scripts and the program read it without
--- knowing its source. A key is a location if it begins with `/`, `.`, `?` or `#`, or contains `/` or `:`; any other
--- text is a name. Patterns are the same as for routes: `moonroute help patterns`.
---@class resources
resources = {}

--- The name of a resource.
---
--- `moonroute types` writes the names of an application here, so that an editor completes them.
---@alias resources.Name string

--- A new resource.
---
--- ```lua
--- resources.put { name = "currency", path = "/currency", value = "EUR" }
--- resources.put { name = "tax", path = "/tax/:country", value = function(state)
---   return state.params.country == "de" and 19 or 20
--- end }
--- assert.equal("EUR", resources.get("currency", "string"))
--- assert.equal(19, resources.get("/tax/de", "integer"))
--- ```
---@class resources.Definition
---@field path string a pattern, such as `/price/:sku`
---@field name? string unique; must not look like a location; none by default
---@field value? any a value, or a function of the state that makes it for each `get` and may wait; nil by default
---@field combine? fun(current: any, new: any): any decides if the pattern already has a resource; without it, that is an error
---@field owner? screen.Screen|any the resource ends with it; by default the screen that the current view makes
---@field shared? boolean all hosts of the fleet have the value, and `resources.change` changes it; false by default
---@field persistent? boolean the value survives the application: at the next `put`, the stored value replaces `value`; plain data only; false by default

--- Options of `resources.get`.
---
--- ```lua
--- resources.put { name = "greeting", path = "/greeting/:name", value = function(state)
---   return state.extra .. ", " .. state.params.name
--- end }
--- assert.equal("Hi, Ada", resources.get("greeting", "string", { params = { name = "Ada" }, extra = "Hi" }))
--- ```
---@class resources.GetOptions
---@field params? table<string, any> values for the parameters of a named pattern; none by default
---@field extra? any a value for the function that makes the value; nil by default

--- A resource as `resources.list` returns it.
---@class resources.Entry
---@field name? string its name; absent without one
---@field pattern string its pattern as written
---@field persistent boolean whether the value survives the application
---@field shared boolean whether all hosts of the fleet have it
---@field made boolean whether a function makes the value
---@field value any the value, unless a function makes it

--- Puts a value, or a function that makes it, under a pattern.
---
--- In the body of a view, the resource ends with the screen. Errors: `resource_exists` for a pattern that already has a
--- resource, unless `combine` decides; `bad_pattern`, also for a shared path with parameters; `duplicate` for an existing
--- name, `unknown_field`, `wrong_type`, `storage_failed`, and `denied` for a shared path that has a resource.
---
--- ```lua
--- resources.put { name = "visits", path = "/visits", value = 1 }
--- resources.put { path = "/visits", value = 1, combine = function(current, new) return current + new end }
--- assert.equal(2, resources.get("/visits"))
--- local ok, problem = pcall(resources.put, { path = "/visits", value = 1 })
--- assert.equal("resource_exists", problem.code)
--- ```
---@param definition resources.Definition pattern, name and value
---@return router.Registration registration cancel it to remove the resource
function resources.put(definition) end

--- Reads a resource by location, name or pattern; raises an error if it has another type.
---
--- Types: `"string"`, `"integer"`, `"number"`, `"boolean"`, `"table"`, `"function"`, and the types that the program
--- registered; a type with a trailing `?` also accepts nil. It waits if the function that makes the value waits. Each
--- reader gets a copy of a table if a script put it or if it is persistent; another table of the program is the same in
--- each read, and read-only (`denied`). Errors: `not_found` for a location, `unknown_name`, `value_type`,
--- `unknown_type`, `missing_parameter`, and the errors of the function.
---
--- ```lua
--- assert.equal(100, resources.get("/price/cap", "integer"))
--- assert.equal(100, resources.get("price", "integer", { params = { sku = "cap" } }))
--- local ok, problem = pcall(resources.get, "/price/cap", "string")
--- assert.equal("value_type", problem.code)
--- ```
---@async
---@param key resources.Name|string|router.Location a location, a name, or a pattern as written
---@param type? string `"integer"`, `"table?"`, or the name of a type of the program; any type by default
---@param options? resources.GetOptions
---@return any value
function resources.get(key, type, options) end

--- Replaces the value of a resource; pattern and name stay.
---
--- No parameters are needed: the pattern as written is a key. Errors: `not_found` for a location, `unknown_name`,
--- `wrong_type` for a persistent value that is not plain data, `storage_failed`, `denied` for a shared resource.
---
--- ```lua
--- resources.update("price", function(state) return #state.params.sku end)
--- assert.equal(3, resources.get("/price/cap"))
--- resources.update("/price/:sku", 50)
--- assert.equal(50, resources.get("/price/cap"))
--- ```
---@param key resources.Name|string|router.Location the pattern as written, a name, or a location
---@param value any a value, or a function that makes it for each `get`
function resources.update(key, value) end

--- Changes a shared resource on all hosts: the function gets the value and returns the next one.
---
--- It waits for the fleet. If another host changes the value at the same time, the function is called again, up to 8
--- times, so it should only compute and must not wait. If it returns nil, nothing is written. The results are the new
--- value, or nil and the reason:
---
--- - `"offline"`: the fleet cannot be reached, and nothing has changed.
--- - `"conflict"`: others changed the value during all 8 tries, and nothing has changed.
--- - `"unknown"`: the fleet has not answered in time. The change may have happened.
---
--- Without a fleet, only this application has the value. Errors: `not_found` for a location, `unknown_name`, `denied` for
--- a resource that is not shared, `wrong_type` for a value that is not plain data of at most 64 KiB, `storage_failed`, the
--- errors of the function, `cannot_await`.
---
--- ```lua
--- resources.put { name = "stock", path = "/stock", value = 1, shared = true }
--- local function take()
---   return resources.change("stock", function(n) if n > 0 then return n - 1 end end)
--- end
--- assert.equal(0, take())
--- assert.is_nil(take())
--- assert.equal(0, resources.get("stock"))
--- local ok, problem = pcall(resources.update, "stock", 5)
--- assert.equal("denied", problem.code)
--- ```
---@async
---@param key resources.Name|string|router.Location the path, or the name
---@param fn fun(value: any): any receives the value, and returns the next one; nil changes nothing
---@return any value the new value; nil without a change
---@return string? problem `offline`, `conflict` or `unknown`; nil by default
function resources.change(key, fn) end

--- Deletes a resource.
---
--- Errors: `not_found` for a location, `unknown_name`, `storage_failed`, `denied` for a shared resource.
---
--- ```lua
--- resources.delete("price")
--- assert.is_false(resources.has("price"))
--- ```
---@param key resources.Name|string|router.Location the pattern as written, a name, or a location
function resources.delete(key) end

--- Returns whether a resource with a name, a location or a pattern exists.
---
--- Useful before `resources.get` if the resource is optional; no function runs. Errors: `bad_argument`.
---
--- ```lua
--- assert.is_true(resources.has("price"))
--- assert.is_true(resources.has("/price/cap"))
--- assert.is_false(resources.has("/weight/cap"))
--- ```
---@param key resources.Name|string|router.Location a location, a name, or a pattern as written
---@return boolean is_there
function resources.has(key) end

--- Lists every resource.
---
--- For tools and specs; includes the program's resources. Raises nothing.
---
--- ```lua
--- resources.put { name = "currency", path = "/currency", value = "EUR" }
--- local names = {}
--- for _, entry in ipairs(resources.list()) do names[entry.name] = entry.made end
--- assert.same({ price = true, currency = false }, names)
--- ```
---@return resources.Entry[]
function resources.list() end
