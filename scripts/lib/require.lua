-- Runs each module of the application once and hands out what it answered.
--
-- `find` is the host's: it compiles the module of a name, or raises what is wrong with it. Until
-- `visiting` is closed, which an error does too, the module counts as being loaded.
-- `loaded` is the table of what each module answered.
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
