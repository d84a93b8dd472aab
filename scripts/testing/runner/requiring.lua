--- `require` and `package` for specs and their modules.
local use, host = ...
local in_force = use("runner/environment")
local modules = use("runner/modules")

--- `words` contains the globals of modules in the folder of the specs.
local M = {}

local libraries = { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug" }
local package_table

local standard = {}

--- The search paths before specs changed them.
local first = {}

--- Joins two search paths.
local function joined(path, others)
  return (string.gsub(path .. ";" .. others, ";;+", ";"))
end

local function find_preloaded(name)
  local chunk = package_table.preload[name]
  if chunk == nil then
    return string.format("no field package.preload['%s']", name)
  end
  return chunk, ":preload:"
end

--- Finds a library of Lua, or a module of the test library.
local function find_own(name)
  local value = standard[name]
  if value == nil then
    value = modules.find(name)
  end
  return value
end

--- Finds a Lua module in the application or along the path.
local function find_in_lua(name)
  local chunk, path, visiting = host.find(name, package_table.path, M.words)
  if chunk == false then
    error(path, 0)
  elseif not chunk then
    return path
  elseif not visiting then
    return chunk, path
  end
  return function(...)
    local _ <close> = visiting
    return chunk(...)
  end, path
end

--- The table `package` for scripts without Lua's own.
local own_package = {
  path = host.path,
  cpath = "",
  config = "/\n;\n?\n!\n-\n",
  preload = {},
  searchers = { find_preloaded, find_in_lua },
}

in_force.prepare(function(globals, loaded)
  local whole = rawget(globals, "package")
  if whole and whole ~= package_table then
    whole.path = joined(host.path, whole.path)
    whole.cpath = joined(host.cpath, whole.cpath)
    whole.searchers[2] = find_in_lua
  elseif not whole then
    M.package = own_package
  end
  package_table = whole or own_package
  package_table.loaded = loaded
  standard._G, standard.package = globals, package_table
  for _, name in ipairs(libraries) do
    standard[name] = rawget(globals, name)
  end
  for name, library in next, standard do
    rawset(loaded, name, library)
  end
  first.path, first.cpath = package_table.path, package_table.cpath
  -- Our own modules load on first access.
  setmetatable(loaded, {
    __index = function(_, name)
      return find_own(name)
    end,
  })
end)

--- Notifies the host if specs have changed `package.path`.
function M.note_path()
  if package_table.path ~= first.path then
    host.note_path(tostring(package_table.path))
  end
end

--- The modules that busted itself has loaded, so that specs find them with any search path.
local loaded_by_busted = { pl = true, lfs = true, system = true, term = true, cliargs = true }

--- Loads such a module with the original search paths. Returns nil if they do not find it.
local function load_of_busted(name, loaded)
  local path, cpath = package_table.path, package_table.cpath
  local is_changed = path ~= first.path or cpath ~= first.cpath
  if not is_changed or not loaded_by_busted[string.match(name, "^[^.]*")] then
    return nil
  end
  package_table.path, package_table.cpath = first.path, first.cpath
  local is_found, value, extra = pcall(M.require, name, loaded)
  package_table.path, package_table.cpath = path, cpath
  if is_found then
    return value, extra
  end
end

--- Raises an error with all searched places.
local function fail(name, places)
  local missing = modules.missing(name)
  if missing then
    error(missing, 0)
  end
  error("module '" .. name .. "' not found:" .. table.concat(places), 3)
end

--- Loads a module, unless it is loaded.
---
---@return any module
---@return any extra the second result of the successful searcher
function M.require(name, loaded)
  if type(name) ~= "string" then
    local text = "bad argument #1 to 'require' (string expected, got %s)"
    error(string.format(text, name == nil and "no value" or type(name)), 2)
  end
  local value = loaded[name]
  if value then
    return value
  end
  value = find_own(name)
  if value ~= nil then
    loaded[name] = value
    return value
  end
  local places = {}
  if type(package_table.searchers) ~= "table" then
    error("'package.searchers' must be a table", 2)
  end
  for _, search in ipairs(package_table.searchers) do
    local chunk, extra = search(name)
    if type(chunk) == "function" then
      value = chunk(name, extra)
      if value ~= nil then
        loaded[name] = value
      elseif rawget(loaded, name) == nil then
        loaded[name] = true
      end
      return rawget(loaded, name), extra
    elseif type(chunk) == "string" then
      places[#places + 1] = (string.find(chunk, "^\n") and "" or "\n\t") .. chunk
    end
  end
  local found, extra = load_of_busted(name, loaded)
  if found ~= nil then
    return found, extra
  end
  fail(name, places)
end

return M
