---@meta _
---@since 0.1.0

--- The functions and values that the program around the scripts offers, by their names.
---
--- A script calls them as `host.name(…)`; one that waits looks like one that does not, but cannot be called
--- while the scripts load (`cannot_await`). A name that the program does not offer is `unknown_name`; an error
--- of the program is `host_error`. A table of the program is the same at each read and read-only (`denied`). In specs, `stub(host, "name")` stands in for one.
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

--- Calls a function of the program whose name is no identifier.
---
--- The same as `host.name(…)` otherwise; waits when that function does. Errors: `unknown_name`, `host_error`,
--- `bad_argument`, `cannot_await` in the body of a file.
---
--- ```lua
--- host.stub("feature-flag", function(name) return name == "sale" end)
--- assert.is_true(host.call("feature-flag", "sale"))
--- ```
---@async
---@param name string the name as the program gave it
---@param ... any passed along
---@return any ... what the function answers
function host.call(name, ...) end

--- Stands in for a function of the program, in headless.lua only.
---
--- In specs as well, where it ends with the next `app.reset`; `stub(host, "name")` remembers its calls on top.
--- Errors: `denied` anywhere else, `bad_argument`.
---
--- ```lua
--- host.stub("price", function(sku) return #sku * 10 end)
--- assert.equal(30, host.price("cap"))
--- ```
---@param name string the name of the function
---@param stand_in async fun(...: any): ...any called in its place; may wait
function host.stub(name, stand_in) end
