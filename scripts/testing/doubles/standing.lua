--- The spies and stubs that currently replace functions of tables, in the order of their creation.
local use = ...
local in_force = use("runner/environment")

local M = {}

local doubles = {}

--- Adds a double that replaces a field of a table.
---
--- The spec can change all fields of the double itself.
---
---@param is_stub boolean whether it does not call the original
function M.add(double, target, key, is_stub)
  local file, line = native.where()
  doubles[#doubles + 1] = {
    double = double,
    target = target,
    key = key,
    is_stub = is_stub,
    file = file,
    line = line,
  }
end

--- Removes a double that was reverted.
function M.remove(double)
  for i = #doubles, 1, -1 do
    if rawequal(doubles[i].double, double) then
      table.remove(doubles, i)
      return
    end
  end
end

function M.has(value)
  for _, known in ipairs(doubles) do
    if rawequal(known.double, value) then
      return true
    end
  end
  return false
end

--- Reverts all, the last one first.
function M.revert()
  local list = doubles
  doubles = {}
  for i = #list, 1, -1 do
    local double = list[i].double
    -- A table of the specs can refuse the assignment. All others are new in the next file.
    pcall(double.revert, double)
  end
end

--- The name of a table for scripts, or nil.
local function name_of(target)
  for name, value in next, in_force.globals do
    if rawequal(value, target) and type(name) == "string" and name ~= "_G" then
      return name
    end
  end
  for name, value in next, in_force.loaded do
    if rawequal(value, target) and type(name) == "string" then
      return name
    end
  end
end

--- The limit on the bytes of a name in a report.
local SHOWN = 80

local function shown(name)
  return #name <= SHOWN and name or string.sub(name, 1, SHOWN) .. "…"
end

--- Describes the target of a stub in one line.
local function describe(known)
  local owner, key, place = name_of(known.target), known.key, ""
  if known.file then
    place = string.format(" at %s:%d", known.file, known.line)
  end
  key = shown(type(key) == "string" and key or "a " .. type(key))
  owner = owner and shown(owner) .. "." .. key or "'" .. key .. "'"
  return owner .. " is stubbed" .. place
end

--- Describes the stub that replaces a field of a table, or returns nil for a spy.
---
---@param is_target fun(target: any): boolean
function M.stub_of(is_target, key)
  for i = #doubles, 1, -1 do
    local known = doubles[i]
    if known.key == key and is_target(known.target) then
      return known.is_stub and describe(known) or nil
    end
  end
end

--- The limit on the stubs in a report.
local LISTED = 10

--- One line per stub, the last one first: the function, and the line of the spec that stubbed it.
---
---@return string[]
function M.stubs()
  local lines, count = {}, 0
  for i = #doubles, 1, -1 do
    if doubles[i].is_stub then
      count = count + 1
      if count <= LISTED then
        lines[count] = describe(doubles[i])
      end
    end
  end
  if count > LISTED then
    lines[LISTED + 1] = string.format("%d more stubs are active", count - LISTED)
  end
  return lines
end

return M
