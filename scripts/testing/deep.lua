--- Compares and copies nested tables.
---
--- `native` contains fast functions of the program: `same`, `differences` and `keys`; `order`,
--- `only` and `get` for `compare/`; `write` and `number` for `format.lua`; `where` and `trace`,
--- which find callers; `with_fields` and `span` for `blocks.lua`; `set_metatable`, `get_metatable`
--- and `seal` for `class.lua`.
local use = ...
local class = use("class")

local M = {}

--- Whether two values are deeply equal.
---
--- The metatables of the two values themselves do not count; at deeper levels, a common `__eq`
--- decides.
---@return boolean
M.equal = native.same

--- Metatables of objects that are shared instead of copied.
M.single = {}

local function copy(value, copies)
  if type(value) ~= "table" or M.single[class.of(value)] then
    return value
  end
  local known = copies[value]
  if known then
    return known
  end
  local result = {}
  copies[value] = result
  for key, entry in next, value do
    result[key] = copy(entry, copies)
  end
  if type(class.of(value)) == "table" then
    -- The copy gets the real metatable. Scripts may be able to set only another one.
    native.set_metatable(result, native.get_metatable(value))
  end
  return result
end

--- Copies a value deeply. Cycles remain cycles. Keys stay the same objects, so that a table with
--- objects as keys equals its copy.
function M.copy(value)
  return copy(value, {})
end

--- Copies a list one level deep, with its `n`.
function M.shallow(value)
  if type(value) ~= "table" then
    return value
  end
  local result = {}
  for key, entry in next, value do
    result[key] = entry
  end
  return result
end

--- The keys of one or two tables in a fixed order, list indices first, and their number.
M.keys = native.keys

--- The differences of two values.
---
---@return table highlights nested tables of the keys on the paths to differences
---@return integer count the number of differences, up to a limit
M.differences = native.differences

return M
