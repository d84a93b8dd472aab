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
