-- Runs each module of the application once and hands out what it answered.
--
-- `find` is the host's: it compiles the module of a name, or raises what is wrong with it.
local find = ...

local loaded = {}
local loading = {}

local function require(name)
  local value = loaded[name]
  if value ~= nil then
    return value
  end
  local chunk, path = find(name, loading[name] == true)
  loading[name] = true
  value = chunk(name, path)
  loading[name] = nil
  if value == nil then
    value = true
  end
  loaded[name] = value
  return value
end

return require
