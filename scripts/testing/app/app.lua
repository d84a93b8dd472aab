--- The application under test, and its clock.
local use, host = ...
local in_force = use("runner/environment")
local standing = use("doubles/standing")
local blocks = use("runner/blocks")

--- `hosts` contains the replacements for the program in all applications so far.
local M = { hosts = {} }
local app = {}
M.app = app

in_force.prepare(function(globals)
  local object = rawget(globals, "host")
  if object ~= nil then
    M.hosts[object] = true
  end
end)

in_force.prepare(function(globals)
  local clock = rawget(globals, "clock")
  if type(clock) ~= "table" then
    clock = { now = host.now }
    rawset(globals, "clock", clock)
  end
  rawset(clock, "advance", host.advance)
end)

if host.has_application then
  blocks.advice = {
    session = "the application would not see it. Set its fields, such as session.user = …, or take a"
      .. " persona with app.persona.",
    host = 'the application would not see it. Use stub(host, "name").',
    router = 'the application would not see it. Use stub(router, "open").',
  }
end

local function load(fn, ...)
  local is_done, problem = pcall(fn, ...)
  in_force.enter(host.place())
  if not is_done then
    error(problem, 0)
  elseif problem ~= nil then
    return false, problem
  end
  return true
end

--- Loads the application again from scratch.
function app.reset()
  standing.revert()
  load(host.reset)
end

--- Loads a new generation with some texts in place of files.
---
---@param files? table<string, string> texts by path
---@return boolean ok false if they do not load; the old generation then stays active
---@return table? problem `{ code, message, file, line }`
function app.reload(files)
  return load(host.reload, files or {})
end

--- Loads the application of another folder, relative to the spec or absolute.
---
---@param dir string
---@return boolean ok
---@return table? problem
function app.load(dir)
  standing.revert()
  return load(host.open, dir)
end

--- Logs in as a persona of `personas.lua`.
---
---@param name? string nil for none
function app.persona(name)
  host.persona(name)
end

--- Delivers an event as if another host of the fleet had emitted it.
---
---@param name string the other host
---@param key any
---@param extra? any
---@param options? table
---@return integer receivers
function app.receive(name, key, extra, options)
  return host.receive(name, key, extra, options)
end

--- The names of the personas, sorted.
---
---@return string[]
function app.personas()
  return host.personas()
end

return M
