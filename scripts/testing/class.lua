--- Metatables of our own objects, which no spec gets at.
---
--- A spec that wrote into one would act on every such object, and on the program: as a finalizer,
--- or where values are joined.
local M = {}
local known = {}

--- Makes a metatable that `getmetatable` does not answer.
function M.make()
  local class = { __metatable = false }
  known[class] = true
  return class
end

--- Makes a table an object of a class.
M.set = native.set_metatable

--- The metatable of a value, of our own objects too.
function M.of(value)
  local metatable = native.get_metatable(value)
  if known[metatable] then
    return metatable
  end
  return getmetatable(value)
end

--- Whether a metatable is one of ours.
function M.is_ours(metatable)
  return known[metatable] == true
end

return M
