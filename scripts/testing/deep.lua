--- Comparing and copying of nested tables.
---
--- `native` is what the program does faster: `same`, `differences` and `keys`, for `compare/`
--- `order`, `only` and `get`, for `format.lua` `write` and `number`, `where` and `trace`, which
--- tell what called, for `blocks.lua` `with_fields`, and for `class.lua` `set_metatable` and
--- `get_metatable`.
local use = ...
local class = use("class")

local M = {}

--- Whether two values look alike.
---
--- The metatables of the two themselves do not matter; below, a common `__eq` decides.
---@return boolean
M.equal = native.same

--- Metatables of what is not copied but stays the same.
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
    result[copy(key, copies)] = copy(entry, copies)
  end
  if type(class.of(value)) == "table" then
    -- The copy gets the metatable in force, which need not be the one that a script may set.
    native.set_metatable(result, native.get_metatable(value))
  end
  return result
end

--- Copies a value, tables at every depth; cycles stay cycles.
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

--- The keys of one or two tables in one order, those of a list first, and how many they are.
M.keys = native.keys

--- The differences of two values.
---
---@return table highlights nested tables of the keys that lead to differences
---@return integer count of all of them, as far as they are looked for
M.differences = native.differences

return M
