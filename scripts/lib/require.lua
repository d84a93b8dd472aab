-- Runs each module of the application once and returns its value.
--
-- The host provides `find`, which compiles the module of a name or raises an error. A module counts
-- as loading until `visiting` is closed, which also happens after an error. `loaded` contains the
-- value of each module.
local find, loaded = ...

local function require(name)
  local value = loaded[name]
  if value ~= nil then
    return value
  end
  local chunk, path, visiting = find(name)
  local _ <close> = visiting
  value = chunk(name, path)
  if value == nil then
    value = true
  end
  loaded[name] = value
  return value
end

return require
