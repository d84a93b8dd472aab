--- The globals and the loaded modules of the scripts in force: a reload or a reset brings others.
local use, host = ...

local M = { globals = host.globals, loaded = host.loaded or {} }

local preparations = {}

--- Does something to the globals, now and whenever others take their place.
---
--- They may be locked by a metatable of the application: only `rawset` and `rawget` get by.
function M.prepare(fn)
  preparations[#preparations + 1] = fn
  fn(M.globals, M.loaded)
end

-- The globals of specs.

--- The tables of which a field that a spec sets is its own, as a global is.
local libraries = { "string", "table", "math", "utf8", "coroutine", "os", "io", "debug" }

--- Stands for a field that a spec has removed.
local REMOVED = {}

--- The globals that spec files, helpers and modules of specs have set while they were loaded, and
--- the fields of libraries by their names; those of the globals are under `_G`.
local own = {}

--- The fields of the globals and of the libraries.
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

--- Adds the fields that are not as they were before to those of the specs.
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

--- Puts the fields of specs into a table.
---
---@param name string of a library, or `_G`
---@param target table
---@param from? table what `own` answered; the fields that are set now unless told
function M.put(name, target, from)
  for key, value in next, (from or own)[name] or {} do
    if rawequal(value, REMOVED) then
      value = nil
    end
    rawset(target, key, value)
  end
end

--- The fields before what loads has set any; nil while no spec loads.
local before

--- Begins to load a spec file, a helper or a block: the globals that it sets are its own, and are set
--- again wherever other globals take the place of these.
function M.begin_loading()
  before = fields()
end

--- Ends that.
function M.end_loading()
  note(before)
  before = nil
end

--- Forgets a load that the host had to end.
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

--- Forgets the globals that specs have set since a copy was made.
function M.restore(copy)
  own = copy
end

--- Switches to the globals in force, which may be the same as before.
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
      -- It may be a table that takes no assignment.
      pcall(M.put, name, target)
    end
  end
  if before then
    before = fields()
  end
end

return M
