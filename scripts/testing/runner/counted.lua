--- Lets files count their lines that a spec loads by Lua's own functions.
local _, host = ...

local M = {}

local function is_text(mode)
  return mode == nil or type(mode) == "string" and string.find(mode, "t", 1, true) ~= nil
end

--- The compiled function of a file, or of a text that stands for one.
---
---@return function? chunk nil for what Lua is to load, or to complain of
local function counted(path, mode, environment, text)
  if type(path) ~= "string" or not is_text(mode) or type(environment) ~= "table" then
    return nil
  end
  return host.counted(path, environment, text)
end

local function environment_of(globals, given, ...)
  if select("#", ...) > given then
    return (select(given + 1, ...))
  end
  return globals
end

--- Replaces the functions that load files.
function M.prepare(globals)
  local load, loadfile = rawget(globals, "load"), rawget(globals, "loadfile")
  local dofile = rawget(globals, "dofile")

  rawset(globals, "loadfile", function(...)
    local path, mode = ...
    return counted(path, mode, environment_of(globals, 2, ...)) or loadfile(...)
  end)

  rawset(globals, "dofile", function(...)
    local chunk = counted((...), nil, globals)
    if chunk then
      return chunk()
    end
    return dofile(...)
  end)

  rawset(globals, "load", function(...)
    local text, name, mode = ...
    local names_file = type(text) == "string" and type(name) == "string" and string.find(name, "^@")
    local chunk = names_file
      and counted(string.sub(name, 2), mode, environment_of(globals, 3, ...), text)
    if chunk then
      return chunk
    end
    return load(...)
  end)
end

return M
