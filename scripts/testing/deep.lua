--- Comparing and copying of nested tables.
local M = {}

local equal_values

--- A number that no other value is equal to but itself needs no more than `==`; tables do.
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

local function equal_tables(a, b, seen)
  local known = seen[a]
  if known == nil then
    known = {}
    seen[a] = known
  elseif known[b] then
    return true
  end
  known[b] = true
  for key, value in next, a do
    if not equal_values(value, b[key], seen) then
      return false
    end
  end
  for key in next, b do
    if a[key] == nil then
      return false
    end
  end
  return true
end

function equal_values(a, b, seen)
  if rawequal(a, b) then
    return true
  end
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  local equal = same_metatable_equality(a, b)
  if equal ~= nil then
    return equal
  end
  return equal_tables(a, b, seen)
end

--- Whether two values look alike.
---
--- The metatables of the two themselves do not matter; below, a common `__eq` decides.
---@return boolean
function M.equal(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  return rawequal(a, b) or equal_tables(a, b, {})
end

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

--- Compares keys of any type, numbers first, so that tables are walked in one order.
function M.before(a, b)
  local one, other = type(a), type(b)
  if one ~= other then
    return one == "number" or (other ~= "number" and one < other)
  end
  if one == "number" or one == "string" then
    return a < b
  end
  return tostring(a) < tostring(b)
end

--- The keys of one or two tables in one order.
function M.keys(a, b)
  local keys, count = {}, 0
  for key in next, a do
    count = count + 1
    keys[count] = key
  end
  if b then
    for key in next, b do
      if rawget(a, key) == nil then
        count = count + 1
        keys[count] = key
      end
    end
  end
  -- A list comes in its order already.
  for i = 2, count do
    if M.before(keys[i], keys[i - 1]) then
      table.sort(keys, M.before)
      break
    end
  end
  return keys
end

local function add_difference(found, path, seen, actual, expected)
  local keys = { table.unpack(seen.keys) }
  found[#found + 1] = { path = path, keys = keys, actual = actual, expected = expected }
end

local function differ(actual, expected, path, found, seen)
  if equal_values(actual, expected, {}) then
    return
  end
  if type(actual) ~= "table" or type(expected) ~= "table" or seen[actual] then
    add_difference(found, path, seen, actual, expected)
    return
  end
  seen[actual] = true
  local before = #found
  for _, key in ipairs(M.keys(actual, expected)) do
    seen.keys[#seen.keys + 1] = key
    differ(rawget(actual, key), rawget(expected, key), path .. key_text(key), found, seen)
    seen.keys[#seen.keys] = nil
  end
  if #found == before then
    add_difference(found, path, seen, actual, expected)
  end
  seen[actual] = nil
end

--- Where two values differ: a list of `{ path, keys, actual, expected }`, in order.
function M.differences(actual, expected)
  local found = {}
  if type(actual) ~= "table" or type(expected) ~= "table" then
    return found
  end
  local seen = { [actual] = true, keys = {} }
  for _, key in ipairs(M.keys(actual, expected)) do
    seen.keys[1] = key
    differ(rawget(actual, key), rawget(expected, key), key_text(key), found, seen)
    seen.keys[1] = nil
  end
  return found
end

return M
