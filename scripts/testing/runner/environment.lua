--- The globals and loaded modules of the current scripts. A reload or a reset replaces them.
local use, host = ...

local M = { globals = host.globals, loaded = host.loaded or {} }

local preparations = {}

--- The globals that specs without an application do not have: their values by name.
M.hidden = {}
for _, name in ipairs(host.hidden or {}) do
  M.hidden[name] = rawget(M.globals, name)
  rawset(M.globals, name, nil)
end

--- Applies a function to the globals, now and after each replacement.
---
--- A metatable of the application can lock the globals, so the function must use `rawset` and
--- `rawget`.
function M.prepare(fn)
  preparations[#preparations + 1] = fn
  fn(M.globals, M.loaded)
end

-- The globals of specs.

--- The libraries with fields that a spec can set for itself, as it can with globals.
local libraries = { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug" }

--- Represents a field that a spec has removed.
local REMOVED = {}

--- The globals and the fields of libraries that spec files, helpers and modules of specs have set
--- while loading. The key of the globals is `_G`.
local own = {}

--- The current fields of the globals and of the libraries.
local function fields()
  local found = {}
  for i = 0, #libraries do
    local name = libraries[i] or "_G"
    local source = i == 0 and M.globals or rawget(M.globals, name)
    if type(source) == "table" then
      local copy = {}
      for key, value in next, source do
        copy[key] = value
      end
      found[name] = { source = source, fields = copy }
    end
  end
  return found
end

--- Adds all changed fields to those of the specs.
local function note(before)
  local standing
  for name, now in next, fields() do
    local known, set = before[name], own[name] or {}
    -- A spec that replaces a whole library has set a global.
    if known and rawequal(known.source, now.source) then
      known, now = known.fields, now.fields
      for key, value in next, now do
        if not rawequal(known[key], value) then
          standing = standing or use("doubles/standing")
          if not standing.has(value) then
            set[key] = value
          end
        end
      end
      for key in next, known do
        if now[key] == nil then
          set[key] = REMOVED
        end
      end
      own[name] = set
    end
  end
end

--- Copies the fields of specs into a table.
---
---@param name string of a library, or `_G`
---@param target table
---@param from? table a result of `own`; by default the current fields
function M.put(name, target, from)
  for key, value in next, (from or own)[name] or {} do
    if rawequal(value, REMOVED) then
      value = nil
    end
    rawset(target, key, value)
  end
end

--- The fields before the current load, or nil while no spec loads.
local before

--- Starts the load of a spec file, a helper or a block. The globals that it sets are its own; they
--- are set again after each replacement.
function M.begin_loading()
  before = fields()
end

function M.end_loading()
  note(before)
  before = nil
end

--- Discards a load that the host had to end.
function M.give_up()
  before = nil
end

--- A copy of the globals of specs, for `restore`.
function M.own()
  local copy = {}
  for name, set in next, own do
    copy[name] = {}
    for key, value in next, set do
      copy[name][key] = value
    end
  end
  return copy
end

--- Discards the globals that specs have set since a copy.
function M.restore(copy)
  own = copy
end

--- Switches to the current globals, which can be the same as before.
function M.enter(globals, loaded)
  if rawequal(M.globals, globals) then
    return
  end
  if before then
    note(before)
  end
  M.globals, M.loaded = globals, loaded
  for _, fn in ipairs(preparations) do
    fn(globals, loaded)
  end
  for name in next, own do
    local target = name == "_G" and globals or rawget(globals, name)
    if type(target) == "table" then
      -- The table can refuse assignments.
      pcall(M.put, name, target)
    end
  end
  if before then
    before = fields()
  end
end

return M
