--- Metatables of our own objects that specs cannot change.
---
--- Otherwise a spec could change every such object, and affect the program through finalizers or
--- concatenation.
local M = {}
local known = {}

--- Creates a metatable that `getmetatable` does not return.
---
--- If its objects can be called, scripts see a read-only table with `__call` in its place.
function M.make()
  local class = { __metatable = false }
  known[class] = true
  return setmetatable(class, {
    __newindex = function(_, key, value)
      rawset(class, key, value)
      if key == "__call" then
        class.__metatable = native.seal({ __call = value })
      end
    end,
  })
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
