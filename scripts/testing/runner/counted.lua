--- Counts the lines of files that a spec loads with Lua's own functions.
local _, host = ...

local M = {}

local function is_text(mode)
  return mode == nil or type(mode) == "string" and string.find(mode, "t", 1, true) ~= nil
end

--- Compiles a file, or its replacement text, with counters.
---
---@return function? chunk nil if Lua must load the file or report its error
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
