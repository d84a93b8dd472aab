--- Metatables of our own objects that specs cannot reach.
---
--- Otherwise a spec could change every such object, and affect the program through finalizers or
--- concatenation.
local M = {}
local known = {}

--- Creates a metatable that `getmetatable` does not return.
function M.make()
  local class = { __metatable = false }
  known[class] = true
  return class
end

--- Makes a table an object of a class.
M.set = native.set_metatable

--- The metatable of a value, including our own objects.
function M.of(value)
  local metatable = native.get_metatable(value)
  if known[metatable] then
    return metatable
  end
  return getmetatable(value)
end

function M.is_ours(metatable)
  return known[metatable] == true
end

return M
