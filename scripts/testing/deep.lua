--- Comparing and copying of nested tables.
---
--- `native` is what the program does faster: `same`, `keys`, and `write` of `format.lua`.
local M = {}

--- What a common `__eq` of two tables says, or nil without one.
local function same_metatable_equality(a, b)
  local one, other = getmetatable(a), getmetatable(b)
  if type(one) ~= "table" or type(other) ~= "table" then
    return nil
  end
  local method = one.__eq
  if method ~= nil and method == other.__eq then
    return a == b
  end
  return nil
end

--- Whether two values look alike.
---
--- The metatables of the two themselves do not matter; below, a common `__eq` decides.
---@return boolean
M.equal = native.same

local function copy(value, copies)
  if type(value) ~= "table" then
    return value
  end
  local known = copies[value]
  if known then
    return known
  end
  local result = {}
  copies[value] = result
  for key, entry in next, value do
    result[copy(key, copies)] = copy(entry, copies)
  end
  local metatable = getmetatable(value)
  if type(metatable) == "table" then
    setmetatable(result, metatable)
  end
  return result
end

--- Copies a value, tables at every depth; cycles stay cycles.
function M.copy(value)
  return copy(value, {})
end

--- Copies a list one level deep, with its `n`.
function M.shallow(value)
  if type(value) ~= "table" then
    return value
  end
  local result = {}
  for key, entry in next, value do
    result[key] = entry
  end
  return result
end

local function key_text(key)
  if type(key) == "string" and key:find("^[%a_][%w_]*$") then
    return "." .. key
  end
  if type(key) == "string" then
    return ("[%q]"):format(key)
  end
  return "[" .. tostring(key) .. "]"
end

--- The keys of one or two tables in one order, numbers first, and how many they are.
M.keys = native.keys

--- How many differences are looked for.
local MOST_DIFFERENCES = 1000

local differ

--- Notes that two values differ, at the way that was walked to them.
local function add_difference(walk, actual, expected)
  local keys, path = {}, {}
  for i = 1, walk.depth do
    keys[i] = walk[i]
    path[i] = key_text(walk[i])
  end
  local found = walk.found
  found[#found + 1] = {
    path = table.concat(path),
    keys = keys,
    actual = actual,
    expected = expected,
  }
end

local function differ_inside(actual, expected, walk)
  local depth = walk.depth + 1
  walk.depth = depth
  local keys, count = M.keys(actual, expected)
  for i = 1, count do
    local key = keys[i]
    local one, other = actual[key], expected[key]
    if not rawequal(one, other) then
      walk[depth] = key
      differ(one, other, walk)
    end
  end
  walk.depth = depth - 1
end

--- Looks for differences between two values that are not the same one.
function differ(actual, expected, walk)
  local found = walk.found
  if type(actual) ~= "table" or type(expected) ~= "table" then
    if actual ~= expected and #found < MOST_DIFFERENCES then
      add_difference(walk, actual, expected)
    end
    return
  end
  local is_equal = same_metatable_equality(actual, expected)
  local known = walk.known[actual]
  if is_equal or known and known[expected] or #found >= MOST_DIFFERENCES then
    return
  end
  if known == nil then
    known = {}
    walk.known[actual] = known
  end
  known[expected] = true
  local count = #found
  differ_inside(actual, expected, walk)
  if #found > count then
    -- What two tables differ in is told wherever they stand.
    known[expected] = nil
  elseif is_equal == false then
    add_difference(walk, actual, expected)
  end
end

--- Where two values differ: a list of `{ path, keys, actual, expected }`, in order.
---
---@return table differences
---@return boolean is_whole false when there may be more of them
function M.differences(actual, expected)
  local found = {}
  if type(actual) == "table" and type(expected) == "table" then
    local known = { [actual] = { [expected] = true } }
    differ_inside(actual, expected, { depth = 0, found = found, known = known })
  end
  return found, #found < MOST_DIFFERENCES
end

return M
