--- The globals and loaded modules of the current scripts. A reload or a reset replaces them.
local use, host = ...

local M = { globals = host.globals, loaded = host.loaded or {} }

local preparations = {}

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

--- A copy of the fields of a table.
local function copy_of(source)
  local copy, count = {}, 0
  for key, value in next, source do
    copy[key] = value
    count = count + 1
  end
  return { source = source, fields = copy, count = count }
end

--- Whether a copy is still exact.
local function is_exact(copy, source)
  return copy and rawequal(copy.source, source) and native.holds(source, copy.fields, copy.count)
end

--- The first copy of each library. Most specs change none, so it serves every load.
local first = {}

--- The current fields of the globals and of the libraries; exact copies are used again.
local function fields(known)
  local found = {}
  for i = 0, #libraries do
    local name = libraries[i] or "_G"
    local source = i == 0 and M.globals or rawget(M.globals, name)
    if type(source) == "table" then
      local copy = known and known[name] or first[name]
      if not is_exact(copy, source) then
        copy = copy_of(source)
        if i > 0 and not (first[name] and rawequal(first[name].source, source)) then
          first[name] = copy
        end
      end
      found[name] = copy
    end
  end
  return found
end

--- Adds all changed fields to those of the specs.
local function note(before)
  local standing
  for name, now in next, fields(before) do
    local known, set = before[name], own[name] or {}
    -- A spec that replaces a whole library has set a global.
    if known and not rawequal(known, now) and rawequal(known.source, now.source) then
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

--- Whether the globals can be replaced: plain busted specs have no application to reset.
local is_replaceable = host.advance ~= nil

--- Starts the load of a spec file, a helper or a block. The globals that it sets are its own; they
--- are set again after each replacement.
function M.begin_loading()
  before = is_replaceable and fields() or nil
end

function M.end_loading()
  if before then
    note(before)
  end
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
